import { sql } from 'drizzle-orm';
import type { CalendarDate } from '../../../shared/dates/calendar-date.ts';
import { fromMinorUnits, minorUnits } from '../../../shared/money/money.ts';
import { countsAsReceived, leftOfPayment } from '../../../shared/payments/balance.ts';
import type { LedgerEntryType } from '../../../shared/payments/ledger-entry.ts';
import type { Transaction } from '../../db/database.ts';
import { executeNamed } from '../../db/named-statements.ts';
import { selectBusinessToday } from '../../db/overdue.ts';
import type { OpenPayment } from './divided.ts';
import { changedParts, sumOfParts } from './divided.ts';
import type { PaymentRow } from './payment.store.ts';

interface Entry {
  customerId: number;
  currency: string;
  type: LedgerEntryType;
  invoiceId: number | null;
  paymentId: number;
  amount: string;
  /** Today where it is not told. */
  entryDate: CalendarDate | null;
}

/**
 * Writes what has changed of payments, in one statement: their rows, what they settle, and what they
 * do to their customers' accounts.
 */
export async function postLedger(
  tx: Transaction,
  businessId: string,
  payments: readonly OpenPayment[],
  now: Date,
): Promise<void> {
  const parts = payments.flatMap((payment) =>
    changedParts(payment).map((part) => ({
      ...part,
      paymentId: payment.now.id,
      // What a payment settles as it comes is settled on its day.
      entryDate: isReceived(payment) ? payment.now.paymentDate : null,
    })),
  );
  const changed = payments.map(withAllocated).filter(isChanged);
  const entries = payments.flatMap(computeEntries);
  if (changed.length === 0 && entries.length === 0 && parts.length === 0) return;
  const at = sql`${now.toISOString()}::timestamptz`;
  await executeNamed(
    tx,
    sql`
    with entries as (
      insert into ledger_entries (business_id, customer_id, currency, type, invoice_id, payment_id,
        amount, entry_date, created_at)
      select ${businessId}::uuid, e."customerId", e.currency, e.type, e."invoiceId", e."paymentId",
        e.amount, coalesce(e."entryDate", ${selectBusinessToday(businessId, now)}), ${at}
      from json_to_recordset(${JSON.stringify(entries)}::json) as e (
        "customerId" bigint, currency text, type text, "invoiceId" bigint, "paymentId" bigint,
        amount numeric, "entryDate" date)
    ), divided as (
      insert into allocations
        (business_id, payment_id, invoice_id, amount, entry_date, created_at)
      select ${businessId}::uuid, a."paymentId", a."invoiceId", a.amount,
        coalesce(a."entryDate", ${selectBusinessToday(businessId, now)}), ${at}
      from json_to_recordset(${JSON.stringify(parts)}::json) as a (
        "paymentId" bigint, "invoiceId" bigint, amount numeric, "entryDate" date)
    )
    update payments y set status = c.status, allocated_amount = c."allocatedAmount",
      refunded_amount = c."refundedAmount", still_owed_amount = c."stillOwedAmount",
      dispute = c.dispute, receipt_url = c."receiptUrl", reversal = c.reversal
    from json_to_recordset(${JSON.stringify(changed.map(([after]) => pick(after)))}::json) as c (
      id bigint, status text, "allocatedAmount" numeric, "refundedAmount" numeric,
      "stillOwedAmount" numeric, dispute text, "receiptUrl" text, reversal text)
    where y.business_id = ${businessId} and y.id = c.id`,
  );
}

const CHANGING = [
  'status',
  'allocatedAmount',
  'refundedAmount',
  'stillOwedAmount',
  'dispute',
  'receiptUrl',
  'reversal',
] as const;

/** A payment's row as it is now, with the sum of its parts, beside what is stored. */
function withAllocated({ row, now, parts }: OpenPayment) {
  const allocatedAmount = fromMinorUnits(sumOfParts({ parts }), now.currency).amount;
  return [{ ...now, allocatedAmount }, row] as const;
}

const isChanged = ([after, before]: readonly [PaymentRow, PaymentRow]): boolean =>
  CHANGING.some((name) => after[name] !== before[name]);

const pick = (payment: PaymentRow) =>
  Object.fromEntries(['id' as const, ...CHANGING].map((name) => [name, payment[name]]));

/** By how much a payment lowers what its customer owes. */
const effect = (payment: PaymentRow | undefined): bigint =>
  payment && countsAsReceived(payment) ? minorUnits(leftOfPayment(payment)) : 0n;

/** Whether it counts now, and never did before: it neither went back nor was taken back. */
const isReceived = ({ stored, now }: OpenPayment): boolean =>
  countsAsReceived(now) &&
  !(stored && (countsAsReceived(stored) || ['refunded', 'reversed'].includes(stored.status)));

/** Whether it had come and gone before anything was heard of it. */
const cameAndWent = ({ stored, row, now }: OpenPayment): boolean =>
  stored === undefined && countsAsReceived(row) && !countsAsReceived(now);

function computeEntries(payment: OpenPayment): Entry[] {
  const { stored, now } = payment;
  const { customerId, currency, invoiceId, id: paymentId } = now;
  const entry = (type: LedgerEntryType, units: bigint, entryDate: CalendarDate | null = null) =>
    units === 0n
      ? []
      : [
          {
            customerId,
            currency,
            type,
            invoiceId,
            paymentId,
            amount: fromMinorUnits(-units, currency).amount,
            entryDate,
          },
        ];
  const change = effect(now) - effect(stored);
  const amount = minorUnits(now);
  const received = entry('received', amount, now.paymentDate);
  if (isReceived(payment)) return [...received, ...entry('refunded', change - amount)];
  if (cameAndWent(payment)) {
    const kept = minorUnits(leftOfPayment(now));
    return [...received, ...entry('refunded', kept - amount), ...entry('reversed', -kept)];
  }
  const counted = stored !== undefined && countsAsReceived(stored);
  const counts = countsAsReceived(now);
  // One that counts again takes back what it was before.
  const { status } = counted || !counts ? now : (stored ?? now);
  return entry(
    counted && counts ? 'refunded' : status === 'refunded' ? 'refunded' : 'reversed',
    change,
  );
}
