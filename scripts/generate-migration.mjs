/**
 * Makes a migration of what was changed in the tables: `npm run db:generate -- --name what_changes`,
 * with the arguments that `drizzle-kit generate` takes. It compares the tables with the newest
 * snapshot, so the older ones go, but only when the new migration is there whole: its snapshot, its
 * entry in the journal and its SQL, which are written in this order.
 */
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { checkNodeVersion, root } from './project.mjs';

checkNodeVersion();

/** As drizzle.config.ts says, in the folder in which the command runs. */
const MIGRATIONS = 'migrations';
const META = join(MIGRATIONS, 'meta');
const DRIZZLE_KIT = join(root, 'node_modules/drizzle-kit/bin.cjs');

const readJson = (file) => JSON.parse(readFileSync(file, 'utf8'));
const readEntries = () => readJson(join(META, '_journal.json')).entries;

/** The name of a migration's snapshot. @throws when the migration is not there whole */
function findSnapshot(tag) {
  const name = `${tag.split('_')[0]}_snapshot.json`;
  readJson(join(META, name));
  if (!statSync(join(MIGRATIONS, `${tag}.sql`)).isFile()) throw new Error(`${tag}.sql is no file.`);
  return name;
}

const before = readEntries().length;
const { status } = spawnSync(
  process.execPath,
  [DRIZZLE_KIT, 'generate', ...process.argv.slice(2)],
  {
    stdio: 'inherit',
  },
);
const entries = readEntries();
if (status !== 0) {
  process.exitCode = status ?? 1;
} else if (entries.length > before) {
  const newest = findSnapshot(entries.at(-1).tag);
  for (const name of readdirSync(META)) {
    if (name.endsWith('_snapshot.json') && name !== newest) rmSync(join(META, name));
  }
}
