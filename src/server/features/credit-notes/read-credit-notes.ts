import { sql } from 'drizzle-orm';
import type { CreditNoteStatus } from '../../../shared/credit-notes/credit-note-status.ts';
import { CREDIT_NOTE_STATUSES } from '../../../shared/credit-notes/credit-note-status.ts';
import type {
  CreditNote,
  CreditNoteDetail,
  CreditNoteSummary,
} from '../../../shared/credit-notes/credit-note.contract.ts';
import { utcInstant } from '../../../shared/dates/instants.ts';
import { notFound } from '../../../shared/errors/app-error.ts';
import type { DocumentFilter } from '../../../shared/lists/list-query.ts';
import {
  addMoney,
  money,
  noMoney,
  subtractMoney,
  withDecimals,
} from '../../../shared/money/money.ts';
import type { Queryable } from '../../db/database.ts';
import type { Page } from '../../platform/lists/cursor.ts';
import type {
  DocumentListQuery,
  DocumentRow,
  OwnColumns,
  SingleFigures,
} from '../documents/index.ts';
import {
  documentColumns,
  fromDocuments,
  hasStatus,
  historyColumn,
  lineItemsColumn,
  listDocuments,
  presentDocument,
  revisionColumn,
  selectOwn,
  sumByStatus,
} from '../documents/index.ts';
import { emailsColumn, newestEmailColumn, presentMessages } from '../emails/index.ts';
import { creditUseColumns } from '../ledger/index.ts';

type CreditNoteRow = DocumentRow<'credit_note'> &
  Pick<CreditNote, 'status' | 'lineItems' | 'mustStay' | 'appliedAmount' | 'refundedAmount'>;

/** Instants are as JSON from the database gives them. */
type CreditNoteDetailRow = CreditNoteRow &
  SingleFigures &
  Pick<
    CreditNoteDetail,
    'lineItems' | 'history' | 'emails' | 'revision' | 'credit' | 'allocations' | 'refunds'
  >;

/** What a credit note has besides its content: its status, what became of it, and that it stays. */
const OWN: OwnColumns<'credit_note', CreditNoteRow> = {
  status: sql`d.status`,
  mustStay: sql`d.status <> 'draft'`,
  appliedAmount: sql`d.applied_amount`,
  refundedAmount: sql`d.refunded_amount`,
};

type Own =
  | 'correctedInvoice'
  | 'status'
  | 'currency'
  | 'total'
  | 'appliedAmount'
  | 'refundedAmount';

/** Zeros that the database has set have the decimals of no currency. */
function presentOwn<Row extends Pick<CreditNote, Own>>(row: Row) {
  const { currency } = row;
  const applied = money(row.appliedAmount, currency);
  const refunded = money(row.refundedAmount, currency);
  const total = row.status === 'draft' ? noMoney(currency) : money(row.total, currency);
  return {
    ...row,
    correctsInvoiceId: row.correctedInvoice?.invoiceId ?? null,
    appliedAmount: withDecimals(applied.amount, currency),
    refundedAmount: withDecimals(refunded.amount, currency),
    unappliedAmount: subtractMoney(total, addMoney(applied, refunded)).amount,
  };
}

/** Credit notes, newest issue date first: the whole list, or a page of `limit`. */
export async function listCreditNotes(
  db: Queryable,
  businessId: string,
  query: DocumentListQuery,
): Promise<Page<CreditNote>> {
  const page = await listDocuments<'credit_note', CreditNoteRow>(
    db,
    'credit_note',
    businessId,
    query,
    {
      statuses: [hasStatus(query.status)],
      columns: OWN,
      ofPage: newestEmailColumn(businessId, 'credit_note'),
    },
  );
  return { ...page, rows: page.rows.map(presentOwn) };
}

/**
 * Count and sum of what a list with the same filter holds, and of each status under the same filter; and what
 * is left of those that are issued.
 */
export async function summarizeCreditNotes(
  db: Queryable,
  businessId: string,
  filter: DocumentFilter,
): Promise<CreditNoteSummary> {
  const sumOf = await sumByStatus<CreditNoteStatus>(db, 'credit_note', businessId, filter);
  const left = sql`d.total - d.applied_amount - d.refunded_amount`;
  const leftOf = await sumByStatus<CreditNoteStatus>(db, 'credit_note', businessId, filter, left);
  const asked = CREDIT_NOTE_STATUSES.find((known) => known === filter.status);
  return {
    ...sumOf(asked),
    byStatus: { draft: sumOf('draft'), issued: sumOf('issued'), applied: sumOf('applied') },
    unapplied: leftOf('issued'),
  };
}

/** One credit note with lines, messages and history, in one query; undefined when there is none. */
export async function findCreditNoteDetail(
  db: Queryable,
  businessId: string,
  id: number,
): Promise<CreditNoteDetail | undefined> {
  const { rows } = await db.execute<CreditNoteDetailRow>(sql`
    select ${documentColumns('credit_note', businessId, { isSingle: true })}, ${selectOwn(OWN)}, d.credit,
      ${lineItemsColumn('credit_note', businessId)}, ${historyColumn('credit_note', businessId)},
      ${emailsColumn(businessId, 'credit_note')}, ${revisionColumn('credit_note', businessId)},
      ${creditUseColumns(businessId)}
    ${fromDocuments('credit_note', businessId)}
    where d.business_id = ${businessId} and d.id = ${id} and d.deleted_at is null`);
  const [row] = rows;
  if (!row) return undefined;
  const refunds = row.refunds.map((one) => ({ ...one, createdAt: utcInstant(one.createdAt) }));
  const { amount } = row.credit ?? {};
  return {
    ...presentOwn(presentDocument(row)),
    ...presentMessages(row),
    // As it was typed, with two decimals.
    credit:
      amount == null ? row.credit : { ...row.credit, amount: withDecimals(amount, row.currency) },
    refunds,
  };
}

/** @throws AppError NOT_FOUND for a missing, deleted or foreign credit note alike. */
export async function readCreditNote(
  db: Queryable,
  businessId: string,
  id: number,
): Promise<CreditNoteDetail> {
  const creditNote = await findCreditNoteDetail(db, businessId, id);
  if (!creditNote) throw notFound('Credit note');
  return creditNote;
}
