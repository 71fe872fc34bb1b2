import { expect, test } from 'vitest';
import { migrate } from '../../src/server/db/migrate.ts';
import { quietLog } from '../database/quiet-log.ts';
import { openDatabaseBefore } from './migrations-before.ts';
import { PROFILES, storeProfiles } from './stored-rows/accounts.ts';

test.each(['embedded', 'postgresql'] as const)(
  'profiles that were ever changed count as saved (%s)',
  async (kind) => {
    const db = await openDatabaseBefore(kind, '0010_profile_saved');
    await storeProfiles(db);
    await migrate(db, { log: quietLog });
    const { rows } = await db.pool.query<{ saved_at: Date | null }>(
      `select saved_at from business_profiles b join users u on u.id = b.business_id order by u.email`,
    );
    expect(rows.map(({ saved_at: at }, index) => [PROFILES[index]?.[0], at])).toEqual(
      PROFILES.map(([did, , saved]) => [did, saved ? new Date('2026-01-02T03:04:05Z') : null]),
    );
  },
);
