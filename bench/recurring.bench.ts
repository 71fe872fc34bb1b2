import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from '../src/server/db/database.ts';
import { migrate } from '../src/server/db/migrate.ts';
import { openDatabase } from '../src/server/db/open-database.ts';
import { createCustomer } from '../src/server/features/customers/save-customer.ts';
import { createInvoice } from '../src/server/features/invoices/save-invoice.ts';
import { notifyOwner } from '../src/server/features/notifications/index.ts';
import { makeRecurringInvoices } from '../src/server/features/recurring/index.ts';
import { createRecurring } from '../src/server/features/recurring/save-recurring.ts';
import { onEvents } from '../src/server/platform/events/record-events.ts';
import { addDays } from '../src/shared/dates/calendar-date.ts';
import { quietLog } from '../test/database/quiet-log.ts';
import { aCustomer, anInvoice } from '../test/factories/invoice.ts';
import { makeOwner } from '../test/factories/owner.ts';
import { aRecurring } from '../test/factories/recurring.ts';
import type { Row } from './measure.ts';
import { median, ms, perSecond, requireSame, times, times2 } from './measure.ts';
import { startServer } from './running-server.ts';
import type { Scene } from './scene.ts';

const LINES = [{ description: 'Retainer', quantity: '1', unitPrice: '1000' }];

interface Customer {
  owner: string;
  customerId: number;
}

/**
 * Recurring invoices that are all due in the same minute: how fast they are made, against the verb
 * that each of them runs, and how fast the first page answers meanwhile.
 */
export async function benchRecurring({ size, database }: Scene): Promise<Row[]> {
  const [owners, each, bare, visits] = size([200, 50, 1_000, 40], [2, 2, 2, 2]);
  const databaseUrl = await database();
  const db = await openDatabase({ databaseUrl, dataDir: '', log: quietLog });
  onEvents(notifyOwner);
  await migrate(db, { log: quietLog });
  const today = new Date().toISOString().slice(0, 10);
  const yesterday = addDays(today, -1);
  const noon = Date.parse(`${yesterday}T12:00:00Z`);
  const services = { db, clock: { now: () => new Date(noon + performance.now()) } };
  try {
    const customers: Customer[] = [];
    for (let n = 0; n < owners; n += 1) customers.push(await setUp(db, services, yesterday, each));
    const bareBefore = await rateOfVerb(services, customers, bare);
    const start = performance.now();
    const made = await makeRecurringInvoices(services);
    const rate = (made * 1000) / (performance.now() - start);
    const bareAfter = await rateOfVerb(services, customers, bare);
    const verb = (bareBefore + bareAfter) / 2;
    const expected = owners * each;
    const counted = requireSame(
      'Recurring invoices',
      { made, invoices: await countMade(db, yesterday) },
      { made: expected, invoices: expected },
    );
    return [
      {
        what: `Make ${expected.toLocaleString('en-US')} recurring invoices that are due at once`,
        value: perSecond(rate),
        against: `the verb that makes an invoice, called directly: ${perSecond(verb)}`,
        ratio: times2(rate / verb),
        goal: '≥ 0.5×',
        met: rate / verb >= 0.5,
        counted,
      },
      await visitMeanwhile(db, databaseUrl, { expected, visits, today }),
    ];
  } finally {
    await db.close();
  }
}

/** An owner with a customer and daily recurring invoices from a day on. */
async function setUp(
  db: Database,
  services: Parameters<typeof createRecurring>[0],
  startDate: string,
  count: number,
): Promise<Customer> {
  const owner = await makeOwner(db);
  // Without an address, nothing is mailed.
  const { id } = await createCustomer(services, owner, aCustomer({ email: null }));
  for (let n = 0; n < count; n += 1) {
    const schedule = { startDate, unit: 'day' };
    const input = aRecurring(id, { name: `Retainer ${n}`, schedule, lineItems: LINES });
    await createRecurring(services, owner, input);
  }
  return { owner, customerId: id };
}

async function rateOfVerb(
  services: Parameters<typeof createInvoice>[0],
  customers: readonly Customer[],
  count: number,
): Promise<number> {
  const start = performance.now();
  for (let n = 0; n < count; n += 1) {
    const { owner, customerId } = customers[n % customers.length] ?? { owner: '', customerId: 0 };
    const invoiceNumber = `BARE-${start.toFixed(0)}-${n}`;
    const values = { invoiceNumber, taxRate: '7', notes: 'For November 2026', lineItems: LINES };
    await createInvoice(services, owner, anInvoice(customerId, values));
  }
  return (count * 1000) / (performance.now() - start);
}

/** The first page, with its figures, of an owner of 100 other invoices, while today's are made. */
async function visitMeanwhile(
  db: Database,
  databaseUrl: string,
  { expected, visits, today }: { expected: number; visits: number; today: string },
): Promise<Row> {
  const server = await startServer({ DATABASE_URL: databaseUrl, SANDBOX: 'off' });
  try {
    const cookie = await server.signUp('visitor@example.com');
    const visit = async () => {
      const answer = await fetch(`${server.url}/dashboard`, { headers: { cookie } });
      if (!answer.ok) throw new Error(`The page answered ${answer.status}`);
      if (!(await answer.text()).includes('totalRevenue')) throw new Error('No figures came along');
    };
    const countToday = () => countMade(db, today);
    while ((await countToday()) === 0) await sleep(50);
    const during = await times(visits, 2, visit);
    const stillDue = (await countToday()) < expected;
    while ((await countToday()) < expected) await sleep(200);
    const usual = await times(visits, 2, visit);
    const ratio = median(during) / median(usual);
    return {
      what: `First page while they are made${stillDue || expected < 100 ? '' : ' (they were over too soon)'}`,
      value: ms(median(during)),
      against: `when there is nothing to make: ${ms(median(usual))}`,
      ratio: times2(ratio),
      goal: '≤ 2×',
      met: ratio <= 2,
      counted: { made: await countToday(), during: during.length, usual: usual.length },
    };
  } finally {
    await server.stop();
  }
}

/** Invoices that recurring ones have made for a day. */
async function countMade(db: Database, day: string): Promise<number> {
  const { rows } = await db.pool.query<{ made: number }>(
    'select count(distinct (business_id, invoice_id))::int as made from recurring_runs where date = $1',
    [day],
  );
  return rows[0]?.made ?? 0;
}
