import { sql } from 'drizzle-orm';
import { formatSavedCard } from '../../../../shared/payments/automatic-payment.ts';
import { numbersParam } from '../../../db/covering-checkouts.ts';
import type { Queryable } from '../../../db/database.ts';
import { isOfWhatIsDue } from './plan-charge.ts';

/**
 * The cards that were declined for what is due now of some invoices, by invoice. None where it was paid or
 * tried again since, or where the customer has agreed to another card or ended the agreement.
 */
export async function findDeclinedCards(
  db: Queryable,
  businessId: string,
  invoiceIds: readonly number[],
): Promise<ReadonlyMap<number, string>> {
  if (invoiceIds.length === 0) return new Map();
  const { rows } = await db.execute<{
    invoice_id: number | string;
    status: string;
    brand: string;
    last4: string;
  }>(sql`
    select distinct on (a.invoice_id) a.invoice_id, a.status, m.brand, m.last4
    from automatic_charges a
    join invoices i on i.business_id = ${businessId} and i.id = a.invoice_id
    join payment_mandates m
      on m.business_id = ${businessId} and m.id = a.mandate_id and m.ended_at is null
    where a.business_id = ${businessId} and i.status in ('sent', 'overdue')
      and a.invoice_id = any(${numbersParam(invoiceIds)})
      and ${isOfWhatIsDue(businessId, 'a')}
    order by a.invoice_id, a.created_at desc, a.attempt desc`);
  return new Map(
    rows
      .filter(({ status }) => status === 'failed')
      .map((row) => [Number(row.invoice_id), formatSavedCard(row)]),
  );
}
