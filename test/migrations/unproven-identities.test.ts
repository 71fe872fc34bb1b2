import { expect, test } from 'vitest';
import { migrate } from '../../src/server/db/migrate.ts';
import { quietLog } from '../database/quiet-log.ts';
import { openDatabaseBefore } from './migrations-before.ts';
import { IDENTITIES, storeIdentities } from './stored-rows/accounts.ts';

test.each(['embedded', 'postgresql'] as const)(
  'identities that nobody has vouched for are removed, and their sessions (%s)',
  async (kind) => {
    const db = await openDatabaseBefore(kind, '0008_unproven_identities');
    await storeIdentities(db);
    await migrate(db, { log: quietLog });
    const { rows } = await db.pool.query(`
      select split_part(u.email, '@', 1) as name,
        array_agg(a.provider_id || case a.provider_id when 'oidc' then ' ' || a.account_id else '' end
          order by a.provider_id) as left,
        (select count(*)::int from sessions s where s.user_id = u.id) as sessions
      from users u join accounts a on a.user_id = u.id group by u.id, u.email`);
    const expected = IDENTITIES.map(({ name, providers, left }) => ({
      name,
      left,
      sessions: left.length === providers.length ? 1 : 0,
    }));
    expect(rows).toHaveLength(IDENTITIES.length);
    expect(rows).toEqual(expect.arrayContaining(expected));
  },
);
