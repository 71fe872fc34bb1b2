import pg from 'pg';
import { connectFeatures } from '../src/server/connect-features.ts';
import { migrate } from '../src/server/db/migrate.ts';
import { openDatabase } from '../src/server/db/open-database.ts';
import { readCalendar } from '../src/server/features/calendar/read-calendar.ts';
import {
  listPortalInvoices,
  listPortalPayments,
} from '../src/server/features/customer-portal/portal-documents.ts';
import type { Visit } from '../src/server/features/customer-portal/visit.ts';
import { createRecurring } from '../src/server/features/recurring/save-recurring.ts';
import { systemClock } from '../src/server/platform/clock/clock.ts';
import { type CalendarEvent, MAX_EVENTS } from '../src/shared/calendar/calendar.contract.ts';
import { PORTAL_PAGE } from '../src/shared/customer-portal/portal-rules.ts';
import { addDays } from '../src/shared/dates/calendar-date.ts';
import { quietLog } from '../test/database/quiet-log.ts';
import { BUSINESSES_OF_NEW_ACCOUNTS } from '../test/factories/businesses.ts';
import { aRecurring } from '../test/factories/recurring.ts';
import { compare } from './figures.bench.ts';
import type { Counted, Row } from './measure.ts';
import type { Scene } from './scene.ts';
import { seedBusiness } from './seed-figures.ts';

/** What is open by day, and what falls due first with its customers: the least that a calendar reads. */
const OPEN_BY_DAY = `
  select greatest(next_due_date, current_date - 1) as day, currency, count(*), sum(amount_due)
  from invoices
  where business_id = $1 and deleted_at is null and status in ('sent', 'overdue')
    and next_due_date <= current_date + 59
  group by 1, 2 order by 1, 2`;
const FIRST_DUE = `
  select i.id, i.invoice_number, i.next_due_date, i.currency, i.amount_due, c.name
  from (
    select * from invoices
    where business_id = $1 and deleted_at is null and status in ('sent', 'overdue')
      and next_due_date between current_date and current_date + 59
    order by next_due_date, id limit 301
  ) i
  join customers c on c.business_id = i.business_id and c.id = i.customer_id
  order by i.next_due_date, i.id`;
const PLANNED = `select * from recurring_invoices where business_id = $1 and status = 'active'`;
/** A page of a customer's invoices that are to be paid, and of its payments. */
const TO_PAY = `
  select i.*, p.public_id from invoices i
  join public_documents p on p.business_id = i.business_id and p.invoice_id = i.id
  where i.business_id = $1 and i.customer_id = $2 and i.deleted_at is null
    and i.status in ('sent', 'overdue')
  order by i.next_due_date, i.id limit ${PORTAL_PAGE + 1}`;
const PAID = `
  select p.*, a.invoice_id, i.invoice_number from (
    select * from payments where business_id = $1 and customer_id = $2
    order by payment_date desc, id desc limit ${PORTAL_PAGE + 1}
  ) p
  left join allocations a on a.business_id = p.business_id and a.payment_id = p.id
  left join invoices i on i.business_id = a.business_id and i.id = a.invoice_id`;

/** The coming sixty days and a customer's portal, of businesses with many invoices (PostgreSQL). */
export async function benchCalendar(scene: Scene): Promise<Row[]> {
  const sizes = scene.size([100_000, 1_000_000], [200]);
  const schedules = scene.size(200, 2);
  const rows: Row[] = [];
  connectFeatures();
  for (const invoices of sizes) rows.push(...(await benchSize(scene, invoices, schedules)));
  return rows;
}

async function benchSize(scene: Scene, invoices: number, schedules: number): Promise<Row[]> {
  const databaseUrl = await scene.database();
  const db = await openDatabase({ databaseUrl, dataDir: '', log: quietLog });
  const pool = new pg.Pool({ connectionString: databaseUrl });
  const services = { db, clock: systemClock };
  try {
    await migrate(db, { log: quietLog });
    const email = 'many@example.com';
    await pool.query('insert into users (email, name) values ($1, $2)', [email, 'Large Owner']);
    await pool.query(BUSINESSES_OF_NEW_ACCOUNTS);
    const businessId = await seedBusiness(pool, email, { invoices, expenses: 0 });
    const customerId = await findBusiestCustomer(pool, businessId);
    const startDate = addDays(new Date().toISOString().slice(0, 10), 1);
    for (let n = 0; n < schedules; n += 1) {
      const schedule = { startDate, unit: 'week' };
      const input = aRecurring(customerId, { name: `Retainer ${n}`, schedule });
      await createRecurring(services, businessId, input);
    }
    await pool.query('vacuum analyze');
    const of = `of ${invoices.toLocaleString('en-US')} invoices`;
    const visit: Visit = { businessId, sessionId: 0, customerId, customerIds: [customerId] };
    const ofCustomer = [businessId, customerId];
    return [
      await compare(
        scene,
        `Calendar ${of} and ${schedules} weekly schedules`,
        {
          read: () => readCalendar(services, businessId),
          count: ({ weeks }) => countEvents(weeks.flatMap(({ events }) => events)),
        },
        {
          read: async () => {
            await pool.query(OPEN_BY_DAY, [businessId]);
            return {
              due: await pool.query(FIRST_DUE, [businessId]),
              planned: await pool.query(PLANNED, [businessId]),
            };
          },
          count: ({ due, planned }) => ({
            due: Math.min(due.rows.length, MAX_EVENTS),
            schedules: Math.min(planned.rows.length, MAX_EVENTS),
          }),
        },
      ),
      await compare(
        scene,
        `Portal's invoices to pay, ${of}`,
        {
          read: () => listPortalInvoices(services, visit, { status: 'open' }),
          count: countPage,
        },
        { read: () => pool.query(TO_PAY, ofCustomer), count: countRows },
      ),
      await compare(
        scene,
        `Portal's payments, ${of}`,
        { read: () => listPortalPayments(services, visit, {}), count: countPage },
        { read: () => pool.query(PAID, ofCustomer), count: countRows },
      ),
    ];
  } finally {
    await pool.end();
    await db.close();
  }
}

/** Of due invoices, and of the schedules that plan one. */
const countEvents = (events: readonly CalendarEvent[]): Counted => ({
  due: events.filter(({ kind }) => kind === 'due').length,
  schedules: new Set(
    events.flatMap((event) => (event.kind === 'recurring' ? [event.recurringId] : [])),
  ).size,
});

const countPage = ({ items }: { items: readonly unknown[] }): Counted => ({ rows: items.length });
/** By hand one more is read than a page has, as for whether there is another. */
const countRows = ({ rows }: { rows: readonly unknown[] }): Counted => ({
  rows: Math.min(rows.length, PORTAL_PAGE),
});

async function findBusiestCustomer(pool: pg.Pool, businessId: string): Promise<number> {
  const { rows } = await pool.query<{ id: string }>(
    `select customer_id as id from invoices where business_id = $1
     group by 1 order by count(*) desc, 1 limit 1`,
    [businessId],
  );
  return Number(rows[0]?.id);
}
