// A process that issues invoices, and lets owners live through whatever can happen to their money, until
// it is ended. Arguments: a data folder, or a database's address.
import fc from 'fast-check';
import { openDatabase } from '../../src/server/db/open-database.ts';
import { createCustomer } from '../../src/server/features/customers/save-customer.ts';
import { createSeries } from '../../src/server/features/documents/number-series/save-number-series.ts';
import { markInvoiceSent } from '../../src/server/features/invoices/mark-invoice.ts';
import { createInvoice } from '../../src/server/features/invoices/save-invoice.ts';
import { aCustomer, anInvoice } from '../factories/invoice.ts';
import { makeOwner } from '../factories/owner.ts';
import { histories, live } from '../figures/random-history.ts';

const ISSUERS = 2;
const LIVES = 2;

const [place = ''] = process.argv.slice(2);
const say = (line: string) => process.stdout.write(`${line}\n`);
const log = { info() {}, warn() {}, error: (_details: object, message: string) => say(message) };
const where = place.startsWith('postgres')
  ? { databaseUrl: place, dataDir: '' }
  : { dataDir: place };
const db = await openDatabase({ ...where, log });
const services = { db, clock: { now: () => new Date('2026-11-20T12:00:00Z') } };

const { rows } = await db.pool.query<{ business_id: string; customer_id: string }>(
  `select s.business_id, c.id as customer_id from number_series s
   join customers c on c.business_id = s.business_id`,
);
let [owner, customerId] = [rows[0]?.business_id, Number(rows[0]?.customer_id)];
if (owner === undefined) {
  owner = await makeOwner(db);
  await createSeries(services, owner, { kind: 'invoice', pattern: 'RE-{SEQ}' });
  customerId = (await createCustomer(services, owner, aCustomer())).id;
}
const businessId = owner;
const draft = anInvoice(customerId, { invoiceNumber: '' });

async function issueForEver(): Promise<never> {
  for (;;) {
    const { id } = await createInvoice(services, businessId, draft);
    const { invoiceNumber } = await markInvoiceSent(services, businessId, id);
    say(`issued ${invoiceNumber}`);
    await createInvoice(services, businessId, { ...draft, status: 'sent' });
  }
}

async function liveForEver(): Promise<never> {
  for (;;) {
    for (const history of fc.sample(histories, 1)) {
      await live(db, history, async (_owner, step) => {
        say(`lived ${step}`);
      });
    }
  }
}
await Promise.all([
  ...Array.from({ length: ISSUERS }, issueForEver),
  ...Array.from({ length: LIVES }, liveForEver),
]);
