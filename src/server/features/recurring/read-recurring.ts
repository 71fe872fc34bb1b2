import { and, eq, getTableColumns, isNotNull, sql } from 'drizzle-orm';
import { utcInstant } from '../../../shared/dates/instants.ts';
import type { Delivery } from '../../../shared/emails/undelivered.ts';
import { findUndelivered } from '../../../shared/emails/undelivered.ts';
import { notFound } from '../../../shared/errors/app-error.ts';
import type { StandingFacts } from '../../../shared/invoices/invoice-status.ts';
import { readStanding } from '../../../shared/invoices/invoice-status.ts';
import { countAndSum } from '../../../shared/money/count-and-sum.ts';
import { withDecimals } from '../../../shared/money/money.ts';
import { listPlanned } from '../../../shared/recurring/exceptions.ts';
import type {
  Recurring,
  RecurringDetail,
  RecurringListQuery,
  RecurringSummary,
  RecurringSummaryQuery,
} from '../../../shared/recurring/recurring.contract.ts';
import { recurringSchema } from '../../../shared/recurring/recurring.contract.ts';
import { occurrencePeriod } from '../../../shared/recurring/schedule.ts';
import { decimalsIn } from '../../db/currency-decimals.ts';
import type { Queryable } from '../../db/database.ts';
import { currentStatus, standingFacts } from '../../db/overdue.ts';
import { recurringInvoices } from '../../db/tables/recurring.table.ts';
import type { Page } from '../../platform/lists/cursor.ts';
import { presentRecord } from '../../platform/records/record-store.ts';
import { ownerAccount } from '../businesses/index.ts';
import { findCustomerGroup, joinCustomer, matchesAny } from '../customers/index.ts';
import { newestEmailColumn } from '../emails/index.ts';
import type { RecurringRow } from './recurring.store.ts';
import { nextInvoiceDate, recurringRecords, toPlan, toSchedule } from './recurring.store.ts';

const { live, list } = recurringRecords;

/** How many days to come, and how many that were dealt with, a single one shows. */
const UPCOMING = 6;
const SHOWN_RUNS = 50;

type ReadRow = RecurringRow & Pick<Recurring, 'userId' | 'customer'>;

const selectRecurring = (db: Queryable, businessId: string) =>
  db
    .select({
      ...getTableColumns(recurringInvoices),
      userId: ownerAccount(sql`recurring_invoices.business_id`),
      customer: sql<Recurring['customer']>`(
        select json_build_object('id', c.id, 'name', c.name, 'company', c.company, 'email', c.email)
        from (values (recurring_invoices.customer_id)) of (customer_id)
        ${joinCustomer(businessId, sql`of.customer_id`)})`,
    })
    .from(recurringInvoices)
    .$dynamic();

function present(row: ReadRow): Recurring {
  return presentRecord(recurringSchema, {
    ...row,
    // Of one that was merged: the customer whom its invoices go to.
    customerId: row.customer.id,
    schedule: toSchedule(row),
    nextDate: nextInvoiceDate(row),
  });
}

/** By the day of the next invoice; those that make no further one come last. */
export async function listRecurring(
  db: Queryable,
  businessId: string,
  { status, customerId, ...query }: RecurringListQuery,
): Promise<Page<Recurring>> {
  const byNextDate = {
    column: recurringInvoices.listDate,
    toListKey: (row: ReadRow) => row.listDate,
    ofDays: true,
  };
  const page = await list(
    db,
    selectRecurring(db, businessId),
    businessId,
    query,
    byNextDate,
    and(withStatus(status), await whoseAre(db, businessId, customerId)),
  );
  return { ...page, rows: page.rows.map(present) };
}

function withStatus(status: RecurringListQuery['status']) {
  if (status === undefined || status === 'all') return undefined;
  if (status !== 'problem') return eq(recurringInvoices.status, status);
  return and(eq(recurringInvoices.status, 'active'), isNotNull(recurringInvoices.problem));
}

/** Those of a customer, and of the customers that were merged into it. */
async function whoseAre(db: Queryable, businessId: string, customerId: number | undefined) {
  if (customerId === undefined) return undefined;
  const group = await findCustomerGroup(db, businessId, customerId);
  return matchesAny(sql`customer_id`, group);
}

