import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import type { Database } from '../../src/server/db/database.ts';
import { migrate } from '../../src/server/db/migrate.ts';
import { openDatabase } from '../../src/server/db/open-database.ts';
import { shippedMigrationsDir } from '../../src/server/db/read-migrations.ts';
import { createEmbeddedDataDir } from './embedded-template.ts';
import { quietLog } from './quiet-log.ts';
import { createPostgresDatabase, dropPostgresDatabase } from './shared-server.ts';

/**
 * A database of a test's own as an earlier version left it: with the shipped migrations before one.
 * It is removed once the test has ended.
 */
export async function openDatabaseBefore(
  kind: 'embedded' | 'postgresql',
  tag: string,
): Promise<Database> {
  const dataDir = kind === 'embedded' ? await createEmbeddedDataDir({ empty: true }) : '';
  const databaseUrl =
    kind === 'postgresql' ? await createPostgresDatabase({ empty: true }) : undefined;
  const db = await openDatabase({ databaseUrl, dataDir, log: quietLog });
  onTestFinished(async () => {
    await db.close();
    if (databaseUrl) await dropPostgresDatabase(databaseUrl);
    if (dataDir) await rm(dataDir, { recursive: true, force: true });
  });
  const migrationsDir = await migrationsBefore(tag);
  onTestFinished(() => rm(migrationsDir, { recursive: true, force: true }));
  await migrate(db, { log: quietLog, migrationsDir });
  return db;
}

/**
 * The shipped migrations before one, named by its tag or the end of it, in a folder of their own, for a database as an earlier version
 * left it. @returns the folder, which the caller removes
 */
export async function migrationsBefore(tag: string): Promise<string> {
  const dir = await mkdtemp(join(tmpdir(), 'remit-migrations-'));
  await cp(shippedMigrationsDir(), dir, { recursive: true });
  const file = join(dir, 'meta', '_journal.json');
  const journal = JSON.parse(await readFile(file, 'utf8')) as { entries: { tag: string }[] };
  const at = journal.entries.findIndex((entry) => entry.tag.endsWith(tag));
  if (at < 0) throw new Error(`There is no migration ${tag}`);
  for (const later of journal.entries.slice(at)) await rm(join(dir, `${later.tag}.sql`));
  await writeFile(file, JSON.stringify({ ...journal, entries: journal.entries.slice(0, at) }));
  return dir;
}
