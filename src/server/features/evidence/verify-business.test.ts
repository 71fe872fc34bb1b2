import { beforeAll, expect, it } from 'vitest';
import { describeOnDatabase } from '../../../../test/database/describe-on-database.ts';
import { quietLog } from '../../../../test/database/quiet-log.ts';
import { anEstimate } from '../../../../test/factories/estimate.ts';
import { aCustomer, anInvoice } from '../../../../test/factories/invoice.ts';
import { makeOwner } from '../../../../test/factories/owner.ts';
import { creditNoteInput } from '../../../shared/credit-notes/credit-note.contract.ts';
import { invoiceUpdateInput } from '../../../shared/invoices/invoice.contract.ts';
import { recordPaymentInput } from '../../../shared/payments/account-payment.contract.ts';
import type { FileStore } from '../../platform/files/file-store.ts';
import { createCreditNote } from '../credit-notes/save-credit-note.ts';
import { createCustomer } from '../customers/save-customer.ts';
import { acceptEstimate, declineEstimate } from '../estimates/answer-estimate.ts';
import { setEstimateStatus } from '../estimates/change-estimate.ts';
import { createEstimate } from '../estimates/save-estimate.ts';
import { deleteInvoice, restoreInvoice } from '../invoices/delete-invoice.ts';
import { createInvoice, updateInvoice } from '../invoices/save-invoice.ts';
import { recordPayment } from '../payments/receive-payment.ts';
import { verifyBusiness } from './verify-business.ts';

/** No logos here. */
const files = { read: async () => undefined } as Pick<FileStore, 'read'> as FileStore;

const DRAFTED = 'status set back outside Remit';
const DELETED = 'deleted or restored outside Remit';
const AMOUNTS = 'amounts differ from what they are made of';
const ACCOUNT = 'account entries altered';
const TAXES = 'tax entries altered';
const DIFFERS = 'document differs from its latest revision';
const ALTERED = 'answer altered';

/** What is done by hand to a record of its own ($2 of the business $1), and what is said of it. */
const OF_INVOICES: [statements: string | string[], faults: string[]][] = [
  [set('invoices', `status = 'draft'`), [DRAFTED, ACCOUNT, TAXES]],
  [set('invoices', `status = 'paid'`), ['status differs from what is due']],
  ['delete from invoices where business_id = $1 and id = $2', ['document missing']],
  [set('invoices', 'deleted_at = now()'), [DELETED, ACCOUNT, TAXES]],
  [
    [
      'delete from document_revisions where business_id = $1 and invoice_id = $2 and number = 2',
      set('invoices', 'notes = null'),
    ],
    ['2 revision missing'],
  ],
  [
    'delete from public_documents where business_id = $1 and invoice_id = $2',
    ['public address missing'],
  ],
  [
    set('invoices', `tax_totals = jsonb_set(tax_totals, '{0,amount}', '"18.00"')`),
    [`2 ${DIFFERS}`, TAXES],
  ],
  [
    set('invoices', `tax_totals = jsonb_set(tax_totals, '{0,base}', '"90.00"')`),
    [`2 ${DIFFERS}`, TAXES],
  ],
  [set('invoices', `tax_totals = tax_totals || tax_totals`), [`2 ${DIFFERS}`, TAXES]],
  [set('invoices', 'amount_paid = 50'), [AMOUNTS]],
  ['delete from allocations where business_id = $1 and invoice_id = $2', [AMOUNTS]],
  [
    `delete from ledger_entries where business_id = $1 and invoice_id = $2 and type = 'issued'`,
    [ACCOUNT],
  ],
  [
    `update ledger_entries set amount = 1 where business_id = $1 and invoice_id = $2 and type = 'issued'`,
    [ACCOUNT],
  ],
  [
    `insert into ledger_entries (business_id, customer_id, currency, type, invoice_id, amount, entry_date)
     select business_id, customer_id, currency, 'revised', id, -5, issue_date from invoices
     where business_id = $1 and id = $2`,
    [ACCOUNT],
  ],
  ['delete from tax_entries where business_id = $1 and invoice_id = $2', [TAXES]],
  [`update tax_entries set country = 'FR' where business_id = $1 and invoice_id = $2`, [TAXES]],
];

const OF_PAYMENTS: typeof OF_INVOICES = [
  [set('payments', 'amount = 41'), [ACCOUNT]],
  [set('payments', `payment_date = '2026-11-01'`), [ACCOUNT]],
  [set('payments', `status = 'reversed', allocated_amount = 0`), [AMOUNTS, ACCOUNT]],
  ['delete from ledger_entries where business_id = $1 and payment_id = $2', [ACCOUNT]],
  ['delete from allocations where business_id = $1 and payment_id = $2', [AMOUNTS]],
];

const OF_CREDIT_NOTES: typeof OF_INVOICES = [
  [set('credit_notes', `status = 'draft'`), [DRAFTED, ACCOUNT]],
  [set('credit_notes', 'applied_amount = 5'), [AMOUNTS]],
];

