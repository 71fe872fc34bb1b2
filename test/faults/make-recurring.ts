// A process that lets days pass and makes recurring invoices, two runs at a time, until it is ended.
// Arguments: a data folder, or a database's address.
import { openDatabase } from '../../src/server/db/open-database.ts';
import { createCustomer } from '../../src/server/features/customers/save-customer.ts';
import { createSeries } from '../../src/server/features/documents/number-series/save-number-series.ts';
import { notifyOwner } from '../../src/server/features/notifications/index.ts';
import { makeRecurringInvoices } from '../../src/server/features/recurring/index.ts';
import { createRecurring } from '../../src/server/features/recurring/save-recurring.ts';
import { onEvents } from '../../src/server/platform/events/record-events.ts';
import { prepareJobs } from '../database/prepare-jobs.ts';
import { aCustomer } from '../factories/invoice.ts';
import { makeOwner } from '../factories/owner.ts';
import { aRecurring } from '../factories/recurring.ts';

const START = '2026-11-21';
const [place = ''] = process.argv.slice(2);
const say = (line: string) => process.stdout.write(`${line}\n`);
const log = { info() {}, warn() {}, error: (_details: object, message: string) => say(message) };
const where = place.startsWith('postgres')
  ? { databaseUrl: place, dataDir: '' }
  : { dataDir: place };
const db = await openDatabase({ ...where, log });
const time = { now: new Date(`${START}T00:30:00Z`) };
const services = { db, clock: { now: () => time.now } };
onEvents(notifyOwner);

const known = await db.pool.query('select 1 from recurring_invoices');
if (known.rowCount === 0) {
  await prepareJobs(db);
  const owner = await makeOwner(db);
  await createSeries(services, owner, { kind: 'invoice', pattern: 'RE-{SEQ}' });
  const customer = await createCustomer(services, owner, aCustomer({ email: 'm@harbor.example' }));
  for (const catchUp of ['all', 'latest', 'none']) {
    const schedule = { startDate: START, unit: 'day', every: catchUp === 'latest' ? 2 : 1 };
    const input = aRecurring(customer.id, { schedule, catchUp, delivery: 'send' });
    await createRecurring(services, owner, input);
  }
}

for (;;) {
  const { rows } = await db.pool.query<{ day: string }>(
    'select min(next_date)::text as day from recurring_invoices',
  );
  time.now = new Date(`${rows[0]?.day}T00:30:00Z`);
  const made = await Promise.all([
    makeRecurringInvoices(services),
    makeRecurringInvoices(services),
  ]);
  say(`made ${made.join(' and ')} on ${rows[0]?.day}`);
}
