import type { SQL } from 'drizzle-orm';
import { sql } from 'drizzle-orm';
import type { CalendarDate } from '../../../shared/dates/calendar-date.ts';
import type { Decimal } from '../../../shared/money/decimal.ts';
import type { Money } from '../../../shared/money/money.ts';
import type { Queryable, Transaction } from '../../db/database.ts';

/** Issued credit notes as money that settles invoices. What they say is of features/credit-notes. */

/** Its amount is the credit note's total. */
export interface CreditRow extends Money {
  id: number;
  customerId: number;
  /** The invoice that it corrects, if it does: it takes of the credit what it asks for. */
  invoiceId: number | null;
  status: 'draft' | 'issued' | 'applied';
  issueDate: CalendarDate;
  appliedAmount: Decimal;
  refundedAmount: Decimal;
}

/** A credit note with what of it settles which invoice, in the order in which that was said. */
export interface DividedCredit {
  credit: CreditRow;
  division: { invoiceId: number; amount: string }[];
}

/** What a credit note settles of which invoice: rows `invoice_id`, `amount` and `first`. */
const dividedCredit = (businessId: string, creditNoteId: SQL): SQL => sql`
  select a.invoice_id, sum(a.amount) as amount, min(a.id) as first from allocations a
  where a.business_id = ${businessId} and a.credit_note_id = ${creditNoteId}
  group by a.invoice_id having sum(a.amount) <> 0`;

/** Credit notes that correct some invoices, or settle a part of them; of all owners' rows, a few. */
export const creditsBearingOn = (businessId: string, invoiceIds: SQL): SQL => sql`
  select n.id from credit_notes n where n.business_id = ${businessId}
    and n.corrects_invoice_id = any(${invoiceIds}) and n.status <> 'draft'
  union select a.credit_note_id from allocations a
  where a.business_id = ${businessId} and a.invoice_id = any(${invoiceIds})
    and a.credit_note_id is not null`;

/** Those that are issued, with their parts. */
export async function selectCredits(
  tx: Transaction,
  businessId: string,
  ids: readonly number[],
): Promise<DividedCredit[]> {
  if (ids.length === 0) return [];
  const { rows } = await tx.execute<{ credit: CreditRow; division: DividedCredit['division'] }>(sql`
    select json_build_object('id', n.id, 'customerId', n.customer_id,
        'invoiceId', n.corrects_invoice_id, 'status', n.status, 'issueDate', n.issue_date,
        'amount', n.total::text, 'currency', n.currency, 'appliedAmount', n.applied_amount::text,
        'refundedAmount', n.refunded_amount::text) as credit,
      (select coalesce(json_agg(json_build_object('invoiceId', d.invoice_id,
          'amount', d.amount::text) order by d.first), '[]'::json)
        from (${dividedCredit(businessId, sql`n.id`)}) d) as division
    from credit_notes n
    where n.business_id = ${businessId} and n.id = any(${sql.param(ids)}::bigint[])
      and n.status <> 'draft' and n.deleted_at is null
    order by n.id`);
  return rows;
}

/** A credit note that settles a part of an invoice which it does not correct. */
export async function findCreditAppliedTo(
  db: Queryable,
  businessId: string,
  invoiceId: number,
): Promise<string | undefined> {
  const { rows } = await db.execute<{ number: string }>(sql`
    select n.credit_note_number as number from credit_notes n
    where n.business_id = ${businessId} and n.id in (
      select a.credit_note_id from allocations a
      where a.business_id = ${businessId} and a.invoice_id = ${invoiceId}
        and a.credit_note_id is not null
      group by a.credit_note_id having sum(a.amount) > 0)
    order by n.id limit 1`);
  return rows[0]?.number;
}

/** What credit notes settle of the invoice `d`, in their order: a column beside its row. */
export const creditsColumn = (businessId: string): SQL => sql`
  (select coalesce(json_agg(json_build_object('id', n.id, 'creditNoteNumber', n.credit_note_number,
     'issueDate', n.issue_date, 'amount', round(c.amount, scale(n.total))::text,
     'currency', n.currency, 'isCorrection', coalesce(n.corrects_invoice_id = d.id, false))
     order by n.id), '[]'::json)
   from (
     select a.credit_note_id, sum(a.amount) as amount from allocations a
     where a.business_id = ${businessId} and a.invoice_id = d.id and a.credit_note_id is not null
     group by a.credit_note_id having sum(a.amount) > 0
   ) c
   join credit_notes n on n.business_id = ${businessId} and n.id = c.credit_note_id) as credits`;

/** What of the credit note `d` settles which invoice, and what was paid back of it: columns. */
export const creditUseColumns = (businessId: string): SQL => sql`
  (select coalesce(json_agg(json_build_object('invoiceId', i.id, 'invoiceNumber', i.invoice_number,
     'amount', c.amount::text) order by c.first), '[]'::json)
   from (${dividedCredit(businessId, sql`d.id`)}) c
   join invoices i on i.business_id = ${businessId} and i.id = c.invoice_id) as allocations,
  (select coalesce(json_agg(json_build_object('id', r.id, 'amount', r.amount::text,
     'paymentDate', r.payment_date, 'paymentMethod', r.payment_method, 'reference', r.reference,
     'notes', r.notes, 'createdAt', r.created_at, 'undone', exists (
       select 1 from credit_refunds u
       where u.business_id = ${businessId} and u.reverses_id = r.id)) order by r.id), '[]'::json)
   from credit_refunds r
   where r.business_id = ${businessId} and r.credit_note_id = d.id and r.amount > 0) as refunds`;

interface PaidBack extends Record<string, unknown> {
  amount: Decimal;
  paymentDate: CalendarDate;
  paymentMethod: string;
  isUndone: boolean;
}

/** A refund of a credit note; whether it is undone already. */
export async function findCreditRefund(
  db: Queryable,
  businessId: string,
  { creditNoteId, refundId }: { creditNoteId: number; refundId: number },
): Promise<PaidBack | undefined> {
  const { rows } = await db.execute<PaidBack>(sql`
    select r.amount::text as amount, r.payment_date as "paymentDate",
      r.payment_method as "paymentMethod", exists (
        select 1 from credit_refunds u
        where u.business_id = ${businessId} and u.reverses_id = r.id) as "isUndone"
    from credit_refunds r
    where r.business_id = ${businessId} and r.id = ${refundId}
      and r.credit_note_id = ${creditNoteId} and r.amount > 0`);
  return rows[0];
}
