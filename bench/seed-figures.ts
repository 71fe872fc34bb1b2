import type { Pool } from 'pg';
import { BUSINESSES_OF_NEW_ACCOUNTS } from '../test/factories/businesses.ts';
import { rebuildSums } from './rebuild-sums.ts';
import { seedCustomers } from './seed-invoices.ts';

/** How much an account holds. */
export interface Business {
  invoices: number;
  expenses: number;
}

const DAYS = 1_000;

/**
 * A business of about three years that ends today, by plain SQL: invoices in every status, most of
 * them paid within weeks and a few given back, some deleted; expenses, estimates, items and the
 * history. @returns the owner's id
 */
export async function seedBusiness(
  pool: Pool,
  email: string,
  { invoices, expenses }: Business,
): Promise<string> {
  const found = await pool.query<{ id: string }>(
    'select business_id as id from members join users on users.id = account_id where email = $1',
    [email],
  );
  const businessId = found.rows[0]?.id ?? '';
  const customers = await seedCustomers(pool, businessId, Math.max(5, Math.round(invoices / 50)));
  // The newest month is open, of the older ones a fiftieth is overdue, and each hundredth a draft.
  await pool.query(
    `with c as (select id, search_text, row_number() over () - 1 as place from customers where business_id = $1)
     insert into invoices (business_id, customer_id, invoice_number, status, issue_date, due_date,
       next_due_date, line_total, subtotal, tax_amount, tax_rate, tax_totals, total, amount_paid,
       amount_adjusted, search_text, number_key, deleted_at)
     select $1, c.id, 'INV-' || lpad(n::text, 7, '0'), status, current_date - age,
       current_date - age + 30, current_date - age + 30, net, net, tax, 7.00,
       jsonb_build_array(jsonb_build_object('name', 'Tax', 'rate', '7.00', 'category', null,
         'compound', false, 'base', net::text, 'amount', tax::text)), net + tax,
       case when status = 'paid' and n % 200 <> 11 then net + tax - case when n % 40 = 5 then tax else 0.00 end else 0.00 end,
       case when status = 'paid' and n % 200 <> 11 and n % 40 = 5 then tax else 0.00 end,
       'inv-' || lpad(n::text, 7, '0') || E'\\n' || c.search_text, 'inv-' || lpad(n::text, 7, '0'),
       case when n % 200 = 11 then now() end
     from (select n, age, net, round(net * 0.07, 2) as tax,
             case when n % 100 = 7 then 'draft' when age < 30 and n % 3 > 0 then 'sent'
               when age >= 30 and n % 50 = 3 then 'overdue' else 'paid' end as status
           from (select n, n % $4::int as age, round(50 + (n::bigint * 7919) % 900000 / 100.0, 2) as net
                 from generate_series(1, $2::int) n) as n) as n
     join c on c.place = (n * 31 + n / $4::int) % $3::int`,
    [businessId, invoices, customers, DAYS],
  );
  await insertPayments(pool, businessId);
  await pool.query(
    `insert into public_documents (public_id, business_id, invoice_id)
     select replace(gen_random_uuid()::text, '-', ''), $1, id from invoices where business_id = $1`,
    [businessId],
  );
  await pool.query(
    `insert into events (business_id, type, invoice_id, data, created_at)
     select $1, type, i.id, '{}', i.created_at + position * interval '1 hour'
     from invoices i, unnest(array['invoice.created', 'invoice.sent', 'invoice.paid'])
       with ordinality as e (type, position)
     where business_id = $1 and (position = 1 or i.status <> 'draft') order by i.issue_date, i.id`,
    [businessId],
  );
  await pool.query(
    `insert into expenses (business_id, category, description, vendor, amount, expense_date, search_text)
     select $1, category, description, vendor, round(5 + (n::bigint * 104729) % 50000 / 100.0, 2),
       current_date - n % $3::int, lower(description || ' ' || category || ' ' || vendor)
     from (select n, (array['Travel', 'Equipment', 'Utilities', 'Office Supplies'])[1 + n % 4] as category,
             'Purchase ' || substr(md5(n::text), 1, 8) as description,
             'Vendor ' || substr(md5((n % 500)::text), 1, 6) as vendor
           from generate_series(1, $2::int) n) as e`,
    [businessId, expenses, DAYS],
  );
  await pool.query(
    `with c as (select id, search_text, row_number() over () - 1 as place from customers where business_id = $1)
     insert into estimates (business_id, customer_id, estimate_number, status, issue_date, expiry_date,
       line_total, subtotal, total, search_text, number_key)
     select $1, c.id, 'EST-' || lpad(n::text, 6, '0'),
       (array['draft', 'sent', 'accepted', 'rejected', 'expired'])[1 + n % 5],
       current_date - n % $4::int, current_date - n % $4::int + 30, 500.00, 500.00, 500.00,
       'est-' || lpad(n::text, 6, '0') || E'\\n' || c.search_text, 'est-' || lpad(n::text, 6, '0')
     from generate_series(1, $2::int) n join c on c.place = n % $3::int`,
    [businessId, Math.max(5, Math.round(invoices / 20)), customers, DAYS],
  );
  await pool.query(
    `insert into public_documents (public_id, business_id, estimate_id)
     select replace(gen_random_uuid()::text, '-', ''), $1, id from estimates where business_id = $1`,
    [businessId],
  );
  await pool.query(
    `insert into items (business_id, name, unit_price, category, search_text, sort_name)
     select $1, name, 100.00, 'Services', lower(name || ' services'), lower(name)
     from (select 'Service ' || substr(md5(n::text), 1, 8) as name
           from generate_series(1, $2::int) n) as i`,
    [businessId, Math.max(5, Math.round(invoices / 200))],
  );
  await pool.query(rebuildSums(businessId));
  return businessId;
}

