import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { shippedMigrationsDir } from '../../src/server/db/read-migrations.ts';

/**
 * The shipped migrations before one, in a folder of their own, for a database as an earlier version
 * left it. @returns the folder, which the caller removes
 */
export async function migrationsBefore(tag: string): Promise<string> {
  const dir = await mkdtemp(join(tmpdir(), 'remit-migrations-'));
  await cp(shippedMigrationsDir(), dir, { recursive: true });
  const file = join(dir, 'meta', '_journal.json');
  const journal = JSON.parse(await readFile(file, 'utf8')) as { entries: { tag: string }[] };
  const at = journal.entries.findIndex((entry) => entry.tag === tag);
  if (at < 0) throw new Error(`There is no migration ${tag}`);
  for (const later of journal.entries.slice(at)) await rm(join(dir, `${later.tag}.sql`));
  await writeFile(file, JSON.stringify({ ...journal, entries: journal.entries.slice(0, at) }));
  return dir;
}
