import { sql } from 'drizzle-orm';
import type {
  CreditNote,
  CreditNoteDetail,
  CreditNoteSummary,
} from '../../../shared/credit-notes/credit-note.contract.ts';
import type { CreditNoteStatus } from '../../../shared/credit-notes/credit-note-status.ts';
import { CREDIT_NOTE_STATUSES } from '../../../shared/credit-notes/credit-note-status.ts';
import { notFound } from '../../../shared/errors/app-error.ts';
import type { Queryable } from '../../db/database.ts';
import type {
  DocumentFilter,
  DocumentListQuery,
  DocumentRow,
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
  sumByStatus,
} from '../documents/index.ts';
import { emailsColumn, newestEmailColumn, presentMessages } from '../emails/index.ts';

type CreditNoteRow = DocumentRow<'credit_note'> &
  Pick<CreditNote, 'status' | 'lineItems' | 'mustStay'>;

/** Instants are as JSON from the database gives them. */
type CreditNoteDetailRow = CreditNoteRow &
  SingleFigures &
  Pick<CreditNoteDetail, 'lineItems' | 'history' | 'emails' | 'revision' | 'credit'>;

/** What a credit note has besides its content: its status, and that an issued one stays. */
const OWN = sql`d.status, d.status <> 'draft' as "mustStay"`;

const withInvoice = <Row extends Pick<CreditNote, 'correctedInvoice'>>(row: Row) => ({
  ...row,
  correctsInvoiceId: row.correctedInvoice?.invoiceId ?? null,
});

/** Credit notes, newest issue date first: the whole list, or a page of `limit`. */
export async function listCreditNotes(
  db: Queryable,
  businessId: string,
  query: DocumentListQuery,
): Promise<{ creditNotes: CreditNote[]; next: string | undefined }> {
  const { rows, next } = await listDocuments<'credit_note', CreditNoteRow>(
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
  return { creditNotes: rows.map(withInvoice), next };
}

/** Count and sum of what a list with the same filter holds, and of each status of this search. */
export async function summarizeCreditNotes(
  db: Queryable,
  businessId: string,
  filter: DocumentFilter,
): Promise<CreditNoteSummary> {
  const sumOf = await sumByStatus<CreditNoteStatus>(db, 'credit_note', businessId, filter.search);
  const asked = CREDIT_NOTE_STATUSES.find((known) => known === filter.status);
  return {
    ...sumOf(asked),
    byStatus: { draft: sumOf('draft'), issued: sumOf('issued'), applied: sumOf('applied') },
  };
}

/** One credit note with lines, messages and history, in one query; undefined when there is none. */
export async function findCreditNoteDetail(
  db: Queryable,
  businessId: string,
  id: number,
): Promise<CreditNoteDetail | undefined> {
  const { rows } = await db.execute<CreditNoteDetailRow>(sql`
    select ${documentColumns('credit_note', businessId, { isSingle: true })}, ${OWN}, d.credit,
      ${lineItemsColumn('credit_note', businessId)}, ${historyColumn('credit_note', businessId)},
      ${emailsColumn(businessId, 'credit_note')}, ${revisionColumn('credit_note', businessId)}
    ${fromDocuments('credit_note', businessId)}
    where d.business_id = ${businessId} and d.id = ${id} and d.deleted_at is null`);
  const [row] = rows;
  return row && { ...withInvoice(presentDocument(row)), ...presentMessages(row) };
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
