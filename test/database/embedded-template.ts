import { createHash } from 'node:crypto';
import { constants, readFileSync } from 'node:fs';
import { cp, mkdtemp } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join, relative } from 'node:path';
import { inject } from 'vitest';
import { migrate } from '../../src/server/db/migrate.ts';
import { openDatabase } from '../../src/server/db/open-database.ts';
import { readMigrations, shippedMigrationsDir } from '../../src/server/db/read-migrations.ts';
import { DATA_PARENT } from '../files/data-parent.ts';
import { keepFolder } from '../files/kept-folder.ts';
import { onceInARun } from './once-in-a-run.ts';
import { JOBS, prepareJobs } from './prepare-jobs.ts';
import { quietLog } from './quiet-log.ts';

const TEMPLATE_DATABASES = /^base.(1|4).\d/;

/**
 * A new data folder with an embedded database: migrated, unless told that it should be empty.
 * Creating one takes seconds, copying one half a second, so the first is kept until the migrations
 * or PGlite change.
 */
export async function createEmbeddedDataDir({
  empty = false,
  parent = DATA_PARENT,
}: {
  empty?: boolean;
  parent?: string;
} = {}): Promise<string> {
  const run = inject('testRunFolder');
  const template = empty
    ? await onceInARun(run, 'embedded-blank', blankTemplate)
    : await onceInARun(run, 'embedded-migrated', migratedTemplate);
  const dataDir = await mkdtemp(join(parent, 'remit-data-'));
  await cp(template, join(dataDir, 'database'), {
    recursive: true,
    mode: constants.COPYFILE_FICLONE,
    // Two thirds of the files belong to databases that serve only to create others from.
    filter: (file) => !TEMPLATE_DATABASES.test(relative(template, file)),
  });
  return dataDir;
}

async function blankTemplate(): Promise<string> {
  const pglite = createRequire(import.meta.url).resolve('@electric-sql/pglite');
  return keep('blank', readFileSync(join(pglite, '..', '..', 'package.json')), async () => {});
}

async function migratedTemplate(): Promise<string> {
  const migrations = await readMigrations(shippedMigrationsDir());
  const content = `${JOBS} ${migrations.map(({ name, hash }) => `${name} ${hash}`).join('\n')}`;
  const blank = await blankTemplate();
  return keep('migrated', `${blank}\n${content}`, async (dataDir) => {
    await cp(blank, join(dataDir, 'database'), { recursive: true });
    const db = await openDatabase({ dataDir, log: quietLog });
    try {
      await migrate(db, { log: quietLog });
      await prepareJobs(db);
    } finally {
      await db.close();
    }
  });
}

/** The kept database of that kind and content, made by `prepare` and an opening when there is none. */
async function keep(
  kind: string,
  content: string | Buffer,
  prepare: (dataDir: string) => Promise<void>,
): Promise<string> {
  const name = `${kind}-${createHash('sha256').update(content).digest('hex')}`;
  return keepFolder('remit-embedded', name, async (draft) => {
    await prepare(draft);
    await (await openDatabase({ dataDir: draft, log: quietLog })).close();
    return join(draft, 'database');
  });
}