/** Of the second answer, the acceptance. */
const ANSWER = 'where business_id = $1 and estimate_id = $2 and number = 2';
const OF_ESTIMATES: typeof OF_INVOICES = [
  [set('estimates', `status = 'draft', acceptance_number = null`), [DRAFTED]],
  [set('estimates', 'deleted_at = now()'), [DELETED]],
  [`update estimate_answers set name = 'Somebody' ${ANSWER}`, [ALTERED]],
  [`update estimate_answers set total = 1 ${ANSWER}`, [ALTERED]],
  [`update estimate_answers set currency = 'EUR' ${ANSWER}`, [ALTERED]],
  [`update estimate_answers set hash = repeat('0', 64) ${ANSWER}`, [ALTERED]],
  [`update estimate_answers set sha256 = repeat('0', 64) ${ANSWER}`, [ALTERED]],
  [`update estimate_answers set revision = 2 ${ANSWER}`, [ALTERED]],
  [`update estimate_answers set terms = 'All in advance' ${ANSWER}`, [ALTERED]],
  [
    `update estimate_answers set choice = '{"offered": 1, "changes": []}'::jsonb ${ANSWER}`,
    [ALTERED],
  ],
  [`update estimate_answers set created_at = created_at - interval '1 day' ${ANSWER}`, [ALTERED]],
  [
    `update estimate_answers set reason = 'No' where business_id = $1 and estimate_id = $2 and number = 1`,
    [ALTERED],
  ],
  [`delete from estimate_answers ${ANSWER}`, ['answer missing']],
  [
    'delete from estimate_answers where business_id = $1 and estimate_id = $2 and number = 1',
    ['answer missing'],
  ],
  [
    `insert into estimate_answers (business_id, estimate_id, number, answer, time_zone, ip_address,
       currency, total, revision, sha256, hash, created_at)
     select business_id, estimate_id, 3, 'declined', time_zone, ip_address, currency, total, revision,
       sha256, hash, now() from estimate_answers ${ANSWER}`,
    ['answer added'],
  ],
];

function set(table: string, values: string): string {
  return `update ${table} set ${values} where business_id = $1 and id = $2`;
}

describeOnDatabase('what is kept of a business', (db) => {
  const time = { now: new Date('2026-11-20T12:00:00Z') };
  const clock = { now: () => time.now };
  const log = { ...quietLog, debug() {}, fatal() {} };
  const services = { db, clock, files, log };
  let owner: string;
  let customerId: number;
  beforeAll(async () => {
    owner = await makeOwner(db);
    customerId = (await createCustomer(services, owner, aCustomer())).id;
  });

  const taxes = [{ name: 'VAT', rate: '19', category: 'S' }];
  const lineItems = [{ description: 'Work', quantity: '1', unitPrice: '100', taxes }];
  const taxed = { taxRate: undefined, lineItems, status: 'sent' };

  /** Of two versions, deleted and restored, and paid in part. */
  async function makeInvoice() {
    const { id } = await createInvoice(services, owner, anInvoice(customerId, taxed));
    const { notes, ...made } = await deleteInvoice(services, owner, id).then(() =>
      restoreInvoice(services, owner, id),
    );
    expect(notes).toBeNull();
    await updateInvoice(services, owner, invoiceUpdateInput.parse({ ...made, notes: 'Thanks' }));
    const input = { customerId, amount: '40', allocations: [{ invoiceId: id, amount: '40' }] };
    const payment = await recordPayment(services, owner, recordPaymentInput.parse(input));
    return { invoice: id, payment: payment.id };
  }

  /** Declined, sent again and accepted. */
  async function makeEstimate(): Promise<number> {
    const quote = anEstimate(customerId, { status: 'sent', onAcceptance: 'nothing' });
    const { id, publicId } = await createEstimate(services, owner, quote);
    const { rows } = await db.pool.query<{ hash: string }>(
      'select hash from document_revisions where business_id = $1 and estimate_id = $2',
      [owner, id],
    );
    const { hash } = rows[0] ?? { hash: '' };
    const client = { address: '192.0.2.1', agent: 'A browser' };
    const visitor = { viewer: async () => undefined, client };
    await declineEstimate(services, { id: publicId, hash, reason: 'Too dear' }, visitor);
    await setEstimateStatus(services, owner, id, 'sent');
    time.now = new Date(time.now.getTime() + 60_000);
    const signature = { way: 'typed' } as const;
    const acceptance = { id: publicId, hash, name: 'Marta', signature, agreed: true as const };
    await acceptEstimate(services, acceptance, visitor);
    return id;
  }

  async function makeCreditNote(): Promise<number> {
    const { invoiceNumber: _number, dueDate: _due, ...values } = anInvoice(customerId);
    const input = { ...values, creditNoteNumber: `CN-${Math.random()}`, status: 'issued' };
    return (await createCreditNote(services, owner, creditNoteInput.parse(input))).id;
  }

  it('is told where it was altered by hand: what is gone, changed and added', async () => {
    const made: [of: string, id: number, statements: string[], faults: string[]][] = [];
    for (const [statements, faults] of OF_INVOICES) {
      made.push(['invoice', (await makeInvoice()).invoice, [statements].flat(), faults]);
    }
    for (const [statements, faults] of OF_PAYMENTS) {
      made.push(['payment', (await makeInvoice()).payment, [statements].flat(), faults]);
    }
    for (const [statements, faults] of OF_ESTIMATES) {
      made.push(['estimate', await makeEstimate(), [statements].flat(), faults]);
    }
    for (const [statements, faults] of OF_CREDIT_NOTES) {
      made.push(['credit_note', await makeCreditNote(), [statements].flat(), faults]);
    }
    expect((await verifyBusiness(services, owner)).breaks).toEqual([]);
    for (const [, id, statements] of made) {
      for (const statement of statements) await db.pool.query(statement, [owner, id]);
    }
    const { breaks } = await verifyBusiness(services, owner);
    const said = made.map(([of, id, statements]) => ({
      statements,
      faults: breaks
        .filter((one) => one.kind === of && one.id === id)
        .map(({ revision, fault }) => (revision === null ? fault : `${revision} ${fault}`)),
    }));
    expect(said).toEqual(made.map(([, , statements, faults]) => ({ statements, faults })));
  });
});
