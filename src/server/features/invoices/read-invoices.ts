import type { SQL } from 'drizzle-orm';
import { sql } from 'drizzle-orm';
import { notFound } from '../../../shared/errors/app-error.ts';
import type {
  Invoice,
  InvoiceDetail,
  InvoiceSummary,
} from '../../../shared/invoices/invoice.contract.ts';
import { hundredths, sumDecimals, toDecimal } from '../../../shared/money/money.ts';
import type { Queryable } from '../../db/database.ts';
import { currentStatus, isLate } from '../../db/overdue.ts';
import { decodeDateCursor, pageOf, searchCondition } from '../../platform/lists/cursor.ts';
import { ownerAccount } from '../businesses/index.ts';
import { emailsColumn, newestEmailColumn } from '../emails/index.ts';
import { sumByStatus } from './invoice.store.ts';
import type { InvoiceDetailRow, InvoiceRow } from './present-invoice.ts';
import { presentInvoice, presentInvoiceDetail } from './present-invoice.ts';

/** Columns of an invoice with its customer and public id. */
const COLUMNS = sql`
  i.id, i.customer_id, i.invoice_number, i.po_number,
  i.issue_date, i.due_date,
  i.currency, i.subtotal, i.tax_amount, i.tax_rate, i.total, i.notes, i.terms,
  i.stripe_payment_intent_id, i.payment_url, i.version, i.created_at, i.updated_at,
  c.name as customer_name, c.company as customer_company, c.email as customer_email, p.public_id`;

const joins = (businessId: string) => sql`
  join customers c on c.business_id = ${businessId} and c.id = i.customer_id
  join public_documents p on p.business_id = i.business_id and p.invoice_id = i.id`;

/** Numerics go through JSON as text: a JSON number would lose their two decimals. */
const lineItems = (businessId: string) => sql`
  (select coalesce(json_agg(json_build_object(
     'id', l.id, 'invoiceId', l.invoice_id, 'itemId', l.item_id, 'description', l.description,
     'quantity', l.quantity::text, 'unitPrice', l.unit_price::text, 'total', l.total::text)
     order by l.position), '[]'::json)
   from invoice_line_items l
   where l.business_id = ${businessId} and l.invoice_id = i.id) as line_items`;

const payments = (businessId: string) => sql`
  (select coalesce(json_agg(json_build_object(
     'id', y.id, 'invoiceId', y.invoice_id, 'amount', y.amount::text,
     'paymentDate', y.payment_date, 'paymentMethod', y.payment_method, 'status', y.status,
     'provider', y.provider, 'methodDetail', y.method_detail,
     'refundedAmount', y.refunded_amount::text, 'dispute', y.dispute,
     'pendingRefundAmount', (
       select coalesce(sum(r.amount), 0)::numeric(10,2)::text from refunds r
       where r.business_id = ${businessId} and r.payment_id = y.id and r.status = 'pending'),
     'stillOwedAmount', y.still_owed_amount::text,
     'receiptUrl', y.receipt_url, 'notes', y.notes, 'createdAt', y.created_at) order by y.id),
     '[]'::json)
   from payments y
   where y.business_id = ${businessId} and y.invoice_id = i.id) as payments`;

const processing = (businessId: string) => sql`
  exists (select 1 from checkouts k where k.business_id = ${businessId} and k.invoice_id = i.id
    and k.status in ('capturing', 'processing')) as payment_processing`;

const estimate = (businessId: string) => sql`
  (select json_build_object('id', s.id, 'estimateNumber', s.estimate_number)
   from estimates s
   where s.business_id = ${businessId} and s.invoice_id = i.id and s.deleted_at is null) as estimate`;

/** The newest hundred entries: an invoice edited more often still opens at once. */
const history = (businessId: string) => sql`
  (select coalesce(json_agg(json_build_object(
     'id', e.id, 'type', e.type, 'data', e.data, 'createdAt', e.created_at) order by e.id desc),
     '[]'::json)
   from (select * from events e
         where e.business_id = ${businessId} and e.invoice_id = i.id order by e.id desc limit 100) e
  ) as history`;

export interface InvoiceListQuery {
  limit?: number | undefined;
  cursor?: string | undefined;
  search?: string | undefined;
  status?: string | undefined;
}

/**
 * The stored invoices that have a status now. What is overdue is stored as such or as sent: two
 * conditions, so that each is found by the index of its kind.
 */
