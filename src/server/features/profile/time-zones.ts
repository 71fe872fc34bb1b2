import { sql } from 'drizzle-orm';
import { dateInZone, DEFAULT_TIME_ZONE } from '../../../shared/dates/calendar-date.ts';
import { invalidField } from '../../../shared/errors/app-error.ts';
import { NO_TIME_ZONE } from '../../../shared/profile/profile.contract.ts';
import { ownerByOwner, readAcrossOwners } from '../../db/across-owners.ts';
import { sqlState } from '../../db/constraint-errors.ts';
import type { Queryable } from '../../db/database.ts';
import { withTransaction } from '../../db/with-transaction.ts';
import { notifyListeners } from '../../platform/events/record-events.ts';
import type { Services } from '../../platform/http/services.ts';
import { lockProfile, updateProfileRow } from './profile.store.ts';

/** PostgreSQL's code for a time zone that it does not know. */
const INVALID_PARAMETER_VALUE = '22023';

async function isKnownToDatabase(db: Queryable, zone: string): Promise<boolean> {
  try {
    await db.execute(sql`select now() at time zone ${zone}`);
    return true;
  } catch (error) {
    if (sqlState(error) !== INVALID_PARAMETER_VALUE) throw error;
    return false;
  }
}

function isKnownHere(zone: string): boolean {
  try {
    dateInZone(new Date(0), zone);
    return true;
  } catch (error) {
    if (error instanceof RangeError) return false;
    throw error;
  }
}

/**
 * The database computes with it, for all owners at once: a zone that only this process knows, such as
 * one that was taken back years ago, would end that for everybody.
 */
export async function requireTimeZone(
  { db }: Pick<Services, 'db'>,
  zone: string | undefined,
): Promise<void> {
  if (zone === undefined || (await isKnownToDatabase(db.orm, zone))) return;
  throw invalidField('timeZone', NO_TIME_ZONE);
}

/**
 * Counts the days of businesses in UTC whose time zone another version of the database or of Node.js
 * does not know any more, and tells their owners. Runs before the server listens: nothing that asks
 * what day it is for a business would work for them, and some of it for nobody.
 * @returns how many
 */
export async function replaceLostTimeZones({
  db,
  clock,
  log,
}: Pick<Services, 'db' | 'clock'> & { log: Pick<Services['log'], 'warn'> }): Promise<number> {
  const used = await readAcrossOwners<{ time_zone: string }>(
    db.orm,
    'time zones',
    sql`select distinct time_zone from business_profiles`,
  );
  let replaced = 0;
  for (const { time_zone: zone } of used) {
    if (isKnownHere(zone) && (await isKnownToDatabase(db.orm, zone))) continue;
    const owners = await readAcrossOwners<{ business_id: string }>(
      db.orm,
      'time zones',
      sql`select business_id from business_profiles where time_zone = ${zone}`,
    );
    replaced += await ownerByOwner(owners, (businessId) =>
      withTransaction(db, async (tx) => {
        const profile = await lockProfile(tx, businessId);
        if (profile?.timeZone !== zone) return 0;
        const now = clock.now();
        await updateProfileRow(tx, businessId, { timeZone: DEFAULT_TIME_ZONE }, now);
        const event = {
          businessId,
          type: 'time_zone.lost',
          data: { zone },
          createdAt: now,
        } as const;
        await notifyListeners(tx, [event]);
        return 1;
      }),
    );
  }
  if (replaced > 0) log.warn({ replaced }, 'businesses whose time zone is not known are in UTC');
  return replaced;
}
