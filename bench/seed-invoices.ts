import type { Pool } from 'pg';
import { rebuildSums } from './rebuild-sums.ts';

/**
 * Gives an owner customers and invoices by plain SQL: 100,000 in seconds. Names are drawn so that a
 * search finds few, some or many.
 */
export async function seedInvoices(pool: Pool, email: string, count: number): Promise<string> {
  const found = await pool.query<{ id: string }>(
    'select business_id as id from members join users on users.id = account_id where email = $1',
    [email],
  );
  const businessId = found.rows[0]?.id ?? '';
  const customers = await seedCustomers(pool, businessId, Math.max(5, Math.round(count / 50)));
  await pool.query(
    `with c as (select id, search_text, row_number() over () - 1 as place from customers where business_id = $1)
     insert into invoices (business_id, customer_id, invoice_number, status, issue_date, due_date,
       next_due_date, line_total, subtotal, tax_amount, tax_rate, tax_totals, total, search_text, number_key)
     select $1, c.id, 'INV-' || lpad(n::text, 7, '0'),
       (array['paid','paid','paid','paid','sent','sent','overdue','draft'])[1 + n % 8],
       date '2024-01-01' + n % 1000, date '2024-01-31' + n % 1000, date '2024-01-31' + n % 1000,
       100.00, 100.00, 7.00, 7.00,
       jsonb_build_array(jsonb_build_object('name', 'Tax', 'rate', '7.00', 'category', null,
         'compound', false, 'base', '100.00', 'amount', '7.00')), 107.00,
       'inv-' || lpad(n::text, 7, '0') || E'\\n' || c.search_text, 'inv-' || lpad(n::text, 7, '0')
     from generate_series(1, $2::int) n join c on c.place = n % $3::int`,
    [businessId, count, customers],
  );
  await pool.query(
    `insert into invoice_line_items (business_id, invoice_id, position, description, quantity, unit_price, total,
       net, tax, gross)
     select $1, id, 1, 'Design', 1.00, 100.00, 100.00, 100.00, 7.00, 107.00 from invoices where business_id = $1`,
    [businessId],
  );
  await pool.query(
    `insert into public_documents (public_id, business_id, invoice_id)
     select replace(gen_random_uuid()::text, '-', ''), $1, id from invoices where business_id = $1`,
    [businessId],
  );
  await pool.query(rebuildSums(businessId));
  return businessId;
}

/** @returns how many, as asked for */
export async function seedCustomers(
  pool: Pool,
  businessId: string,
  count: number,
): Promise<number> {
  await pool.query(
    `insert into customers (business_id, name, company, email, search_text, sort_name)
     select $1, name, company, 'c' || n || '@example.com', lower(name || ' ' || company), lower(name)
     from (select n, 'Person ' || md5(n::text) as name, 'Company ' || substr(md5((n * 7)::text), 1, 8) as company
           from generate_series(1, $2::int) n) as c`,
    [businessId, count],
  );
  return count;
}
