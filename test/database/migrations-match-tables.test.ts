import { readdirSync, readFileSync } from 'node:fs';
import { cp, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { generateDrizzleJson, generateMigration } from 'drizzle-kit/api';
import { expect, it } from 'vitest';
import { openGeneratorFolder, PROJECT } from './generator-folder.ts';

const TABLES = new URL('../../src/server/db/tables/', import.meta.url);
const META = new URL('../../migrations/meta/', import.meta.url);

const readJson = (name: string) => JSON.parse(readFileSync(new URL(name, META), 'utf8'));

function findNewestSnapshot(): string {
  const journal = readJson('_journal.json') as { entries: { tag: string }[] };
  return `${journal.entries.at(-1)?.tag.split('_')[0]}_snapshot.json`;
}

it('of the snapshots that of the last migration is kept, and no other', () => {
  const snapshots = readdirSync(META).filter((name) => name !== '_journal.json');
  expect(snapshots).toEqual([findNewestSnapshot()]);
});

it('the migrations make just the tables that the code knows', async () => {
  const files = readdirSync(TABLES).filter((name) => name.endsWith('.table.ts'));
  const modules = await Promise.all(files.map((name) => import(new URL(name, TABLES).href)));
  const made = readJson(findNewestSnapshot());
  const known = generateDrizzleJson(Object.assign({}, ...modules));
  // A column that has no migration yet: `npm run db:generate` writes it.
  expect(await generateMigration(made, known)).toEqual([]);
});

it('generating without a change writes nothing', async () => {
  const { path, generate, readMigrations } = await openGeneratorFolder();
  await symlink(join(PROJECT, 'src'), join(path, 'src'));
  await cp(join(PROJECT, 'migrations'), join(path, 'migrations'), { recursive: true });
  const before = await readMigrations();
  const { code, output } = await generate();
  expect(output).toContain('No schema changes');
  expect(code).toBe(0);
  expect(await readMigrations()).toEqual(before);
});
