import { and, eq, inArray, isNull, notExists, sql } from 'drizzle-orm';
import type { Decimal } from '../../../shared/money/decimal.ts';
import type { Transaction } from '../../db/database.ts';
import { paymentRefunds, refunds } from '../../db/tables/ledger.table.ts';
import type { DueEvent } from './decide-refunds.ts';

/** What was given back of payments, and what was so when it was. */

export type PaymentRefundRow = typeof paymentRefunds.$inferSelect;

/** The refunds of some locked payments, oldest first. */
export function selectPaymentRefunds(
  tx: Transaction,
  businessId: string,
  paymentIds: readonly number[],
): Promise<PaymentRefundRow[]> {
  return tx
    .select()
    .from(paymentRefunds)
    .where(
      and(
        eq(paymentRefunds.businessId, businessId),
        inArray(paymentRefunds.paymentId, [...paymentIds]),
      ),
    )
    .orderBy(paymentRefunds.id);
}

export type RefundRequest = Pick<
  typeof refunds.$inferSelect,
  'id' | 'amount' | 'stillOwed' | 'providerId' | 'createdAt'
>;

/** What owners asked to give back of a payment that no refund of the provider's was known to carry out. */
export function selectOpenRequests(
  tx: Transaction,
  businessId: string,
  paymentId: number,
): Promise<RefundRequest[]> {
  const { id, amount, stillOwed, providerId, createdAt } = refunds;
  return tx
    .select({ id, amount, stillOwed, providerId, createdAt })
    .from(refunds)
    .where(
      and(
        eq(refunds.businessId, businessId),
        eq(refunds.paymentId, paymentId),
        inArray(refunds.status, ['pending', 'succeeded']),
        notExists(
          tx
            .select({ one: sql`1` })
            .from(paymentRefunds)
            .where(
              and(
                eq(paymentRefunds.businessId, businessId),
                eq(paymentRefunds.paymentId, paymentId),
                eq(paymentRefunds.requestId, refunds.id),
                isNull(paymentRefunds.reversesId),
              ),
            ),
        ),
      ),
    )
    .orderBy(refunds.id);
}

/** How an invoice came to be due as it is, the payments that were made for it and their refunds apart. */
export type DueHistory = {
  /** What it asks for by now, and what is stored as written off. */
  total: Decimal;
  writtenOff: Decimal;
  events: { kind: DueEvent['kind']; paymentId: number | null; amount: Decimal; at: string }[];
  /** Which of its payments counted at some time. */
  countedIds: number[];
};

/**
 * The histories of some locked invoices, by their ids. The first entry of an invoice's issue is left out:
 * what it asked for at first is what it asks for now, less what was changed since. What a payment that
 * was made for it settles of others settles nothing of it. Write-offs have their owner's reason; what gave way
 * to money by itself has none.
 */
export async function selectDueHistories(
  tx: Transaction,
  businessId: string,
  invoiceIds: readonly number[],
): Promise<Map<number, DueHistory>> {
  const { rows } = await tx.execute<DueHistory & { id: string }>(sql`
    select i.id, i.total::text as total, i.amount_written_off::text as "writtenOff",
      (select coalesce(json_agg(e), '[]'::json) from (
        select 'asked' as kind, null::bigint as "paymentId", amount::text, created_at as at from (
          select *, row_number() over (partition by type order by id) as place
          from ledger_entries
          where business_id = ${businessId} and invoice_id = i.id and payment_id is null
            and credit_note_id is null and type in ('issued', 'revised', 'withdrawn')
        ) as asked where type <> 'issued' or place > 1
        union all
        select 'written_off', null, (-amount)::text, created_at from ledger_entries
        where business_id = ${businessId} and invoice_id = i.id and type = 'written_off'
          and reason is not null
        union all
        select 'received', payment_id, (-amount)::text, created_at from ledger_entries
        where business_id = ${businessId} and invoice_id = i.id and type = 'reversed'
        union all
        select 'settled', null, a.amount::text, a.created_at from allocations a
        left join payments y on y.business_id = ${businessId} and y.id = a.payment_id
        where a.business_id = ${businessId} and a.invoice_id = i.id
          and y.invoice_id is distinct from i.id
        union all
        select 'settled', null, (-a.amount)::text, a.created_at from payments y
        join allocations a on a.business_id = ${businessId} and a.payment_id = y.id
          and a.invoice_id <> i.id
        where y.business_id = ${businessId} and y.invoice_id = i.id and y.currency = i.currency
      ) e) as events,
      (select coalesce(json_agg(distinct payment_id), '[]'::json) from ledger_entries
        where business_id = ${businessId} and invoice_id = i.id and type = 'received'
      ) as "countedIds"
    from invoices i
    where i.business_id = ${businessId} and i.id = any(${sql.param(invoiceIds)}::bigint[])`);
  return new Map(rows.map(({ id, ...history }) => [Number(id), history]));
}
