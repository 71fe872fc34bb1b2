import type { Database } from '../../../src/server/db/database.ts';
import { BUSINESSES_OF_NEW_ACCOUNTS } from '../../factories/businesses.ts';

export const LOGO = `logos/${'ab'.repeat(16)}.png`;
const ACCOUNTS = ['Ada', 'Eve', 'New'].map((name) => `${name.toLowerCase()}@issued.example`);

/**
 * Documents in every status, with lines and addresses, of three businesses: before `0018_money_taxes`.
 * @param invoices how many the first business has; the others have eight, and all have eight estimates
 */
export async function storeIssuedDocuments({ pool }: Database, invoices: number): Promise<void> {
  const ours = `(select m.business_id from members m join users u on u.id = m.account_id
    where u.email in ('${ACCOUNTS.join("','")}'))`;
  await pool.query(
    `insert into users (email, name) select email, initcap(split_part(email, '@', 1))
     from unnest($1::text[]) as email`,
    [ACCOUNTS],
  );
  await pool.query(BUSINESSES_OF_NEW_ACCOUNTS);
  // The third has no profile.
  await pool.query(`
    insert into business_profiles (business_id, business_name, time_zone, logo_url)
    select m.business_id, u.name, 'Asia/Tokyo', case u.name when 'Ada' then '/objects/${LOGO}' end
    from members m join users u on u.id = m.account_id
    where u.email in ('${ACCOUNTS.join("','")}') and u.name <> 'New'`);
  await pool.query(`
    insert into uploads (business_id, key, purpose, file_name, content_type, size, stored_at)
    select m.business_id, '${LOGO}', 'logo', 'logo.png', 'image/png', 1, now()
    from members m join users u on u.id = m.account_id where u.email = '${ACCOUNTS[0]}'`);
  await pool.query(
    `insert into customers (business_id, name) select business_id, 'Marta' from ${ours} as ours`,
  );
  const store = (table: string, number: string, end: string, statuses: string[], each: string) => `
    insert into ${table} (business_id, customer_id, ${number}, number_key, status, issue_date, ${end},
      subtotal, total, updated_at, deleted_at)
    select c.business_id, c.id, 'N-' || n, 'n-' || n, (array['${statuses.join("','")}'])[1 + n % 4],
      '2026-11-01', '2026-12-01', 100, 100, '2026-11-02T20:00:00Z',
      case when n % 50 = 0 then now() end
    from customers c, generate_series(1, ${each}) n where c.business_id in ${ours}`;
  const most = `(case when c.business_id = (select m.business_id from members m
    join users u on u.id = m.account_id where u.email = '${ACCOUNTS[0]}') then ${invoices} else 8 end)`;
  await pool.query(
    store('invoices', 'invoice_number', 'due_date', ['draft', 'sent', 'paid', 'overdue'], most),
  );
  await pool.query(
    store(
      'estimates',
      'estimate_number',
      'expiry_date',
      ['draft', 'sent', 'accepted', 'rejected'],
      '8',
    ),
  );
  for (const kind of ['invoice', 'estimate']) {
    await pool.query(`
      insert into ${kind}_line_items (business_id, ${kind}_id, position, description, quantity, unit_price, total)
      select business_id, id, 1, 'Work', 1, 100, 100 from ${kind}s where business_id in ${ours}`);
    await pool.query(`
      insert into public_documents (public_id, business_id, ${kind}_id)
      select replace(gen_random_uuid()::text, '-', ''), business_id, id
      from ${kind}s where business_id in ${ours}`);
    await pool.query(`
      insert into events (business_id, type, ${kind}_id)
      select business_id, '${kind}.deleted', id
      from ${kind}s where business_id in ${ours} and deleted_at is not null`);
  }
}
