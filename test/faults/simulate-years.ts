// A process that lives through simulated years of recurring invoices and reminders, until it is ended.
// Arguments: a data folder or a database's address, and the size as JSON. Every process of one database
// shares the clock: a row that whoever has done what a moment asks for moves on.
import { createHash } from 'node:crypto';
import { connectFeatures } from '../../src/server/connect-features.ts';
import { openDatabase } from '../../src/server/db/open-database.ts';
import { createCustomer } from '../../src/server/features/customers/save-customer.ts';
import { markInvoicePaid } from '../../src/server/features/invoices/index.ts';
import { createInvoice } from '../../src/server/features/invoices/save-invoice.ts';
import { makeRecurringInvoices } from '../../src/server/features/recurring/index.ts';
import { createRecurring } from '../../src/server/features/recurring/save-recurring.ts';
import { sendReminders } from '../../src/server/features/reminders/index.ts';
import { pauseReminders } from '../../src/server/features/reminders/pause-reminders.ts';
import { saveReminderSettings } from '../../src/server/features/reminders/save-reminder-settings.ts';
import { addDays } from '../../src/shared/dates/calendar-date.ts';
import { usualSteps } from '../../src/shared/reminders/reminder-words.ts';
import { prepareJobs } from '../database/prepare-jobs.ts';
import { aCustomer, anInvoice } from '../factories/invoice.ts';
import { makeOwner } from '../factories/owner.ts';
import { aRecurring } from '../factories/recurring.ts';
import type { SimulationSize } from './expected-years.ts';
import { nextMoment, OWNERS, SCHEDULES, SIMULATION_START } from './expected-years.ts';

const [place = '', given = '{}'] = process.argv.slice(2);
const size = JSON.parse(given) as SimulationSize;
const say = (line: string) => process.stdout.write(`${line}\n`);
const log = { info() {}, warn() {}, error: (_details: object, message: string) => say(message) };
const where = place.startsWith('postgres')
  ? { databaseUrl: place, dataDir: '' }
  : { dataDir: place };
const db = await openDatabase({ ...where, log });
const time = { now: new Date(SIMULATION_START) };
const services = { db, clock: { now: () => time.now } };
connectFeatures();

/** A number from 0 to 999 that only depends on the words. */
const draw = (words: string): number =>
  createHash('sha256').update(words).digest().readUInt32BE(0) % 1_000;

async function populate(): Promise<void> {
  await prepareJobs(db);
  await db.pool.query(`
    create table sim_clock (moment timestamptz not null);
    create table sim_moments (moment timestamptz primary key);
    create table sim_payments (business_id uuid, invoice_id bigint, at timestamptz, done boolean not null default false)`);
  const customers: { owner: string; id: number }[] = [];
  for (const { timeZone, ...hours } of OWNERS) {
    const owner = await makeOwner(db);
    await db.pool.query('update business_profiles set time_zone = $2 where business_id = $1', [
      owner,
      timeZone,
    ]);
    const input = aCustomer({ email: 'm@harbor.example' });
    customers.push({ owner, id: (await createCustomer(services, owner, input)).id });
    const settings = { version: undefined, enabled: true, steps: usualSteps(), ...hours };
    await saveReminderSettings(services, owner, settings);
  }
  for (let n = 0; n < size.templates; n += 1) {
    const { owner, id } = pick(customers, n);
    await createRecurring(
      services,
      owner,
      aRecurring(id, { name: `No ${n}`, ...pick(SCHEDULES, n) }),
    );
  }
  const first = SIMULATION_START.slice(0, 10);
  for (let n = 0; n < size.invoices; n += 1) {
    const { owner, id: customerId } = pick(customers, n);
    const invoiceNumber = `SIM-${n}`;
    const dueDate = addDays(first, 3 + Math.floor((draw(`due ${n}`) * (size.days - 20)) / 1_000));
    const input = anInvoice(customerId, {
      invoiceNumber,
      issueDate: first,
      dueDate,
      status: 'sent',
      taxRate: '0',
    });
    const { id } = await createInvoice(services, owner, input);
    if (n % 10 === 3) {
      await pauseReminders(services, owner, {
        id,
        reason: 'promised',
        until: addDays(dueDate, 20),
        note: null,
      });
    }
    if (n % 4 === 0) continue;
    // From ten days before it is due to forty after it, at any time of the day.
    const at = Date.parse(dueDate) + (draw(`paid ${n}`) / 20 - 10) * 86_400_000;
    await db.pool.query('insert into sim_payments values ($1, $2, $3)', [owner, id, new Date(at)]);
  }
  await db.pool.query('insert into sim_clock values ($1)', [SIMULATION_START]);
  say('populated');
}

const pick = <T>(from: readonly T[], n: number): T => from[n % from.length] as T;

async function pay(): Promise<void> {
  const { rows } = await db.pool.query<{ business_id: string; invoice_id: string }>(
    'select business_id, invoice_id from sim_payments where at <= $1 and not done',
    [time.now],
  );
  for (const { business_id: owner, invoice_id } of rows) {
    const id = Number(invoice_id);
    // Another instance may have been faster.
    await markInvoicePaid(services, owner, { id, paymentMethod: 'cash' }).catch(
      (error: unknown) => {
        if (!(error instanceof Error) || !/already/i.test(error.message)) throw error;
      },
    );
    await db.pool.query(
      'update sim_payments set done = true where business_id = $1 and invoice_id = $2',
      [owner, id],
    );
  }
}

async function isAnythingLeft(): Promise<boolean> {
  const { rows } = await db.pool.query<{ left: boolean }>(
    `select exists (select from recurring_invoices r
        join business_profiles b on b.business_id = r.business_id
        where r.status = 'active' and r.next_date <= ($1::timestamptz at time zone b.time_zone)::date)
      or exists (select from reminder_settings where next_run_at <= $1)
      or exists (select from sim_payments where at <= $1 and not done) as left`,
    [time.now],
  );
  return rows[0]?.left ?? false;
}

const known = await db.pool.query(`select to_regclass('sim_clock') is not null as known`);
if (!known.rows[0]?.known) await populate();

for (;;) {
  const { rows } = await db.pool.query<{ moment: Date }>('select moment from sim_clock');
  const moment = new Date(rows[0]?.moment ?? 0);
  time.now = moment;
  do {
    // The payments race with what reminds of them.
    await Promise.all([
      makeRecurringInvoices(services),
      makeRecurringInvoices(services),
      sendReminders(services),
      sendReminders(services),
      pay(),
    ]);
    // What another process holds is left to it, and it may be killed: time goes on when all is done.
  } while (await isAnythingLeft());
  await db.pool.query('insert into sim_moments values ($1) on conflict do nothing', [moment]);
  const next = nextMoment(moment);
  await db.pool.query('update sim_clock set moment = $2 where moment = $1', [moment, next]);
  say(`lived ${moment.toISOString()}`);
}
