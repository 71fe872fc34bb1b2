import type { Database } from '../../../src/server/db/database.ts';
import { ownerId } from './owner-id.ts';

/** Accounts by how they are entered, whether their address is verified, and what stays of that. */
export const IDENTITIES = [
  { name: 'unproven', verified: false, providers: ['credential', 'oidc'], left: ['credential'] },
  { name: 'local', verified: false, providers: ['credential'], left: ['credential'] },
  {
    name: 'joined',
    verified: true,
    providers: ['oidc', 'credential', 'oidc'],
    left: ['credential', 'oidc joined 2'],
  },
  {
    name: 'proven',
    verified: true,
    providers: ['credential', 'oidc'],
    left: ['credential', 'oidc proven 1'],
  },
];

/** Before `0008_unproven_identities`. */
export async function storeIdentities({ pool }: Database): Promise<void> {
  for (const { name, verified, providers } of IDENTITIES) {
    const { rows } = await pool.query<{ id: string }>(
      'insert into users (email, email_verified) values ($1, $2) returning id',
      [`${name}@identity.example`, verified],
    );
    const id = rows[0]?.id;
    await pool.query(
      `insert into sessions (user_id, sid, expire) values ($1, $2, '2027-01-01T00:00:00Z')`,
      [id, `sid of ${name}`],
    );
    for (const [n, provider] of providers.entries()) {
      await pool.query(
        `insert into accounts (user_id, provider_id, account_id, created_at)
         values ($1, $2, $3, now() + $4 * interval '1 minute')`,
        [id, provider, `${name} ${n}`, n],
      );
    }
  }
}

/** What each account did with its profile before, and whether it counts as saved afterwards. */
export const PROFILES = [
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

/** Before `0010_profile_saved`. */
export async function storeProfiles({ pool }: Database): Promise<void> {
  for (const [index, [, change]] of PROFILES.entries()) {
    const email = `ada-${index + 1}@example.com`;
    await pool.query(
      `with owner as (
         insert into users (email, name) values ($1, 'Ada Quill') returning id, email, name
       )
       insert into business_profiles (user_id, business_name, contact_name, email)
       select id, name, name, email from owner`,
      [email],
    );
    await pool.query(
      `update business_profiles set ${change}, updated_at = '2026-01-02T03:04:05Z'
       where user_id = (select id from users where email = $1)`,
      [email],
    );
  }
}

export const SUBSCRIBER = ownerId(15);

/** A subscriber, and somebody who tries it, each with an invoice: before `0015_businesses`. */
export async function storeAccounts({ pool }: Database): Promise<void> {
  const both = `email in ('ada@subscriber.example', 'eve@subscriber.example')`;
  await pool.query(`
    insert into users (id, name, email, subscription_status, subscription_plan,
        trial_invoices_used, stripe_customer_id, stripe_subscription_id, suspended_at,
        suspension_reason)
      values ('${SUBSCRIBER}', 'Ada', 'ada@subscriber.example', 'active', 'yearly', 10, 'cus_1',
        'sub_1', '2026-11-20 10:00+00', 'Asked to');
    insert into users (name, email, trial_invoices_used)
      values ('Eve', 'eve@subscriber.example', 3);
    insert into subscriptions (user_id) values ('${SUBSCRIBER}');
    insert into sessions (sid, user_id, expire) values ('s', '${SUBSCRIBER}', now());
    insert into customers (user_id, name) select id, name from users where ${both};
    insert into invoices (user_id, customer_id, invoice_number, number_key, issue_date, due_date,
        subtotal, total, status)
      select user_id, id, 'INV-1', 'inv-1', '2026-11-20', '2026-12-20', 1, 1, 'sent'
      from customers where user_id in (select id from users where ${both});
    insert into public_documents (public_id, user_id, invoice_id)
      select md5(user_id::text), user_id, id from invoices
      where user_id in (select id from users where ${both});`);
}