function storedAs(status: string | undefined, businessId: string, now: Date): SQL[] {
  const late = isLate('i', businessId, now);
  if (status === undefined || status === 'all') return [sql`true`];
  if (status === 'sent') return [sql`i.status = 'sent' and not ${late}`];
  if (status === 'overdue') return [sql`i.status = 'overdue'`, late];
  return [sql`i.status = ${status}`];
}

/** Invoices as of now, newest issue date first: the whole list, or a page of `limit`. */
export async function listInvoices(
  db: Queryable,
  businessId: string,
  query: InvoiceListQuery,
  now: Date,
): Promise<{ invoices: Invoice[]; next: string | undefined }> {
  const { limit } = query;
  const conditions: SQL[] = [sql`i.business_id = ${businessId}`, sql`i.deleted_at is null`];
  const search = searchCondition(sql`i.search_text`, query.search);
  if (search) conditions.push(search);
  if (query.cursor !== undefined) {
    const { key, id } = decodeDateCursor(query.cursor);
    conditions.push(sql`(i.issue_date, i.id) < (${key}::date, ${id}::bigint)`);
  }
  // The page is cut before the joins: the planner cannot know that each invoice has one customer,
  // expects few rows of the join, and would otherwise read the owner's whole list to sort it.
  const most = limit === undefined ? sql`` : sql`limit ${limit + 1}`;
  const found = storedAs(query.status, businessId, now).map(
    (status) => sql`(
      select * from invoices i where ${sql.join([...conditions, status], sql` and `)}
      order by i.issue_date desc, i.id desc ${most})`,
  );
  const page =
    found.length === 1
      ? found[0]
      : sql`(
          select * from (${sql.join(found, sql` union all `)}) i
          order by i.issue_date desc, i.id desc ${most})`;
  const { rows } = await db.execute<InvoiceRow>(sql`
    select ${COLUMNS}, ${ownerAccount(businessId)} as user_id, ${currentStatus('i', businessId, now)} as status,
      ${limit === undefined ? lineItems(businessId) : newestEmailColumn(businessId, 'invoice')}
    from ${page} i ${joins(businessId)}
    order by i.issue_date desc, i.id desc`);
  const cut = pageOf(rows, limit, (row) => ({ key: row.issue_date, id: Number(row.id) }));
  return { invoices: cut.rows.map(presentInvoice), next: cut.next };
}

/** One invoice as of now with lines, payments and history, in one query; undefined when there is none. */
export async function findInvoiceDetail(
  db: Queryable,
  businessId: string,
  id: number,
  now: Date,
): Promise<InvoiceDetail | undefined> {
  const { rows } = await db.execute<InvoiceDetailRow>(sql`
    select ${COLUMNS}, ${ownerAccount(businessId)} as user_id, ${currentStatus('i', businessId, now)} as status,
      ${lineItems(businessId)}, ${payments(businessId)}, ${history(businessId)},
      ${processing(businessId)}, ${emailsColumn(businessId, 'invoice')}, ${estimate(businessId)}
    from invoices i ${joins(businessId)}
    where i.business_id = ${businessId} and i.id = ${id} and i.deleted_at is null`);
  const [row] = rows;
  return row && presentInvoiceDetail(row);
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

const NOTHING = { count: 0, total: '0.00' };

/**
 * Count and sum for each status, of all invoices or of what a search finds; of the unpaid ones, what
 * is still to come.
 */
export async function summarizeInvoices(
  db: Queryable,
  businessId: string,
  search: string | undefined,
  now: Date,
): Promise<InvoiceSummary> {
  const found = searchCondition(sql`search_text`, search);
  const sums = await sumByStatus(db, businessId, found, now);
  const of = (...statuses: string[]) => {
    const parts = sums.filter((sum) => statuses.includes(sum.status));
    if (parts.length === 0) return NOTHING;
    return {
      count: parts.reduce((n, part) => n + part.count, 0),
      total: sumDecimals(parts.map((part) => part.total)),
    };
  };
  const unpaid = sums.filter(({ status }) => status === 'sent' || status === 'overdue');
  const due = toDecimal(
    unpaid.reduce((sum, part) => sum + hundredths(part.total) - hundredths(part.received), 0n),
  );
  return {
    all: of('draft', 'sent', 'paid', 'overdue'),
    draft: of('draft'),
    sent: of('sent'),
    paid: of('paid'),
    overdue: of('overdue'),
    unpaid: { count: of('sent', 'overdue').count, total: due },
  };
}
