import type { SQL } from 'drizzle-orm';
import { sql } from 'drizzle-orm';
import { utcInstant } from '../../../shared/dates/instants.ts';
import { openSchedule } from '../../../shared/documents/installments/schedule-installments.ts';
import type { IssuedInvoices } from '../../../shared/documents/number-series/issued-invoices.ts';
import { notFound } from '../../../shared/errors/app-error.ts';
import type { InvoiceFilter } from '../../../shared/invoices/invoice-status.ts';
import { settledBy } from '../../../shared/invoices/invoice-status.ts';
import type {
  Invoice,
  InvoiceDetail,
  InvoiceSummary,
} from '../../../shared/invoices/invoice.contract.ts';
import type { DocumentFilter } from '../../../shared/lists/list-query.ts';
import { countAndSum } from '../../../shared/money/count-and-sum.ts';
import {
  addMoney,
  money,
  subtractMoney,
  sumMoneyIn,
  withDecimals,
} from '../../../shared/money/money.ts';
import { coveringCheckouts } from '../../db/covering-checkouts.ts';
import type { Queryable } from '../../db/database.ts';
import { executeNamed } from '../../db/named-statements.ts';
import { isLate } from '../../db/overdue.ts';
import type { Page } from '../../platform/lists/cursor.ts';
import type {
  DocumentListQuery,
  DocumentRow,
  OwnColumns,
  SingleFigures,
} from '../documents/index.ts';
import {
  documentColumns,
  findConditions,
  fromDocuments,
  historyColumn,
  isNarrowed,
  lineItemsColumn,
  listDocuments,
  presentDocument,
  revisionColumn,
  selectOwn,
} from '../documents/index.ts';
import { emailsColumn, newestEmailColumn, presentMessages } from '../emails/index.ts';
import { creditsColumn, findPaidWith, paymentsColumn } from '../ledger/index.ts';
import { deductedByColumn } from './deposit-invoice.store.ts';
import type { StateRow } from './invoice-state.ts';
import { readState, stateColumns } from './invoice-state.ts';
import { readStatusSums } from './invoice-sums.ts';
import { isFixed } from './refuse-change.ts';

type InvoiceRow = DocumentRow<'invoice'> &
  Pick<Invoice, 'stripePaymentIntentId' | 'paymentUrl' | 'lineItems'> &
  StateRow &
  Kept;

/** By what it is told whether an invoice can change and can go: as it is stored, and as its business has it. */
type Kept = Pick<Invoice, 'isFixed' | 'mustStay'> & { issuedInvoices: IssuedInvoices | null };

/** Instants are as JSON from the database gives them. */
type InvoiceDetailRow = InvoiceRow &
  SingleFigures &
  Pick<
    InvoiceDetail,
    | 'lineItems'
    | 'payments'
    | 'history'
    | 'paymentProcessing'
    | 'emails'
    | 'estimate'
    | 'correction'
    | 'corrects'
    | 'recurringId'
    | 'creditNotes'
    | 'credits'
    | 'deductedBy'
    | 'revision'
  >;

/** What an invoice has besides its content. */
const ownColumns = (businessId: string, now: Date): OwnColumns<'invoice', InvoiceRow> => ({
  ...stateColumns(businessId, now),
  ...KEPT,
  issuedInvoices: sql`(select b.issued_invoices from business_profiles b
    where b.business_id = ${businessId})`,
});
const KEPT = {
  isFixed: sql`d.is_fixed`,
  mustStay: sql`d.series_id is not null`,
  stripePaymentIntentId: sql`d.stripe_payment_intent_id`,
  paymentUrl: sql`d.payment_url`,
};

const processing = (businessId: string) => sql`
  exists (select 1 from checkouts k where k.business_id = ${businessId}
    and k.id in (${coveringCheckouts(businessId, sql`array[d.id]`)})
    and k.status in ('capturing', 'processing')) as "paymentProcessing"`;

const estimate = (businessId: string) => sql`
  (select json_build_object('id', s.id, 'estimateNumber', s.estimate_number)
   from estimates s
   where s.business_id = ${businessId} and s.deleted_at is null
     and s.id = coalesce((d.deposit_estimate->>'estimateId')::bigint,
       (select e.id from estimates e where e.business_id = ${businessId} and e.invoice_id = d.id)))
   as estimate`;