interface RunRow extends Record<string, unknown> {
  date: string;
  outcome: RecurringDetail['runs'][number]['outcome'];
  created_at: string | Date;
  id: string | null;
  invoice_number: string;
  issue_date: string;
  facts: StandingFacts;
  currency: string;
  total: string;
  undelivered: Delivery | null;
}

/** @throws AppError NOT_FOUND for a missing, deleted or foreign one alike */
export async function readRecurring(
  db: Queryable,
  businessId: string,
  id: number,
  now: Date,
): Promise<RecurringDetail> {
  const [row] = await selectRecurring(db, businessId).where(
    and(live(businessId), eq(recurringInvoices.id, id)),
  );
  if (!row) throw notFound('Recurring invoice');
  const { rows: runs } = await db.execute<RunRow>(sql`
    select r.date, r.outcome, r.created_at, d.id, d.invoice_number, d.issue_date, d.currency,
      d.total, ${standingFacts('d', currentStatus('d', businessId, now))} as facts,
      ${newestEmailColumn(businessId, 'invoice')}
    from (
      select * from recurring_runs where business_id = ${businessId} and recurring_id = ${id}
      order by date desc limit ${SHOWN_RUNS}
    ) r
    left join invoices d on d.business_id = ${businessId} and d.id = r.invoice_id
      and d.deleted_at is null
    order by r.date desc`);
  return {
    ...present(row),
    ...row.content,
    upcoming: listUpcoming(row),
    runs: runs.map((run) => ({
      date: run.date,
      outcome: run.outcome,
      invoice: run.id === null ? null : presentMade(run, Number(run.id)),
      createdAt: utcInstant(run.created_at),
    })),
  };
}

const presentMade = (run: RunRow, id: number) => ({
  id,
  invoiceNumber: run.invoice_number,
  issueDate: run.issue_date,
  status: run.facts.status,
  standing: readStanding(run.facts),
  currency: run.currency,
  total: withDecimals(run.total, run.currency),
  undelivered: findUndelivered(run.undelivered),
});

function listUpcoming(row: RecurringRow): RecurringDetail['upcoming'] {
  if (row.status === 'ended') return [];
  const plan = toPlan(row);
  const from = { index: row.nextIndex, made: row.madeCount };
  return listPlanned(plan, from, { most: UPCOMING }).map(({ index, date, onDate, isSkipped }) => {
    const period = occurrencePeriod(plan.schedule, index);
    return { date, onDate, isSkipped, periodFrom: period.from, periodTo: period.to };
  });
}

interface SummaryRow extends Record<string, unknown> {
  currency: string;
  active: string;
  paused: string;
  ended: string;
  problem: string;
  monthly: string;
}

/** Invoices in a month of average length: a year has 365.25 days. */
const A_MONTH = sql`case unit when 'day' then 365.25 / 12 when 'week' then 365.25 / 84
  when 'month' then 1 when 'quarter' then 1.0 / 3 else 1.0 / 12 end / every`;

export async function summarizeRecurring(
  db: Queryable,
  businessId: string,
  { search, status = 'all', customerId }: RecurringSummaryQuery,
): Promise<RecurringSummary> {
  const which = and(live(businessId, search), await whoseAre(db, businessId, customerId));
  const isActive = sql`filter (where status = 'active')`;
  const { rows } = await db.execute<SummaryRow>(sql`
    select currency, count(*) ${isActive} as active,
      count(*) filter (where status = 'paused') as paused,
      count(*) filter (where status = 'ended') as ended,
      count(*) filter (where status = 'active' and problem is not null) as problem,
      coalesce(sum(round(total * (${A_MONTH}), ${decimalsIn(sql`currency`)})) ${isActive}, 0) as monthly
    from recurring_invoices where ${which}
    group by currency order by currency`);
  const sum = (name: 'active' | 'paused' | 'ended' | 'problem') =>
    rows.reduce((count, row) => count + Number(row[name]), 0);
  const active = rows.filter((row) => Number(row.active) > 0);
  const counts = {
    active: sum('active'),
    paused: sum('paused'),
    ended: sum('ended'),
    problem: sum('problem'),
  };
  const all = counts.active + counts.paused + counts.ended;
  return {
    ...counts,
    count: status === 'all' ? all : counts[status],
    monthly: countAndSum(
      active.map(({ currency, active: count, monthly }) => ({
        currency,
        count: Number(count),
        amount: monthly,
      })),
    ),
  };
}
