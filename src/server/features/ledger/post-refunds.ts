import { sql } from 'drizzle-orm';
import type { Decimal } from '../../../shared/money/decimal.ts';
import type { Money } from '../../../shared/money/money.ts';
import { compareMoney, fromMinorUnits, money, noMoney } from '../../../shared/money/money.ts';
import type { Transaction } from '../../db/database.ts';
import type { OpenRefund, OpenRefunds } from './open-refunds.ts';
import type { PaymentRefundRow } from './payment-refund.store.ts';

/** Writes the refunds of payments that are new, what of others was not carried out, and what was decided. */
export async function postRefunds(
  tx: Transaction,
  businessId: string,
  refunds: OpenRefunds,
  now: Date,
): Promise<void> {
  const all = refunds.paymentIds().flatMap((id) => refunds.of(id));
  const fresh = all
    .filter(({ stored, whole }) => stored === undefined && whole > 0n)
    .map((one) => ({
      ...decided(one),
      amount: fromMinorUnits(one.whole, one.currency).amount,
      reversesId: null,
    }));
  const reversed = refunds.reversals.map(({ paymentId, currency, reversesId, units }) => ({
    paymentId,
    requestId: null,
    providerRefundId: null,
    stillOwed: false,
    decidedBy: 'rule',
    adjustedAmount: noMoney(currency).amount,
    amount: fromMinorUnits(-units, currency).amount,
    refundedAt: now,
    reversesId,
  }));
  const changed = all.flatMap((one) => {
    const after = decided(one);
    return one.stored && isChanged(one.stored, after) ? [{ id: one.stored.id, ...after }] : [];
  });
  const rows = [...fresh, ...reversed];
  if (rows.length === 0 && changed.length === 0) return;
  await tx.execute(sql`
    with made as (
      insert into payment_refunds (business_id, payment_id, request_id, provider_refund_id, amount,
        refunded_at, still_owed, decided_by, adjusted_amount, reverses_id, created_at)
      select ${businessId}::uuid, r."paymentId", r."requestId", r."providerRefundId", r.amount,
        r."refundedAt", r."stillOwed", r."decidedBy", r."adjustedAmount", r."reversesId",
        ${now.toISOString()}::timestamptz
      from json_to_recordset(${JSON.stringify(rows)}::json) as r (
        "paymentId" bigint, "requestId" bigint, "providerRefundId" text, amount numeric,
        "refundedAt" timestamptz, "stillOwed" boolean, "decidedBy" text, "adjustedAmount" numeric,
        "reversesId" bigint)
    )
    update payment_refunds r set request_id = c."requestId",
      provider_refund_id = c."providerRefundId", still_owed = c."stillOwed",
      decided_by = c."decidedBy", adjusted_amount = c."adjustedAmount",
      refunded_at = c."refundedAt"
    from json_to_recordset(${JSON.stringify(changed)}::json) as c (
      id bigint, "requestId" bigint, "providerRefundId" text, "stillOwed" boolean, "decidedBy" text,
      "adjustedAmount" numeric, "refundedAt" timestamptz)
    where r.business_id = ${businessId} and r.id = c.id`);
}

function decided(one: OpenRefund) {
  const { paymentId, currency, requestId, providerRefundId, stillOwed, decidedBy, at } = one;
  const { amount: adjustedAmount } = fromMinorUnits(one.adjusted, currency);
  return {
    paymentId,
    currency,
    requestId,
    providerRefundId,
    stillOwed,
    decidedBy,
    adjustedAmount,
    refundedAt: at,
  };
}
type Decided = ReturnType<typeof decided>;

const isChanged = (before: PaymentRefundRow, after: Decided): boolean =>
  (['requestId', 'providerRefundId', 'stillOwed', 'decidedBy'] as const).some(
    (name) => before[name] !== after[name],
  ) ||
  before.refundedAt.getTime() !== after.refundedAt.getTime() ||
  compareMoney(adjustment(before, after.currency), adjustment(after, after.currency)) !== 0;

const adjustment = ({ adjustedAmount }: { adjustedAmount: Decimal }, currency: string): Money =>
  money(adjustedAmount, currency);
