import { sql } from 'drizzle-orm';
import { CREDIT_NOTE_EVENTS } from '../../../shared/credit-notes/credit-note.contract.ts';
import type { Activity } from '../../../shared/dashboard/dashboard.contract.ts';
import { SILENT_EVENTS } from '../../../shared/dashboard/dashboard.contract.ts';
import { utcInstant } from '../../../shared/dates/instants.ts';
import { ESTIMATE_EVENTS } from '../../../shared/estimates/estimate.contract.ts';
import { INVOICE_EVENTS } from '../../../shared/invoices/invoice.contract.ts';
import type { Queryable } from '../../db/database.ts';
import { joinCustomer } from '../customers/index.ts';

const SILENT = new Set<string>(SILENT_EVENTS);
/** Once for a document is enough, however often it happens. */
const ONCE = new Set<string>([
  'invoice.edited',
  'invoice.viewed',
  'estimate.edited',
  'estimate.viewed',
  'credit_note.edited',
  'credit_note.viewed',
]);
const TOLD = [...new Set([...INVOICE_EVENTS, ...ESTIMATE_EVENTS, ...CREDIT_NOTE_EVENTS])].filter(
  (type) => !SILENT.has(type),
);

/** Entries read at a time, and how many times at most: a document edited all day hides others. */
const BATCH = 100;
const BATCHES = 5;

interface EventRow extends Record<string, unknown> {
  id: string;
  type: Activity['type'];
  invoice_id: string | null;
  estimate_id: string | null;
  credit_note_id: string | null;
  number: string;
  currency: string;
  customer_name: string;
  customer_company: string | null;
  data: Record<string, unknown>;
  created_at: string;
}

/** What happened last to an owner's documents that are still there, without repetitions. */
export async function recentActivity(
  db: Queryable,
  businessId: string,
  limit: number,
): Promise<Activity[]> {
  const told: EventRow[] = [];
  const seen = new Set<string>();
  let before: string | undefined;
  for (let batch = 0; batch < BATCHES; batch += 1) {
    const { rows, last, more } = await readEvents(db, businessId, before);
    for (const row of rows) if (isNews(row, told, seen)) told.push(row);
    if (told.length >= limit || !more) break;
    before = last;
  }
  return told.slice(0, limit).map(presentActivity);
}

/** What may leave nothing due on an invoice: told itself, and not by the status that follows. */
const SETTLING = new Set([
  'payment.received',
  'payment.recorded',
  'invoice.credited',
  'invoice.written_off',
]);

/** Whether an entry says what those after it (which are read before it) do not. */
function isNews(row: EventRow, later: EventRow[], seen: Set<string>): boolean {
  // A message that was taken back is on its invoice's page; nothing went wrong.
  if (row.type === 'email.failed' && row.data['withdrawn'] === true) return false;
  // What is told of a payment as a whole is told once, of the first of its invoices.
  if (row.data['further'] === true && row.data['whole'] === undefined) return false;
  const document = documentKey(row);
  if (ONCE.has(row.type)) {
    const key = `${row.type} ${document}`;
    if (seen.has(key)) return false;
    seen.add(key);
  }
  // A save that changes the status is told by the status; a payment that settles, by the payment.
  const atOnce = later.filter(
    (other) => other.created_at === row.created_at && documentKey(other) === document,
  );
  if (row.type.endsWith('.edited')) return atOnce.length === 0;
  if (SETTLING.has(row.type)) {
    const settled = atOnce.findIndex(({ type }) => type === 'invoice.paid');
    if (settled >= 0) later.splice(later.indexOf(atOnce[settled] as EventRow), 1);
  }
  return true;
}

const documentKey = ({ invoice_id, estimate_id, credit_note_id }: EventRow) =>
  [invoice_id, estimate_id, credit_note_id].join(' ');

async function readEvents(db: Queryable, businessId: string, before: string | undefined) {
  // The batch is cut before the joins, and its end is known although deleted documents drop out.
  const { rows } = await db.execute<EventRow & { last: string; read: string }>(sql`
    with batch as materialized (
      select * from events
      where business_id = ${businessId} and type = any(${sql.param(TOLD)}::text[])
        ${before === undefined ? sql`` : sql`and id < ${before}::bigint`}
      order by id desc limit ${BATCH}
    )
    select e.id, e.type, e.invoice_id, e.estimate_id, e.credit_note_id, e.data, e.created_at,
      coalesce(i.invoice_number, s.estimate_number, n.credit_note_number) as number,
      coalesce(i.currency, s.currency, n.currency) as currency, c.name as customer_name,
      c.company as customer_company,
      b.last, b.read
    from (select min(id) as last, count(*) as read from batch) b
    left join (
      batch e
      left join invoices i
        on i.business_id = ${businessId} and i.id = e.invoice_id and i.deleted_at is null
      left join estimates s
        on s.business_id = ${businessId} and s.id = e.estimate_id and s.deleted_at is null
      left join credit_notes n
        on n.business_id = ${businessId} and n.id = e.credit_note_id and n.deleted_at is null
      ${joinCustomer(businessId, sql`coalesce(i.customer_id, s.customer_id, n.customer_id)`)}
    ) on true
    order by e.id desc`);
  const [first] = rows;
  return {
    rows: rows.filter(({ id }) => id !== null),
    last: first?.last,
    more: Number(first?.read ?? 0) === BATCH,
  };
}

function presentActivity(row: EventRow): Activity {
  return {
    id: Number(row.id),
    type: row.type,
    invoiceId: row.invoice_id === null ? null : Number(row.invoice_id),
    estimateId: row.estimate_id === null ? null : Number(row.estimate_id),
    creditNoteId: row.credit_note_id === null ? null : Number(row.credit_note_id),
    number: row.number,
    currency: row.currency,
    customerName: row.customer_name,
    customerCompany: row.customer_company,
    data: row.data,
    createdAt: utcInstant(row.created_at),
  };
}
