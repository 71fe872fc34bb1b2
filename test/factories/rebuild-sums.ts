/** The sums over invoices, made from the rows: for rows that SQL has put there, and to compare with. */
export const REBUILD_SUMS = `
  delete from invoice_totals;
  delete from customer_invoice_totals;
  insert into customer_invoice_totals
    (business_id, customer_id, currency, status, invoice_count, total, paid, due)
  select business_id, customer_id, currency, status, count(*), sum(total), sum(amount_paid),
    sum(amount_due)
  from invoices where deleted_at is null group by 1, 2, 3, 4;
  insert into invoice_totals (business_id, currency, status, invoice_count, total, paid, due)
  select business_id, currency, status, sum(invoice_count), sum(total), sum(paid), sum(due)
  from customer_invoice_totals group by 1, 2, 3;`;