/** The invoice that takes its place, and the one that it takes the place of. */
const corrections = (businessId: string) => sql`
  (select json_build_object('id', o.id, 'invoiceNumber', o.invoice_number,
     'isDeleted', o.deleted_at is not null)
   from invoices o where o.business_id = ${businessId} and o.corrects_invoice_id = d.id) as correction,
  (select json_build_object('id', o.id, 'invoiceNumber', o.invoice_number)
   from invoices o where o.business_id = ${businessId} and o.id = d.corrects_invoice_id) as corrects`;

const recurringId = (businessId: string) => sql`
  (select r.id from recurring_runs run
   join recurring_invoices r on r.business_id = ${businessId} and r.id = run.recurring_id
   where run.business_id = ${businessId} and run.invoice_id = d.id and r.deleted_at is null)
   as "recurringId"`;

const creditNotes = (businessId: string) => sql`
  (select coalesce(json_agg(json_build_object('id', n.id, 'creditNoteNumber', n.credit_note_number,
     'status', n.status, 'total', n.total::text) order by n.id), '[]'::json)
   from credit_notes n
   where n.business_id = ${businessId} and n.corrects_invoice_id = d.id
     and n.deleted_at is null) as "creditNotes"`;

/**
 * The stored invoices that a filter finds now. What is overdue is stored as such or as sent: two
 * conditions, so that each is found by the index of its kind.
 */
function storedAs(filter: InvoiceFilter, businessId: string, now: Date): SQL[] {
  const late = () => isLate('d', businessId, now);
  switch (filter) {
    case 'all':
      return [sql`true`];
    case 'sent':
      return [sql`d.status = 'sent' and not ${late()}`];
    case 'unpaid':
      return [sql`d.status in ('sent', 'overdue') and d.amount_due > 0`];
    case 'overdue':
      return [sql`d.status = 'overdue'`, late()];
    case 'paid_or_credited':
      return [sql`d.status = 'paid' and d.amount_written_off = 0`];
    case 'written_off':
      return [sql`d.status = 'paid' and d.amount_written_off > 0`];
    default:
      return [sql`d.status = ${filter}`];
  }
}

export type InvoiceListQuery = DocumentListQuery & { status?: InvoiceFilter | undefined };

/** Invoices as of now, newest issue date first: the whole list, or a page of `limit`. */
export async function listInvoices(
  db: Queryable,
  businessId: string,
  query: InvoiceListQuery,
  now: Date,
): Promise<Page<Invoice>> {
  const page = await listDocuments<'invoice', InvoiceRow>(db, 'invoice', businessId, query, {
    statuses: storedAs(query.status ?? 'all', businessId, now),
    columns: ownColumns(businessId, now),
    ofPage: newestEmailColumn(businessId, 'invoice'),
    alsoFound: await findPaidWith(db, businessId, query.search),
  });
  return { ...page, rows: page.rows.map(presentState) };
}

/** One invoice as of now with lines, payments and history, in one query; undefined when there is none. */
export async function findInvoiceDetail(
  db: Queryable,
  businessId: string,
  id: number,
  now: Date,
): Promise<InvoiceDetail | undefined> {
  const { rows } = await executeNamed<InvoiceDetailRow>(
    db,
    sql`
    select ${documentColumns('invoice', businessId, { isSingle: true })}, ${selectOwn(ownColumns(businessId, now))},
      ${lineItemsColumn('invoice', businessId)}, ${paymentsColumn(businessId)},
      ${historyColumn('invoice', businessId)}, ${processing(businessId)},
      ${emailsColumn(businessId, 'invoice')}, ${estimate(businessId)}, ${recurringId(businessId)}, ${corrections(businessId)},
      ${creditNotes(businessId)},
      ${creditsColumn(businessId)}, ${deductedByColumn(businessId)},
      ${revisionColumn('invoice', businessId)}
    ${fromDocuments('invoice', businessId)}
    where d.business_id = ${businessId} and d.id = ${id} and d.deleted_at is null`,
  );
  const [row] = rows;
  return row && presentInvoiceDetail(row);
}

