import type { SQL } from 'drizzle-orm';
import { sql } from 'drizzle-orm';
import type { Money } from '../../../shared/money/money.ts';

/**
 * What of credit notes is neither applied nor paid back, by currency.
 * @param whose of credit notes `n`; all unless told
 */
export function unappliedCreditNotes(businessId: string, whose: SQL = sql`true`): SQL<Money> {
  return sql<Money>`
    select n.currency, sum(n.total - n.applied_amount - n.refunded_amount)::text as amount
    from credit_notes n
    where n.business_id = ${businessId} and n.status = 'issued'
      and n.total > n.applied_amount + n.refunded_amount and ${whose}
    group by n.currency`;
}

/**
 * What settles drafts, by currency: they ask for nothing yet, so it is their customers' credit.
 * @param whose of invoices `i`; all unless told
 */
export function settledOnDrafts(businessId: string, whose: SQL = sql`true`): SQL<Money> {
  return sql<Money>`
    select i.currency, sum(i.amount_paid + i.amount_credited)::text as amount from invoices i
    where i.business_id = ${businessId} and i.deleted_at is null and i.status = 'draft'
      and i.amount_paid + i.amount_credited > 0 and ${whose}
    group by i.currency`;
}
