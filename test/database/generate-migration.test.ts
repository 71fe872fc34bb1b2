import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { generateDrizzleJson } from 'drizzle-kit/api';
import { pgTable, text } from 'drizzle-orm/pg-core';
import { expect, it } from 'vitest';
import { openGeneratorFolder } from './generator-folder.ts';

const TABLE = `
  import { pgTable, text } from 'drizzle-orm/pg-core';
  export const notes = pgTable('notes', { body: text('body'), author: text('author') });`;

/** One migration without the author, and tables that have one. */
async function openWithAddedColumn() {
  const folder = await openGeneratorFolder();
  const write = async (file: string, content: string) => {
    await mkdir(join(folder.path, file, '..'), { recursive: true });
    await writeFile(join(folder.path, file), content);
  };
  const journal = {
    version: '7',
    dialect: 'postgresql',
    entries: [{ idx: 0, version: '7', when: 1, tag: '0000_notes', breakpoints: true }],
  };
  const made = generateDrizzleJson({ notes: pgTable('notes', { body: text('body') }) });
  await write('migrations/meta/_journal.json', JSON.stringify(journal));
  await write('migrations/meta/0000_snapshot.json', JSON.stringify(made));
  await write('migrations/0000_notes.sql', 'CREATE TABLE "notes" ("body" text);');
  await write('src/server/db/tables/notes.table.ts', TABLE);
  return { ...folder, write };
}

it('the snapshot before goes once the new one is there, and that is enough for the next', async () => {
  const { generate, readMigrations, write } = await openWithAddedColumn();
  expect(await generate('--name', 'author')).toMatchObject({ code: 0 });
  const first = await readMigrations();
  expect(Object.keys(first)).toEqual([
    '0000_notes.sql',
    '0001_author.sql',
    'meta/0001_snapshot.json',
    'meta/_journal.json',
  ]);
  expect(first['0001_author.sql']).toBe('ALTER TABLE "notes" ADD COLUMN "author" text;');

  await write(
    'src/server/db/tables/notes.table.ts',
    TABLE.replace(`text('body')`, `text('body').notNull()`),
  );
  expect(await generate('--name', 'body')).toMatchObject({ code: 0 });
  const second = await readMigrations();
  expect(Object.keys(second)).toEqual([
    '0000_notes.sql',
    '0001_author.sql',
    '0002_body.sql',
    'meta/0002_snapshot.json',
    'meta/_journal.json',
  ]);
  expect(second['0002_body.sql']).toBe('ALTER TABLE "notes" ALTER COLUMN "body" SET NOT NULL;');
});

it('nothing is removed when tables cannot be read', async () => {
  const { generate, readMigrations, write } = await openWithAddedColumn();
  await write('src/server/db/tables/notes.table.ts', 'export const notes = pgTable(');
  const before = await readMigrations();
  const { output } = await generate('--name', 'author');
  expect(output).toContain('notes.table.ts');
  expect(await readMigrations()).toEqual(before);
});

it('nothing is removed when the SQL could not be written', async () => {
  const { path, generate, readMigrations } = await openWithAddedColumn();
  await mkdir(join(path, 'migrations/0001_author.sql'));
  const { code, output } = await generate('--name', 'author');
  expect(output).toContain('0001_author.sql');
  expect(code).not.toBe(0);
  expect(Object.keys(await readMigrations())).toEqual([
    '0000_notes.sql',
    'meta/0000_snapshot.json',
    'meta/0001_snapshot.json',
    'meta/_journal.json',
  ]);
});
