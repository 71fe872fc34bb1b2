import { readdirSync, readFileSync } from 'node:fs';
import { generateDrizzleJson, generateMigration } from 'drizzle-kit/api';
import { expect, it } from 'vitest';

const TABLES = new URL('../../src/server/db/tables/', import.meta.url);
const SNAPSHOTS = new URL('../../migrations/meta/', import.meta.url);

it('the migrations make just the tables that the code knows', async () => {
  const files = readdirSync(TABLES).filter((name) => name.endsWith('.table.ts'));
  const modules = await Promise.all(files.map((name) => import(new URL(name, TABLES).href)));
  const newest = readdirSync(SNAPSHOTS)
    .filter((name) => name.endsWith('_snapshot.json'))
    .toSorted()
    .at(-1);
  const made = JSON.parse(readFileSync(new URL(newest ?? '', SNAPSHOTS), 'utf8'));
  const known = generateDrizzleJson(Object.assign({}, ...modules));
  // A column that has no migration yet: `npm run db:generate` writes it.
  expect(await generateMigration(made, known)).toEqual([]);
});
