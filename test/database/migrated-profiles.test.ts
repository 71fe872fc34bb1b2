import { expect, test } from 'vitest';
import { migrate } from '../../src/server/db/migrate.ts';
import { openDatabaseBefore } from './migrations-before.ts';
import { quietLog } from './quiet-log.ts';

/** What each account did with its profile before, and whether it counts as saved afterwards. */
const ACCOUNTS = [
  ['only signed up', `version = 1`, false],
  ['signed up in a browser', `version = 2, time_zone = 'Asia/Tokyo'`, false],
  ['signed up without a name', `contact_name = null, business_name = 'ada-3'`, false],
  ['gave a telephone number', `version = 2, phone = '1'`, true],
  ['renamed the business', `version = 2, business_name = 'Northwind'`, true],
  ['removed the address for replies', `version = 2, email = null`, true],
  ['chose a theme', `version = 2, pdf_theme = 'modern'`, true],
  ['saved it twice as it was', `version = 3`, true],
  ['has no more than a logo', `version = 2, logo_url = '/objects/logos/a.png'`, true],
] as const;

test.each(['embedded', 'postgresql'] as const)(
  'profiles that were ever changed count as saved (%s)',
  async (kind) => {
    const db = await openDatabaseBefore(kind, '0010_profile_saved');
    for (const [index, [, change]] of ACCOUNTS.entries()) {
      const email = `ada-${index + 1}@example.com`;
      await db.pool.query(
        `with owner as (
           insert into users (email, name) values ($1, 'Ada Quill') returning id, email, name
         )
         insert into business_profiles (user_id, business_name, contact_name, email)
         select id, name, name, email from owner`,
        [email],
      );
      await db.pool.query(
        `update business_profiles set ${change}, updated_at = '2026-01-02T03:04:05Z'
         where user_id = (select id from users where email = $1)`,
        [email],
      );
    }
    await migrate(db, { log: quietLog });
    const { rows } = await db.pool.query<{ saved_at: Date | null }>(
      `select saved_at from business_profiles b join users u on u.id = b.business_id order by u.email`,
    );
    expect(rows.map(({ saved_at: at }, index) => [ACCOUNTS[index]?.[0], at])).toEqual(
      ACCOUNTS.map(([did, , saved]) => [did, saved ? new Date('2026-01-02T03:04:05Z') : null]),
    );
  },
);