function presentInvoiceDetail(row: InvoiceDetailRow): InvoiceDetail {
  const { currency } = row;
  // Of payments for this invoice, what came beyond what it asks for.
  const own = row.payments.filter((one) => one.invoiceId === Number(row.id));
  const unapplied = own.filter((one) => one.currency === currency);
  const overpaid = sumMoneyIn(
    currency,
    unapplied.map((one) => money(one.unappliedAmount, currency)),
  );
  return {
    ...presentState(presentDocument(row)),
    ...presentMessages(row),
    recurringId: row.recurringId === null ? null : Number(row.recurringId),
    payments: row.payments.map((payment) => ({
      ...payment,
      createdAt: utcInstant(payment.createdAt),
    })),
    amountReceived: addMoney(money(row.amountPaid, currency), overpaid).amount,
    overpaid: overpaid.amount,
    settledBy: row.status === 'paid' ? settledBy(row) : null,
    schedule: openSchedule(row).map(({ event: _event, days: _days, ...shown }) => shown),
  };
}

/**
 * An invoice as it is now. Sums that the database made of zeros have the decimals of no currency. The row
 * itself is completed: copies of the rows of a list take longer than reading them.
 */
function presentState<
  Row extends StateRow & Kept & Pick<Invoice, 'currency' | 'total' | 'issueDate' | 'dueDate'>,
>(row: Row) {
  const { currency, issuedInvoices } = row;
  const { status, standing, amountOverdue } = readState(row);
  const fixed = isFixed({ status, isFixed: row.isFixed }, issuedInvoices ?? 'revise');
  const untold: Omit<Row, 'standing' | 'amountOverdue' | 'plan' | 'today' | 'issuedInvoices'> = row;
  return Object.assign(untold, {
    status,
    standing,
    amountOverdue,
    isFixed: fixed,
    mustStay: row.mustStay || fixed,
    amountPaid: withDecimals(row.amountPaid, currency),
    amountCredited: withDecimals(row.amountCredited, currency),
    amountAdjusted: withDecimals(row.amountAdjusted, currency),
    amountWrittenOff: withDecimals(row.amountWrittenOff, currency),
    amountDue: withDecimals(row.amountDue, currency),
    // What only the computing of these needed.
    plan: undefined,
    today: undefined,
    issuedInvoices: undefined,
  });
}

/** @throws AppError NOT_FOUND for a missing, deleted or foreign invoice alike. */
export async function readInvoice(
  db: Queryable,
  businessId: string,
  id: number,
  now: Date,
): Promise<InvoiceDetail> {
  const invoice = await findInvoiceDetail(db, businessId, id, now);
  if (!invoice) throw notFound('Invoice');
  return invoice;
}

/**
 * Count and sum under each filter, of all invoices or of what other filters find: what is still to come
 * of the unpaid ones, what is late of the overdue ones, what was given up of those that were written off.
 */
export async function summarizeInvoices(
  db: Queryable,
  businessId: string,
  filter: DocumentFilter,
  now: Date,
): Promise<InvoiceSummary> {
  const paid = await findPaidWith(db, businessId, filter.search);
  const found = isNarrowed(filter) ? await findConditions(db, businessId, filter, paid) : undefined;
  const { statuses: sums, writtenOff } = await readStatusSums(db, businessId, now, found);
  const of = (...statuses: string[]) =>
    countAndSum(
      sums
        .filter(({ status }) => statuses.includes(status))
        .map((part) => ({ ...part, amount: part.total })),
    );
  const unpaid = sums.filter(({ status }) => status === 'sent' || status === 'overdue');
  return {
    all: of('draft', 'sent', 'paid', 'overdue'),
    draft: of('draft'),
    sent: of('sent'),
    paid: of('paid'),
    overdue: countAndSum(
      unpaid
        .filter(({ status }) => status === 'overdue')
        .map((part) => ({ ...part, amount: part.overdue })),
    ),
    unpaid: countAndSum(
      unpaid.map((part) => ({ ...part, count: part.count - part.nothingDue, amount: part.due })),
    ),
    paid_or_credited: countAndSum(
      sums
        .filter(({ status }) => status === 'paid')
        .map((part) => {
          const { count, total } = writtenOff.find(isInSame(part)) ?? { count: 0, total: '0' };
          const { currency } = part;
          const rest = subtractMoney(money(part.total, currency), money(total, currency));
          return { ...rest, count: part.count - count };
        }),
    ),
    written_off: countAndSum(writtenOff),
  };
}

const isInSame =
  ({ currency }: { currency: string }) =>
  (other: { currency: string }) =>
    other.currency === currency;
