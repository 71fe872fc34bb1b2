import { and, eq, isNull, ne, sql } from 'drizzle-orm';
import type { CreditNoteEventType } from '../../../shared/credit-notes/credit-note.contract.ts';
import type { EarlierCredit } from '../../../shared/credit-notes/creditable.ts';
import type { Queryable } from '../../db/database.ts';
import { creditNotes } from '../../db/tables/credit-notes.table.ts';
import { recordEvents } from '../../platform/events/record-events.ts';
import { recordStore } from '../../platform/records/record-store.ts';
import { withoutNumbers } from '../documents/index.ts';

export type StoredCreditNote = typeof creditNotes.$inferSelect;

const { one, ...store } = recordStore(creditNotes);
export const {
  lock: lockCreditNoteRow,
  insert: insertCreditNote,
  update: updateCreditNoteRow,
} = store;

/** Takes the numbers off drafts: a series gives them theirs. */
export async function clearCreditNoteNumbers(
  db: Queryable,
  businessId: string,
  now: Date,
): Promise<void> {
  const { values, drafts } = withoutNumbers('credit_note', businessId, creditNotes, now);
  await db
    .update(creditNotes)
    .set({ creditNoteNumber: '', ...values })
    .where(drafts);
}

/** The invoice that a credit note corrects, if it does: it never changes. */
export async function findCorrectedInvoiceId(
  db: Queryable,
  businessId: string,
  id: number,
): Promise<number | undefined> {
  const [row] = await db
    .select({ invoiceId: creditNotes.correctsInvoiceId })
    .from(creditNotes)
    .where(one(businessId, id));
  return row?.invoiceId ?? undefined;
}

/** What is to be known of a credit note before what it settles is locked. */
export type CreditNoteState = Pick<StoredCreditNote, 'status' | 'creditNoteNumber' | 'issueDate'>;

export async function findCreditNoteState(
  db: Queryable,
  businessId: string,
  id: number,
): Promise<CreditNoteState | undefined> {
  const { status, creditNoteNumber, issueDate } = creditNotes;
  const [row] = await db
    .select({ status, creditNoteNumber, issueDate })
    .from(creditNotes)
    .where(and(one(businessId, id), isNull(creditNotes.deletedAt)));
  return row;
}

/**
 * What issued credit notes have credited of an invoice, in their order; drafts credit nothing yet.
 * @param db holds the invoice's lock where something follows from the answer
 */
export function listCreditsOfInvoice(
  db: Queryable,
  businessId: string,
  invoiceId: number,
): Promise<(EarlierCredit & { total: string })[]> {
  return db
    .select({
      parts: sql<EarlierCredit['parts']>`${creditNotes.parts}`,
      rounding: creditNotes.rounding,
      total: creditNotes.total,
    })
    .from(creditNotes)
    .where(
      and(
        eq(creditNotes.businessId, businessId),
        eq(creditNotes.correctsInvoiceId, invoiceId),
        ne(creditNotes.status, 'draft'),
      ),
    )
    .orderBy(creditNotes.id);
}

export async function insertCreditNoteEvent(
  db: Queryable,
  { businessId, id }: Pick<StoredCreditNote, 'businessId' | 'id'>,
  type: CreditNoteEventType,
  data: Record<string, unknown>,
  now: Date,
): Promise<void> {
  await recordEvents(db, [{ businessId, creditNoteId: id, type, data, createdAt: now }]);
}
