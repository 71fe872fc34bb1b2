import { createHash } from 'node:crypto';
import { constants, existsSync, readFileSync } from 'node:fs';
import { cp, mkdir, mkdtemp, readdir, rename, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { inject } from 'vitest';
import { migrate } from '../../src/server/db/migrate.ts';
import { openDatabase } from '../../src/server/db/open-database.ts';
import { readMigrations, shippedMigrationsDir } from '../../src/server/db/read-migrations.ts';
import { onceInARun } from './once-in-a-run.ts';
import { quietLog } from './quiet-log.ts';

const cache = fileURLToPath(new URL('../../node_modules/.cache/remit-embedded/', import.meta.url));

/**
 * A new data folder whose embedded database is migrated already. Creating one takes seconds,
 * copying one a tenth of a second, so the first is kept until the migrations or PGlite change.
 */
export async function createEmbeddedDataDir(): Promise<string> {
  const template = await onceInARun(inject('testRunFolder'), 'embedded-template', keptTemplate);
  const dataDir = await mkdtemp(join(tmpdir(), 'remit-data-'));
  await cp(template, join(dataDir, 'database'), {
    recursive: true,
    mode: constants.COPYFILE_FICLONE,
  });
  return dataDir;
}

async function keptTemplate(): Promise<string> {
  const kept = join(cache, await fingerprint());
  if (existsSync(kept)) return kept;
  await mkdir(cache, { recursive: true });
  const draft = await mkdtemp(join(cache, 'draft-'));
  const db = await openDatabase({ dataDir: draft, log: quietLog });
  try {
    await migrate(db, { log: quietLog });
  } finally {
    await db.close();
  }
  await rename(join(draft, 'database'), kept).catch((error: NodeJS.ErrnoException) => {
    // Another run was first; its template is as good.
    if (error.code !== 'ENOTEMPTY' && error.code !== 'EEXIST') throw error;
  });
  await rm(draft, { recursive: true, force: true });
  for (const old of await readdir(cache)) {
    // Drafts may belong to a run that is at work.
    if (!old.startsWith('draft-') && join(cache, old) !== kept) {
      await rm(join(cache, old), { recursive: true, force: true });
    }
  }
  return kept;
}

async function fingerprint(): Promise<string> {
  const hash = createHash('sha256');
  for (const { name, hash: content } of await readMigrations(shippedMigrationsDir())) {
    hash.update(`${name} ${content}\n`);
  }
  const pglite = createRequire(import.meta.url).resolve('@electric-sql/pglite');
  hash.update(readFileSync(join(pglite, '..', '..', 'package.json')));
  return hash.digest('hex').slice(0, 16);
}