/** What stands on the invoices as paid, with its rows in the accounts of their customers. */
async function insertPayments(pool: Pool, businessId: string): Promise<void> {
  await pool.query(
    `insert into payments (business_id, customer_id, invoice_id, amount, allocated_amount,
       refunded_amount, payment_date, payment_method, status)
     select $1, customer_id, id, total, amount_paid, amount_adjusted,
       least(current_date, issue_date + (id * 7 % 41)::int), 'card', 'completed'
     from invoices where business_id = $1 and status = 'paid' and deleted_at is null`,
    [businessId],
  );
  await pool.query(
    `insert into allocations (business_id, payment_id, invoice_id, amount, entry_date)
     select $1, id, invoice_id, allocated_amount, payment_date from payments where business_id = $1`,
    [businessId],
  );
  await pool.query(
    `insert into ledger_entries
       (business_id, customer_id, currency, type, invoice_id, payment_id, amount, entry_date)
     select $1, customer_id, currency, type, invoice_id, payment_id, amount, entry_date
     from (
       select customer_id, currency, 'issued' as type, id as invoice_id, null as payment_id,
         total as amount, issue_date as entry_date
       from invoices where business_id = $1 and status <> 'draft' and deleted_at is null
       union all
       select customer_id, currency, 'received', invoice_id, id, -amount, payment_date
       from payments where business_id = $1
       union all
       select customer_id, currency, 'refunded', invoice_id, id, refunded_amount, payment_date
       from payments where business_id = $1 and refunded_amount > 0
       union all
       select customer_id, currency, 'adjusted', id, null, -amount_adjusted, issue_date
       from invoices where business_id = $1 and amount_adjusted > 0 and deleted_at is null
     ) as entries
     order by entry_date`,
    [businessId],
  );
  await pool.query(
    `insert into tax_entries (business_id, customer_id, type, invoice_id, name, rate, currency, base,
       amount, tax_currency, tax_base, tax_amount, entry_date, tax_date)
     select $1, customer_id, 'issued', id, 'Tax', tax_rate, currency, subtotal, tax_amount, currency,
       subtotal, tax_amount, issue_date, issue_date
     from invoices where business_id = $1 and status <> 'draft' and deleted_at is null
     order by issue_date`,
    [businessId],
  );
}

/** Other businesses in the same tables: the owner's rows are to be found among theirs. */
export async function seedOthers(pool: Pool, owners: number, business: Business): Promise<void> {
  for (let n = 0; n < owners; n += 1) {
    const email = `other-${n}@example.com`;
    await pool.query('insert into users (email, name) values ($1, $2)', [email, 'Other Owner']);
    await pool.query(BUSINESSES_OF_NEW_ACCOUNTS);
    await seedBusiness(pool, email, business);
  }
}
