// A process that issues invoices until it is ended. Arguments: a data folder, or a database's address.
import { openDatabase } from '../../src/server/db/open-database.ts';
import { createCustomer } from '../../src/server/features/customers/save-customer.ts';
import { createSeries } from '../../src/server/features/documents/number-series/save-number-series.ts';
import { markInvoiceSent } from '../../src/server/features/invoices/mark-invoice.ts';
import { createInvoice } from '../../src/server/features/invoices/save-invoice.ts';
import { aCustomer, anInvoice } from '../factories/invoice.ts';
import { makeOwner } from '../factories/owner.ts';

const AT_ONCE = 4;

const [place = ''] = process.argv.slice(2);
const say = (line: string) => process.stdout.write(`${line}\n`);
const log = { info() {}, warn() {}, error: (_details: object, message: string) => say(message) };
const where = place.startsWith('postgres')
  ? { databaseUrl: place, dataDir: '' }
  : { dataDir: place };
const db = await openDatabase({ ...where, log });
const services = { db, clock: { now: () => new Date('2026-11-20T12:00:00Z') } };

const { rows } = await db.pool.query<{ business_id: string; customer_id: string }>(
  'select business_id, id as customer_id from customers',
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
await Promise.all(Array.from({ length: AT_ONCE }, issueForEver));
