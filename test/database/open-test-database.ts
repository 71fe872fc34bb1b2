import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { inject } from 'vitest';
import type { Database } from '../../src/server/db/database.ts';
import { openDatabase } from '../../src/server/db/open-database.ts';
import { createEmbeddedDataDir } from './embedded-template.ts';
import { quietLog } from './quiet-log.ts';
import { createPostgresDatabase, dropPostgresDatabase } from './shared-server.ts';

export interface OpenedDatabase {
  db: Database;
  /** Closes the database and removes it. */
  remove(): Promise<void>;
}

/** A machine may stand still for minutes: what is tested is not how long that takes. */
const HOUR = 3_600_000;
const timeLimits = { connection: HOUR, statement: HOUR, lock: HOUR, idleInTransaction: HOUR };

/** How the names of folders begin that a process of the tests itself, not a server, has open. */
export const OPENED_BY_TESTS = 'opened-by-';

/**
 * A migrated, empty database for a test that needs one of its own.
 * @param options.lastsAsLongAsTheRun whether it goes with the run when nobody removes it
 */
export async function openTestDatabase(
  kind: Database['kind'],
  { lastsAsLongAsTheRun = false }: { lastsAsLongAsTheRun?: boolean } = {},
): Promise<OpenedDatabase> {
  if (kind === 'embedded') {
    const dataDir = await createEmbeddedDataDir(
      lastsAsLongAsTheRun ? { parent: await folderOfThisProcess() } : {},
    );
    const db = await openDatabase({ dataDir, log: quietLog, timeLimits });
    return {
      db,
      remove: async () => {
        await db.close();
        await rm(dataDir, { recursive: true, force: true });
      },
    };
  }
  const databaseUrl = await createPostgresDatabase();
  const db = await openDatabase({ databaseUrl, dataDir: '', log: quietLog, timeLimits });
  return {
    db,
    remove: async () => {
      await db.close();
      await dropPostgresDatabase(databaseUrl);
    },
  };
}

async function folderOfThisProcess(): Promise<string> {
  const folder = join(inject('testRunFolder'), `${OPENED_BY_TESTS}${process.pid}`);
  await mkdir(folder, { recursive: true });
  return folder;
}
