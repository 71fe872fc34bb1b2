import { deleteOlderThan } from '../../db/across-owners.ts';
import type { Services } from '../http/services.ts';

/** Providers send an event again for some days; one this old comes no more. */
const KEPT_DAYS = 90;

/** @returns how many names of events were removed */
export function forgetOldEvents({ db, clock }: Pick<Services, 'db' | 'clock'>): Promise<number> {
  const age = { days: KEPT_DAYS, now: clock.now() };
  return deleteOlderThan(db.orm, 'old provider events', 'provider_events', age);
}
