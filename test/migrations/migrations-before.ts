import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import type { Database } from '../../src/server/db/database.ts';
import { migrate } from '../../src/server/db/migrate.ts';
import { openDatabase } from '../../src/server/db/open-database.ts';
import { shippedMigrationsDir } from '../../src/server/db/read-migrations.ts';
import { createEmbeddedDataDir } from '../database/embedded-template.ts';
import { quietLog } from '../database/quiet-log.ts';
import { createPostgresDatabase, dropPostgresDatabase } from '../database/shared-server.ts';

interface OlderDatabase {
  db: Database;
  /** Its address; undefined with the embedded one. */
  databaseUrl: string | undefined;
}

/**
 * A database of a test's own as an earlier version left it: with the shipped migrations before one.
 * It is removed once the test has ended.
 */
export async function openDatabaseBefore(kind: Database['kind'], tag: string): Promise<Database> {
  return (await openOlderDatabase(kind, tag)).db;
}

/** The same, for who starts a program of its own on that database. */
export async function openOlderDatabase(
  kind: Database['kind'],
  tag: string,
): Promise<OlderDatabase> {
  const opened = await openEmptyDatabase(kind);
  await migrateUntil(opened.db, tag);
  return opened;
}

/** A database of a test's own without any migration. It is removed once the test has ended. */
export async function openEmptyDatabase(kind: Database['kind']): Promise<OlderDatabase> {
  const dataDir = kind === 'embedded' ? await createEmbeddedDataDir({ empty: true }) : '';
  const databaseUrl =
    kind === 'postgresql' ? await createPostgresDatabase({ empty: true }) : undefined;
  const db = await openDatabase({ databaseUrl, dataDir, log: quietLog });
  onTestFinished(async () => {
    await db.close();
    if (databaseUrl) await dropPostgresDatabase(databaseUrl);
    if (dataDir) await rm(dataDir, { recursive: true, force: true });
  });
  return { db, databaseUrl };
}

/** Applies the shipped migrations before one that are pending. @param tag its name or the end of it */
export async function migrateUntil(db: Database, tag: string): Promise<void> {
  const migrationsDir = await migrationsBefore(tag);
  try {
    await migrate(db, { log: quietLog, migrationsDir });
  } finally {
    await rm(migrationsDir, { recursive: true, force: true });
  }
}

/** The shipped migrations before one, in a folder of their own, which the caller removes. */
async function migrationsBefore(tag: string): Promise<string> {
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
