import { deleteOlderThan } from '../../db/across-owners.ts';
import type { Database } from '../../db/database.ts';
import type { Clock } from '../clock/clock.ts';

const DAYS_KEPT = 7;

/** Removes answers that nobody will ask for again. @returns how many */
export function forgetOldKeys(db: Database, clock: Clock): Promise<number> {
  const age = { days: DAYS_KEPT, now: clock.now() };
  return deleteOlderThan(db.orm, 'old request keys', 'idempotency_keys', age);
}
