/** The beginning of a statement that stores one sent invoice, and whose it is. */
export const ONE_INVOICE = `
  with business as (
    insert into businesses (id) values (gen_random_uuid()) returning id
  ), customer as (
    insert into customers (business_id, name) select id, 'Marta' from business
    returning business_id, id
  ), invoice as (
    insert into invoices (business_id, customer_id, invoice_number, number_key, issue_date,
      due_date, next_due_date, line_total, subtotal, total, status)
    select business_id, id, 'INV-1', 'inv-1', '2026-11-20', '2026-12-20', '2026-12-20', 5, 5, 5,
      'sent'
    from customer returning business_id, id
  )`;

/** Likewise one accepted estimate. */
export const ONE_ESTIMATE = `
  with business as (
    insert into businesses (id) values (gen_random_uuid()) returning id
  ), customer as (
    insert into customers (business_id, name) select id, 'Marta' from business
    returning business_id, id
  ), estimate as (
    insert into estimates (business_id, customer_id, estimate_number, number_key, issue_date,
      expiry_date, line_total, subtotal, total, status)
    select business_id, id, 'EST-1', 'est-1', '2026-11-20', '2026-12-20', 5, 5, 5, 'accepted'
    from customer returning business_id, id
  )`;
