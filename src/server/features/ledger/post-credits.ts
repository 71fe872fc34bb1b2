import { sql } from 'drizzle-orm';
import { fromMinorUnits, isPositive, minorUnits, money } from '../../../shared/money/money.ts';
import { leftOfPayment } from '../../../shared/payments/balance.ts';
import type { Transaction } from '../../db/database.ts';
import { selectBusinessToday } from '../../db/overdue.ts';
import type { CreditRow } from './credit.store.ts';
import type { OpenCredit } from './divided.ts';
import { changedParts, sumOfParts } from './divided.ts';

/**
 * Writes what has changed of credit notes, in one statement: their rows, what they settle, what was
 * paid back of them, and what they do to their customers' accounts. To apply one changes no account:
 * its customer owes less since it was issued.
 */
export async function postCredits(
  tx: Transaction,
  businessId: string,
  credits: readonly OpenCredit[],
  now: Date,
): Promise<void> {
  const parts = credits.flatMap((credit) =>
    changedParts(credit).map((part) => ({
      ...part,
      creditNoteId: credit.now.id,
      // What it settles as it is issued is settled on its day.
      entryDate: credit.stored === undefined ? credit.now.issueDate : null,
    })),
  );
  const changed = credits.map(asApplied).filter(isChanged);
  const refunds = credits.flatMap(({ now: { id: creditNoteId }, refunds: paid }) =>
    paid.map((refund) => ({ ...refund, creditNoteId })),
  );
  const entries = credits.flatMap(computeEntries);
  if (changed.length === 0 && entries.length === 0 && parts.length === 0) return;
  const at = sql`${now.toISOString()}::timestamptz`;
  await tx.execute(sql`
    with entries as (
      insert into ledger_entries (business_id, customer_id, currency, type, invoice_id,
        credit_note_id, amount, entry_date, created_at)
      select ${businessId}::uuid, e."customerId", e.currency, e.type, e."invoiceId",
        e."creditNoteId", e.amount, coalesce(e."entryDate", ${selectBusinessToday(businessId, now)}), ${at}
      from json_to_recordset(${JSON.stringify(entries)}::json) as e (
        "customerId" bigint, currency text, type text, "invoiceId" bigint, "creditNoteId" bigint,
        amount numeric, "entryDate" date)
    ), divided as (
      insert into allocations
        (business_id, credit_note_id, invoice_id, amount, entry_date, created_at)
      select ${businessId}::uuid, a."creditNoteId", a."invoiceId", a.amount,
        coalesce(a."entryDate", ${selectBusinessToday(businessId, now)}), ${at}
      from json_to_recordset(${JSON.stringify(parts)}::json) as a (
        "creditNoteId" bigint, "invoiceId" bigint, amount numeric, "entryDate" date)
    ), paid_back as (
      insert into credit_refunds (business_id, credit_note_id, amount, payment_date, payment_method,
        reference, notes, reverses_id, created_at)
      select ${businessId}::uuid, r."creditNoteId", r.amount, r."paymentDate", r."paymentMethod",
        r.reference, r.notes, r."reversesId", ${at}
      from json_to_recordset(${JSON.stringify(refunds)}::json) as r (
        "creditNoteId" bigint, amount numeric, "paymentDate" date, "paymentMethod" text,
        reference text, notes text, "reversesId" bigint)
    )
    update credit_notes n set status = c.status, applied_amount = c."appliedAmount",
      refunded_amount = c."refundedAmount", updated_at = ${at}
    from json_to_recordset(${JSON.stringify(changed)}::json) as c (
      id bigint, status text, "appliedAmount" numeric, "refundedAmount" numeric)
    where n.business_id = ${businessId} and n.id = c.id`);
}

/** A credit note's row as it is now, with the sum of its parts, beside what is stored. */
function asApplied({ row, now, parts }: OpenCredit): CreditRow & { row: CreditRow } {
  const applied = sumOfParts({ parts });
  const left = minorUnits(leftOfPayment(now)) - applied;
  return {
    ...now,
    row,
    appliedAmount: fromMinorUnits(applied, now.currency).amount,
    status: left === 0n ? 'applied' : 'issued',
  };
}

const isChanged = ({ row, ...after }: CreditRow & { row: CreditRow }): boolean =>
  (['status', 'appliedAmount', 'refundedAmount'] as const).some(
    (name) => after[name] !== row[name],
  );

/** What lowers what the customer owes: all of it, once it is issued; less what was paid back. */
function computeEntries({ stored, now, refunds }: OpenCredit) {
  const { customerId, currency, invoiceId, id: creditNoteId } = now;
  const about = { customerId, currency, invoiceId, creditNoteId };
  const issued = { ...about, type: 'credited', entryDate: now.issueDate };
  const total = fromMinorUnits(-minorUnits(now), currency);
  return [
    ...(stored === undefined && isPositive(now) ? [{ ...issued, amount: total.amount }] : []),
    ...refunds.map(({ amount, paymentDate, reversesId }) => ({
      ...about,
      type: 'refunded',
      amount: money(amount, currency).amount,
      // Taken back, it is of the day on which that happens: the past stays what it was.
      entryDate: reversesId === null ? paymentDate : null,
    })),
  ];
}
