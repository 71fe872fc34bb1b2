import type { Services } from '../http/services.ts';
import { forgetUpload } from './forget-upload.ts';
import { listUnfinished, releaseUnused } from './upload.store.ts';

const HOUR = 3_600_000;
/** A transfer that was interrupted can be taken up again for a day. */
const KEEP = 24 * HOUR;
/** Runs that were missed are made up for, up to this long. */
const LOOK_BACK = 4 * KEEP;
const AT_A_TIME = 200;

/**
 * Clears away uploads that were begun and not finished, and files that no record shows. Safe to
 * run twice and on many instances at once: what is gone already is no error.
 * @returns how many were cleared away
 */
export async function forgetUnfinishedUploads({
  db,
  files,
  clock,
  log,
}: Pick<Services, 'db' | 'files' | 'clock' | 'log'>): Promise<number> {
  const before = new Date(clock.now().getTime() - KEEP);
  const since = new Date(before.getTime() - LOOK_BACK);
  await releaseUnused(db.orm, since, before);
  await files.forgetDrafts(before);
  let forgotten = 0;
  for (;;) {
    const old = await listUnfinished(db.orm, before, AT_A_TIME);
    let failed = 0;
    for (const upload of old) {
      try {
        if (await forgetUpload(db, files, upload)) forgotten += 1;
      } catch (error) {
        failed += 1;
        log.warn({ err: error, key: upload.key }, 'an unfinished upload could not be cleared away');
      }
    }
    // What failed would come first again; the next run tries it.
    if (old.length < AT_A_TIME || failed > 0) return forgotten;
  }
}
