/**
 * Makes the sums over invoices anew from rows that SQL has put there.
 * @param businessId of one business alone, or of all
 */
export const rebuildSums = (businessId?: string): string => {
  const owned = businessId === undefined ? 'true' : `business_id = '${businessId}'`;
  return `
  delete from invoice_totals where ${owned};
  delete from customer_invoice_totals where ${owned};
  insert into customer_invoice_totals
    (business_id, customer_id, currency, status, invoice_count, total, paid, due)
  select business_id, customer_id, currency, status, count(*), sum(total), sum(amount_paid),
    sum(amount_due)
  from invoices where deleted_at is null and ${owned} group by 1, 2, 3, 4;
  insert into invoice_totals (business_id, currency, status, invoice_count, total, paid, due)
  select business_id, currency, status, sum(invoice_count), sum(total), sum(paid), sum(due)
  from customer_invoice_totals where ${owned} group by 1, 2, 3;`;
};
