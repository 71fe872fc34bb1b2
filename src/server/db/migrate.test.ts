import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createEmbeddedDataDir } from '../../../test/database/embedded-template.ts';
import { quietLog } from '../../../test/database/quiet-log.ts';
import {
  createPostgresDatabase,
  dropPostgresDatabase,
} from '../../../test/database/shared-server.ts';
import type { Database } from './database.ts';
import { MigrationRefusedError, migrate, migrationStatus } from './migrate.ts';
import { openDatabase } from './open-database.ts';
import { readMigrations } from './read-migrations.ts';

const fixture = fileURLToPath(
  new URL('../../../test/database/fixtures/migrations', import.meta.url),
);

let dir: string;
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'remit-migrations-'));
  await cp(fixture, dir, { recursive: true });
});
afterEach(() => rm(dir, { recursive: true, force: true }));

async function addMigration(tag: string, text: string): Promise<void> {
  const file = join(dir, 'meta', '_journal.json');
  const journal = JSON.parse(await readFile(file, 'utf8')) as { entries: object[] };
  journal.entries.push({ idx: journal.entries.length, tag });
  await writeFile(file, JSON.stringify(journal));
  await writeFile(join(dir, `${tag}.sql`), text);
}

async function dump(db: Database): Promise<unknown> {
  const tables = await db.pool.query(
    `SELECT relname, relkind FROM pg_class
     WHERE relnamespace = 'public'::regnamespace ORDER BY relname`,
  );
  const applied = await db.pool.query('SELECT * FROM schema_migrations ORDER BY id');
  return { tables: tables.rows, applied: applied.rows };
}

describe.each(['embedded', 'postgresql'] as const)('migrate (%s)', (kind) => {
  let db: Database;
  let remove: () => Promise<void>;

  beforeEach(async () => {
    const dataDir = kind === 'embedded' ? await createEmbeddedDataDir({ empty: true }) : '';
    const databaseUrl =
      kind === 'postgresql' ? await createPostgresDatabase({ empty: true }) : undefined;
    db = await openDatabase({ databaseUrl, dataDir, log: quietLog });
    remove = async () => {
      await db.close();
      if (databaseUrl) await dropPostgresDatabase(databaseUrl);
      if (dataDir) await rm(dataDir, { recursive: true, force: true });
    };
  });
  afterEach(() => remove());

  const go = () => migrate(db, { log: quietLog, migrationsDir: dir });

  test('applies what is missing, once, and says how far it is', async () => {
    const nothingYet = await migrationStatus(db, { migrationsDir: dir });
    expect(nothingYet).toEqual({ applied: [], pending: ['0000_notes', '0001_tags'], unknown: [] });
    expect(await go()).toEqual(['0000_notes', '0001_tags']);
    expect(await go()).toEqual([]);
    await db.pool.query(`INSERT INTO tags (note_id, tag) SELECT id, 'x' FROM notes`);
    expect((await db.pool.query('SELECT tag FROM tags')).rows).toEqual([{ tag: 'x' }]);
    const done = await migrationStatus(db, { migrationsDir: dir });
    expect(done).toEqual({ applied: ['0000_notes', '0001_tags'], pending: [], unknown: [] });
  });

  test('leaves nothing of a migration that fails, and goes on when it is mended', async () => {
    await addMigration(
      '0002_broken',
      'CREATE TABLE half (id int);\n--> statement-breakpoint\nSELECT 1/0;',
    );
    await expect(go()).rejects.toThrow('division by zero');
    const half = await db.pool.query(`SELECT to_regclass('half') AS half`);
    expect(half.rows).toEqual([{ half: null }]);
    expect((await migrationStatus(db, { migrationsDir: dir })).pending).toEqual(['0002_broken']);
    await writeFile(join(dir, '0002_broken.sql'), 'CREATE TABLE whole (id int);');
    expect(await go()).toEqual(['0002_broken']);
  });

  test('refuses a database that is being distributed, until that has ended', async () => {
    await go();
    await db.pool.query('CREATE TABLE distribution_keys (name text)');
    await expect(go()).rejects.toThrow(
      'This database is being spread over machines, and that has not ended: run `npm run distribute -- --yes` again.',
    );
    await db.pool.query('DROP TABLE distribution_keys');
    expect(await go()).toEqual([]);
  });

  test('refuses a database of a newer version and leaves it untouched', async () => {
    await addMigration('0002_later', 'CREATE TABLE later (id int);');
    await go();
    const before = await dump(db);
    const older = migrate(db, { log: quietLog, migrationsDir: fixture });
    await expect(older).rejects.toThrow(
      'This database was made by a newer version of Remit (it has the migration 0002_later). ' +
        'Start that version, or restore a backup.',
    );
    expect(await dump(db)).toEqual(before);
    const status = await migrationStatus(db, { migrationsDir: fixture });
    expect(status.unknown).toEqual(['0002_later']);
  });

  test('refuses a migration that was edited after it was applied, but not its line ends', async () => {
    await go();
    const file = join(dir, '0001_tags.sql');
    const text = await readFile(file, 'utf8');
    await writeFile(file, text.replaceAll('\n', '\r\n'));
    expect(await go()).toEqual([]);
    await writeFile(file, `${text}-- edited\n`);
    await addMigration('0002_later', 'CREATE TABLE later (id int);');
    const before = await dump(db);
    await expect(go()).rejects.toThrow(MigrationRefusedError);
    expect(await dump(db)).toEqual(before);
  });

  test('of five that start at once, each migration is applied by exactly one', async () => {
    const applied = await Promise.all(Array.from({ length: 5 }, go));
    expect(applied.flat().toSorted()).toEqual(['0000_notes', '0001_tags']);
  });
});

describe('readMigrations', () => {
  test('refuses a file that is in the folder but not in the journal', async () => {
    await writeFile(join(dir, '0009_forgotten.sql'), 'SELECT 1;');
    await expect(readMigrations(dir)).rejects.toThrow('0009_forgotten.sql');
  });
});
