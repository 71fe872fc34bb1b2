import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import type { Database } from '../../src/server/db/database.ts';
import { withTransaction } from '../../src/server/db/with-transaction.ts';
import { takeOverIssued } from '../../src/server/features/documents/index.ts';
import { noteBounce } from '../../src/server/features/emails/bounces/note-bounce.ts';
import { findEmail } from '../../src/server/features/emails/email.store.ts';
import { findLostEmails, findStalledEmails } from '../../src/server/features/emails/index.ts';
import { unsubscribeToken } from '../../src/server/features/emails/report-token.ts';
import { expireEstimates } from '../../src/server/features/estimates/index.ts';
import { verifyAll } from '../../src/server/features/evidence/index.ts';
import { markOverdue } from '../../src/server/features/invoices/index.ts';
import { verifyRefunds } from '../../src/server/features/ledger/index.ts';
import {
  chargeSavedCards,
  forgetCards,
  reconcilePayments,
  setCardsAside,
} from '../../src/server/features/payments/index.ts';
import {
  checkPaymentKeys,
  forgetRetiredKeys,
  isSealedWithOtherKey,
  replaceLostTimeZones,
  resealPaymentKeys,
} from '../../src/server/features/profile/index.ts';
import { makeRecurringInvoices } from '../../src/server/features/recurring/index.ts';
import { sendReminders } from '../../src/server/features/reminders/index.ts';
import { rewriteSearchTexts } from '../../src/server/features/search/index.ts';
import { blockSender } from '../../src/server/features/senders/index.ts';
import {
  checkSubscriptions,
  preparePlatform,
} from '../../src/server/features/subscription/index.ts';
import { forgetOldKeys } from '../../src/server/platform/idempotency/forget-old-keys.job.ts';
import { encodeCursor } from '../../src/server/platform/lists/cursor.ts';
import { openSmtpMailer } from '../../src/server/platform/mail/smtp-mailer.ts';
import { forgetOldEvents } from '../../src/server/platform/payment-providers/forget-old-events.job.ts';
import { createSeal } from '../../src/server/platform/secrets/seal.ts';
import { forgetUnfinishedUploads } from '../../src/server/platform/uploads/forget-unfinished-uploads.job.ts';
import { addDays } from '../../src/shared/dates/calendar-date.ts';
import type { Email } from '../../src/shared/emails/message.contract.ts';
import { usualSteps } from '../../src/shared/reminders/reminder-words.ts';
import { ACCOUNT_FILES, BASES } from '../../src/shared/reports/account-report.contract.ts';
import { aCorrection, aCreditNote } from '../factories/credit-note.ts';
import { anEstimate } from '../factories/estimate.ts';
import { anInvoice } from '../factories/invoice.ts';
import { aRecurringBody } from '../factories/recurring.ts';
import { samplePdf, samplePicture } from '../files/sample-files.ts';
import { openPortalWorld } from '../http/portal-world.ts';
import type { Caller } from '../http/test-app.ts';
import type { DnsPeer } from '../mail/dns-peer.ts';
import type { Business, PaymentWorld } from '../payments/payment-world.ts';
import { HOUR } from '../payments/payment-world.ts';

const DAY = 24 * HOUR;
export const ADMIN = 'admin@example.com';
const SAME = 'customers/same?email=k@kobo.example&vatId=DE136695976&exceptId=1';
const EVERY_KIND_OF_REPORT = ['revenue', 'expenses', 'customers', 'invoices'];

interface Travellers {
  world: PaymentWorld;
  db: Database;
  dns: DnsPeer;
  /** Asks for a call that is expected to do what it says. @returns the answer's body */
  // Bodies differ by call.
  // oxlint-disable-next-line typescript/no-explicit-any
  ask(who: Caller, method: string, path: string, body?: unknown, headers?: object): Promise<any>;
  owner: Business;
}

/** One owner goes everywhere: every call of the product over HTTP, and every job, with work to do. */
export async function wholeJourney(db: Database, world: PaymentWorld, dns: DnsPeer): Promise<void> {
  const ask: Travellers['ask'] = async (who, method, path, body, headers) => {
    const answer = await who.call(method, path, body, headers);
    const said = answer.headers['content-type']?.toString().includes('json')
      ? JSON.stringify(answer.body)
      : '';
    expect(answer.status, `${method} ${path}: ${said}`).toBeLessThan(400);
    return answer.body;
  };
  const owner = await world.business(['stripe', 'paypal']);
  await db.pool.query('update users set email_verified = true');
  const us: Travellers = { world, db, dns, ask, owner };
  await keepRecords(us);
  await numberDocuments(us);
  await sendDocuments(us);
  await creditInvoices(us);
  await answerEstimates(us);
  await askForDeposits(us);
  await repeatInvoices(us);
  await takeMoney(us);
  await visitPortal(us);
  await sendFiles(us);
  await sealDocuments(us);
  await readFigures(us);
  await writeToPeople(us);
  await buyPlan(us);
  await administrate(us);
  await letTimePass(us);
}

async function keepRecords({ ask, owner }: Travellers): Promise<void> {
  const kinds: [string, object, object][] = [
    ['customers', { name: 'Kobo', company: 'KC' }, { name: 'Kobo Abe', company: 'KC' }],
    ['items', { name: 'Hour', unitPrice: '80' }, { name: 'Hour of work', unitPrice: '90' }],
    ['expenses', expense(owner), { ...expense(owner), amount: '12' }],
  ];
  for (const [kind, values, others] of kinds) {
    const { id } = await ask(owner, 'POST', `/api/${kind}`, values, idempotent());
    await ask(owner, 'GET', `/api/${kind}/${id}`);
    await ask(owner, 'PUT', `/api/${kind}/${id}`, others);
    await ask(owner, 'DELETE', `/api/${kind}/${id}`);
    await ask(owner, 'POST', `/api/${kind}/${id}/restore`);
    await readList({ ask }, owner, `/api/${kind}`, 'kobo');
  }
  for (const path of ['customers/count', 'customers/count?search=k', 'items/count', SAME]) {
    await ask(owner, 'GET', `/api/${path}`);
  }
  const { id: other } = await ask(owner, 'POST', '/api/customers', {
    name: 'Kobo',
    email: 'k@kc.example',
  });
  await ask(owner, 'GET', `/api/customers/${other}/deletion`);
  await ask(owner, 'POST', '/api/expenses', { ...expense(owner), customerId: other });
  await ask(owner, 'POST', `/api/customers/${other}/merge`, { intoCustomerId: owner.customerId });
  for (const path of ['account', 'statement', 'statement.csv', 'statement.pdf']) {
    await ask(owner, 'GET', `/api/customers/${other}/${path}`);
  }
  for (const kind of ['invoices', 'estimates', 'credit-notes', 'payments', 'expenses']) {
    await ask(owner, 'GET', `/api/${kind}?customerId=${other}&limit=10`);
  }
  await ask(owner, 'POST', `/api/customers/${other}/separate`);
  await ask(owner, 'POST', `/api/customers/${other}/send-statement`, {}, idempotent());
  await ask(owner, 'GET', '/api/expenses/summary?search=lunch');
  await readNarrowed({ ask }, owner, '/api/expenses', ['category=Travel&from=2026-11-01']);
  await chargeTaxes({ ask, owner });
  await ask(owner, 'GET', '/api/business-profile');
  await ask(owner, 'PUT', '/api/business-profile/time-zone', { timeZone: 'Europe/Berlin' });
  await ask(owner, 'PUT', '/api/business-profile/editor-columns', { editorColumns: ['unit'] });
  for (const issuedInvoices of ['fixed', 'revise']) {
    await ask(owner, 'PUT', '/api/business-profile/issued-invoices', { issuedInvoices });
  }
}

/** Numbers from a series, from its first to its archiving. */
async function numberDocuments({ ask, owner }: Pick<Travellers, 'ask' | 'owner'>): Promise<void> {
  const rule = { pattern: 'RE-{YYYY}-{SEQ:4}' };
  const { id } = await ask(owner, 'POST', '/api/number-series', { kind: 'invoice', ...rule });
  await ask(owner, 'PUT', `/api/number-series/${id}`, { firstNumber: 2 });
  const made = await ask(
    owner,
    'POST',
    '/api/invoices',
    anInvoice(owner.customerId, { invoiceNumber: '' }),
  );
  await ask(owner, 'POST', `/api/invoices/${made.id}/issue`);
  await ask(owner, 'GET', '/api/number-series');
  const next = { kind: 'invoice', pattern: 'R{SEQ}', replaces: id };
  const replaced = await ask(owner, 'POST', '/api/number-series', next);
  await ask(owner, 'POST', `/api/number-series/${replaced.id}/archive`);
  const quotes = await ask(owner, 'POST', '/api/number-series', { ...rule, kind: 'estimate' });
  await ask(owner, 'POST', `/api/number-series/${quotes.id}/archive`);
}

/** The business's rates, and documents that carry them: abroad, discounted, with a charge. */
async function chargeTaxes({ ask, owner }: Pick<Travellers, 'ask' | 'owner'>): Promise<void> {
  const vat = { name: 'VAT', rate: '20', category: 'S' };
  const { id } = await ask(owner, 'POST', '/api/tax-rates', vat, idempotent());
  await ask(owner, 'PUT', `/api/tax-rates/${id}`, { rate: '19', isDefault: true });
  await ask(owner, 'POST', `/api/tax-rates/${id}/archive`);
  await ask(owner, 'POST', `/api/tax-rates/${id}/restore`);
  await ask(owner, 'GET', '/api/tax-rates');
  const taxes = [{ taxRateId: id }];
  const lineItems = [{ description: 'Design', quantity: 2, unitPrice: 80, unit: 'hour', taxes }];
  const abroad = {
    currency: 'EUR',
    exchangeRate: { rate: '1.1' },
    discounts: [{ percent: '5' }],
    charges: [{ amount: '9', taxes }],
    taxRate: 0,
    lineItems,
  };
  const invoice = anInvoice(owner.customerId, abroad);
  const made = await ask(owner, 'POST', '/api/invoices', invoice);
  await ask(owner, 'PUT', `/api/invoices/${made.id}`, { lineItems: lineItems.concat(lineItems) });
  await ask(owner, 'POST', `/api/invoices/${made.id}/mark-sent`);
  const estimate = await ask(owner, 'POST', '/api/estimates', anEstimate(owner.customerId, abroad));
  await ask(owner, 'POST', `/api/estimates/${estimate.id}/mark-sent`);
  await ask(owner, 'POST', `/api/estimates/${estimate.id}/convert`);
}

const expense = ({ customerId }: Business) => ({
  category: 'Travel',
  description: 'Lunch with Kobo',
  amount: '38.5',
  expenseDate: '2026-11-18',
  customerId,
});

let keys = 0;
const idempotent = () => {
  keys += 1;
  return { 'idempotency-key': `journey-${keys}` };
};

/** Whole, searched, and in pages. */
async function readList(
  { ask }: Pick<Travellers, 'ask'>,
  owner: Caller,
  path: string,
  word: string,
) {
  await ask(owner, 'GET', path);
  await ask(owner, 'GET', `${path}?search=${word}&limit=1`);
  const page = await owner.call('GET', `${path}?limit=1`);
  const cursor = page.headers['x-next-cursor'];
  if (typeof cursor !== 'string') return;
  await ask(owner, 'GET', `${path}?limit=1&cursor=${encodeURIComponent(cursor)}`);
}

async function sendDocuments({ ask, owner, world }: Travellers): Promise<void> {
  const { customerId } = owner;
  const { visitor } = world.test;
  for (const [kind, make] of [
    ['invoice', anInvoice],
    ['estimate', anEstimate],
  ] as const) {
    const path = `/api/${kind}s`;
    const { id } = await ask(owner, 'POST', path, make(customerId), idempotent());
    const { version, publicId } = await ask(owner, 'GET', `${path}/${id}`);
    await ask(owner, 'POST', `${path}/preview`, make(customerId));
    await ask(owner, 'GET', `${path}/next-number`);
    await ask(owner, 'GET', `${path}/summary`);
    await ask(owner, 'GET', `${path}/summary?search=marta`);
    await ask(owner, 'PUT', `${path}/${id}`, { ...make(customerId), status: 'sent', version });
    await ask(owner, 'POST', `${path}/${id}/send-email`, {});
    await world.test.services.jobs.drain();
    await ask(visitor, 'GET', `/api/public/${kind}/${publicId}`);
    await ask(visitor, 'GET', `/api/public/${kind}/${publicId}/pdf`);
    await ask(owner, 'GET', `${path}/${id}/pdf`);
    await ask(owner, 'GET', `${path}/${id}/revisions`);
    await ask(owner, 'GET', `${path}/${id}/revisions/1`);
    await ask(owner, 'GET', `${path}/${id}/revisions/1/pdf`);
    await ask(owner, 'GET', `${path}/${id}`);
    await ask(owner, 'DELETE', `${path}/${id}`);
    await ask(owner, 'POST', `${path}/${id}/restore`);
    await ask(owner, 'POST', path, make(customerId));
    await readList({ ask }, owner, path, 'marta');
    await ask(owner, 'GET', `${path}?status=sent&limit=1`);
    await readNarrowed({ ask }, owner, path, [
      'from=2026-11-01&to=2026-12-31&minTotal=1&search=3115',
      'status=sent&sort=-total',
      `from=2026-11-01&sort=${kind === 'invoice' ? 'nextDueDate' : '-expiryDate'}`,
    ]);
    const draft = await ask(owner, 'POST', path, make(customerId));
    await ask(owner, 'POST', `${path}/${draft.id}/mark-sent`);
    if (kind === 'invoice') continue;
    await ask(owner, 'POST', `${path}/${draft.id}/reject`);
    await ask(owner, 'POST', `${path}/${draft.id}/accept`);
    await ask(owner, 'POST', `${path}/${id}/convert`);
  }
  // A number that is taken, and the next free one.
  const taken = anInvoice(customerId);
  await ask(owner, 'POST', '/api/invoices', taken);
  expect((await owner.call('POST', '/api/invoices', taken)).status).toBe(409);
}

/** A list under filters, page by page, and its sums. */
async function readNarrowed(
  { ask }: Pick<Travellers, 'ask'>,
  owner: Travellers['owner'],
  path: string,
  queries: readonly string[],
): Promise<void> {
  for (const query of queries) {
    await ask(owner, 'GET', `${path}?limit=1&${query}`);
    await ask(owner, 'GET', `${path}/summary?${query}`);
    const { headers } = await owner.call('GET', `${path}?limit=1&${query}`);
    const next = headers['x-next-cursor'];
    if (typeof next === 'string')
      await ask(owner, 'GET', `${path}?limit=1&${query}&cursor=${next}`);
  }
}

/** Credit notes: free, for parts of an invoice, and an invoice that is corrected. */
async function creditInvoices({ ask, owner, world }: Travellers): Promise<void> {
  const path = '/api/credit-notes';
  const free = await ask(owner, 'POST', path, aCreditNote(owner.customerId), idempotent());
  await ask(owner, 'POST', `${path}/preview`, aCreditNote(owner.customerId));
  await ask(owner, 'GET', `${path}/next-number`);
  await ask(owner, 'GET', `${path}/summary?search=marta`);
  await readNarrowed({ ask }, owner, path, ['currency=USD&sort=total', 'minTotal=1&search=80']);
  const lineItems = [{ description: 'Three chairs', quantity: '3', unitPrice: '80' }];
  await ask(owner, 'PUT', `${path}/${free.id}`, { lineItems, version: free.version });
  await ask(owner, 'DELETE', `${path}/${free.id}`);
  await ask(owner, 'POST', `${path}/${free.id}/restore`);
  await ask(owner, 'POST', `${path}/${free.id}/issue`);
  const invoice = await owner.invoice();
  const whole = [{ invoiceId: invoice.id, amount: '20' }];
  await ask(owner, 'POST', `${path}/${free.id}/apply`, { allocations: whole }, idempotent());
  const back = [{ invoiceId: invoice.id, amount: '0' }];
  await ask(owner, 'POST', `${path}/${free.id}/apply`, { allocations: back });
  const paidBack = { amount: '5', paymentMethod: 'cash' };
  const { refunds } = await ask(owner, 'POST', `${path}/${free.id}/refund`, paidBack, idempotent());
  await ask(owner, 'POST', `${path}/${free.id}/refunds/${refunds[0].id}/undo`);
  const part = { credit: { lines: [{ line: 1, percent: '25' }] } };
  const { id, publicId } = await ask(owner, 'POST', path, aCorrection(invoice.id, part));
  await ask(owner, 'PUT', `${path}/${id}`, { credit: { amount: '100' } });
  await ask(owner, 'POST', `${path}/${id}/send-email`, {});
  await world.test.services.jobs.drain();
  await ask(owner, 'GET', `/api/invoices/${invoice.id}/creditable`);
  await ask(world.test.visitor, 'GET', `/api/public/credit-note/${publicId}`);
  await ask(world.test.visitor, 'GET', `/api/public/credit-note/${publicId}/pdf`);
  await ask(owner, 'GET', `${path}/${id}`);
  await ask(owner, 'GET', `${path}/${id}/pdf`);
  await ask(owner, 'GET', `${path}/${id}/revisions`);
  await ask(owner, 'GET', `${path}/${id}/revisions/1`);
  await ask(owner, 'GET', `${path}/${id}/revisions/1/pdf`);
  await ask(owner, 'POST', `/api/invoices/${invoice.id}/correct`, {}, idempotent());
  await readList({ ask }, owner, path, 'marta');
  await ask(owner, 'GET', `${path}?status=issued&limit=1`);
  await ask(owner, 'GET', `/api/invoices/${invoice.id}`);
  expect((await owner.call('DELETE', `/api/invoices/${invoice.id}`)).status).toBe(409);
}

/** What customers answer to estimates on their pages. */
async function answerEstimates({ ask, owner, world }: Travellers): Promise<void> {
  const lineItems = [
    { description: 'Garden plan', quantity: '1', unitPrice: '100' },
    { description: 'Lighting', quantity: '1', unitPrice: '30', optional: true },
  ];
  const values = {
    status: 'sent',
    onAcceptance: 'send',
    deposit: { percent: '30' },
    taxRate: '0',
    lineItems,
  };
  const { visitor } = world.test;
  for (const answer of ['accept', 'decline']) {
    const form = anEstimate(owner.customerId, values);
    const { id, publicId } = await ask(owner, 'POST', '/api/estimates', form);
    const path = `/api/public/estimate/${publicId}`;
    const { hash } = (await ask(visitor, 'GET', path)).estimate;
    const choice = [{ line: 1, quantity: '0' }];
    await ask(visitor, 'POST', `${path}/choose`, { hash, choice });
    const chosen = { choice, total: '100.00' };
    const signed = { name: 'Marta', signature: { way: 'typed' }, agreed: true, ...chosen };
    await ask(visitor, 'POST', `${path}/${answer}`, { hash, ...signed });
    await ask(owner, 'GET', `/api/estimates/${id}`);
  }
}

/** A deposit of an estimate, the final invoice that deducts it, and what becomes of both. */
async function askForDeposits({ ask, owner, world }: Travellers): Promise<void> {
  const asked = anEstimate(owner.customerId, { deposit: { percent: '30' } });
  const { id } = await ask(owner, 'POST', '/api/estimates', asked);
  await ask(owner, 'POST', `/api/estimates/${id}/accept`);
  const accepted = await ask(owner, 'GET', `/api/estimates/${id}`);
  const first = accepted.depositInvoices[0].id;
  await ask(owner, 'PUT', `/api/invoices/${first}`, { notes: 'Thank you' });
  await ask(owner, 'POST', `/api/invoices/${first}/issue`);
  const more = { amount: '100' };
  const second = await ask(
    owner,
    'POST',
    `/api/estimates/${id}/deposit-invoice`,
    more,
    idempotent(),
  );
  await ask(owner, 'POST', `/api/invoices/${second.id}/issue`);
  await ask(owner, 'POST', '/api/credit-notes', aCorrection(second.id, { status: 'issued' }));
  const final = await ask(owner, 'POST', `/api/estimates/${id}/convert`);
  const path = `/api/invoices/${final.id}`;
  await ask(owner, 'GET', `/api/invoices/deductible?customerId=${owner.customerId}&currency=USD`);
  await ask(owner, 'PUT', path, { deductsInvoiceIds: [] });
  await ask(owner, 'PUT', path, { deductsInvoiceIds: [first] });
  await ask(owner, 'POST', '/api/invoices/preview', { ...asked, id: final.id });
  await ask(owner, 'DELETE', path);
  await ask(owner, 'POST', `${path}/restore`);
  await ask(owner, 'POST', `${path}/issue`);
  await ask(owner, 'GET', `${path}/creditable`);
  const line = { credit: { lines: [{ line: 2 }] }, status: 'issued' };
  await ask(owner, 'POST', '/api/credit-notes', aCorrection(final.id, line));
  await ask(world.test.visitor, 'GET', `/api/public/invoice/${final.publicId}`);
}

/** Recurring invoices: by hand, by the job, refused, and caught up with. */
async function repeatInvoices({ ask, owner, world }: Travellers): Promise<void> {
  const path = '/api/recurring';
  const schedule = { startDate: '2000-01-01', unit: 'day', every: 1 };
  const values = { schedule, delivery: 'send', catchUp: 'latest', currency: 'EUR', taxRate: 0 };
  const body = aRecurringBody(owner.customerId, values);
  const { id, version } = await ask(owner, 'POST', path, body, idempotent());
  await ask(owner, 'PUT', `${path}/${id}`, { ...body, name: 'Hosting', version });
  await ask(owner, 'PUT', `${path}/${id}`, { schedule: { ...schedule, every: 2 } });
  await ask(owner, 'POST', `${path}/${id}/pause`);
  await ask(owner, 'POST', `${path}/${id}/resume`, { from: '2027-01-01' });
  await ask(owner, 'POST', `${path}/${id}/skip`, {}, idempotent());
  const { upcoming } = await ask(owner, 'GET', `${path}/${id}`);
  const [, later, latest] = upcoming;
  const to = addDays(later.date, 1);
  await ask(owner, 'POST', `${path}/${id}/move`, { date: later.date, to });
  await ask(owner, 'POST', `${path}/${id}/skip`, { date: latest.date }, idempotent());
  await ask(owner, 'POST', `${path}/${id}/run`, {}, idempotent());
  await ask(owner, 'GET', `${path}/${id}`);
  await ask(owner, 'DELETE', `${path}/${id}`);
  await ask(owner, 'POST', `${path}/${id}/restore`);
  const { id: customerId } = await ask(owner, 'POST', '/api/customers', { name: 'No address' });
  const unsent = aRecurringBody(customerId, {
    schedule: { ...schedule, every: 1 },
    delivery: 'send',
  });
  await ask(owner, 'POST', path, unsent);
  await ask(owner, 'POST', path, aRecurringBody(owner.customerId, { schedule, catchUp: 'none' }));
  await readList({ ask }, owner, path, 'marta');
  await ask(owner, 'GET', `${path}?status=problem&limit=1`);
  await ask(owner, 'GET', `${path}/summary?search=marta`);
  expect(await makeRecurringInvoices(world.test.services)).toBeGreaterThan(0);
}

/** What was issued is checked, and what was issued before there were revisions is taken over. */
async function sealDocuments({ ask, owner, world, db }: Travellers): Promise<void> {
  const { services } = world.test;
  await ask(owner, 'GET', '/api/revisions/verify');
  const { id } = await owner.invoice();
  const estimate = anEstimate(owner.customerId, { status: 'sent' });
  const { id: estimateId } = await ask(owner, 'POST', '/api/estimates', estimate);
  const business = owner.businessId;
  const all = 'delete from document_revisions where business_id = $1 and ';
  await db.pool.query(`${all} invoice_id = $2`, [business, id]);
  await db.pool.query(`${all} estimate_id = $2`, [business, estimateId]);
  await db.pool.query(
    `update uploads set sha256 = null where business_id = $1 and purpose = 'logo'`,
    [business],
  );
  await db.pool.query('update businesses set revisions_since = null where id = $1', [business]);
  await db.pool.query('update businesses set search_written_at = null where id = $1', [business]);
  expect(await rewriteSearchTexts(services)).toBe(1);
  expect(await takeOverIssued(services)).toBe(2);
  expect((await verifyAll(services, () => {})).breaks).toBe(0);
  expect(await verifyRefunds(services, () => {})).toEqual({ invoices: 0, differing: 0 });
}

/** A bank transfer that covers several invoices, and what is done with it. */
async function recordMoney({ ask, owner }: Pick<Travellers, 'ask' | 'owner'>): Promise<void> {
  const { customerId } = owner;
  const [one, two] = [await owner.invoice(), await owner.invoice()];
  const payment = await ask(owner, 'POST', '/api/payments', {
    customerId,
    amount: '200.00',
    reference: 'INV 1, INV 2',
    allocations: [
      { invoiceId: one.id, amount: '107.00' },
      { invoiceId: two.id, amount: '50.00' },
    ],
    sendReceipt: true,
  });
  const path = `/api/payments/${payment.id}`;
  await ask(owner, 'GET', path);
  await ask(owner, 'GET', `/api/payments?customerId=${customerId}&limit=1`);
  await ask(owner, 'GET', `/api/invoices?customerId=${customerId}&status=unpaid&limit=1`);
  await ask(owner, 'POST', `${path}/send-receipt`);
  await ask(owner, 'POST', `${path}/allocate`, {
    allocations: [{ invoiceId: two.id, amount: '107.00' }],
  });
  await ask(owner, 'DELETE', `/api/invoices/${two.id}`);
  await ask(owner, 'POST', `/api/invoices/${two.id}/restore`);
  await ask(owner, 'POST', `${path}/reverse`);
  await ask(owner, 'POST', `/api/invoices/${one.id}/write-off`, { reason: 'Never answered' });
  await ask(owner, 'POST', `/api/invoices/${one.id}/undo-write-off`);
}

async function takeMoney({ ask, owner, world }: Travellers): Promise<void> {
  const byHand = await owner.invoice();
  await ask(owner, 'POST', `/api/invoices/${byHand.id}/mark-paid`, {});
  await ask(owner, 'GET', `/api/test-payment-integration/${byHand.id}`);
  await ask(owner, 'GET', `/api/public/test-payment/${byHand.id}`);
  await owner.edit(await owner.read(byHand), { status: 'sent' });

  await recordMoney({ ask, owner });

  const paid = await owner.paidInvoice();
  const refund = (amount: string) =>
    owner.call('POST', `/api/invoices/${paid.id}/payments/${paid.payments[0]?.id}/refund`, {
      amount,
    });
  expect((await refund('7.00')).status).toBe(200);
  await world.delivered();
  const byPayPal = await owner.invoice();
  await world.payByPayPal(await owner.link(byPayPal, 'paypal'));
  await world.confirm(byPayPal);
  await world.delivered();

  // An installment, a part of the customer's choice, and words that go with what is given back.
  const planned = await owner.invoice({
    installments: [
      { percent: '30', event: 'issue' },
      { event: 'issue', days: 30 },
    ],
  });
  const [, rest] = (await owner.read(planned)).schedule;
  await ask(owner, 'POST', `/api/invoices/${planned.id}/move-installment`, {
    number: 2,
    dueDate: rest?.dueDate,
    to: addDays(rest?.dueDate ?? '', 1),
  });
  const part = (amount: string) =>
    ask(world.test.visitor, 'POST', `/api/invoices/${planned.publicId}/create-payment`, { amount });
  await world.payByCard((await part('32.10')).paymentUrl);
  await world.delivered();
  await owner.profile({ allowPartialPayments: true });
  await world.payByCard((await part('10.00')).paymentUrl);
  await world.delivered();
  const [first] = (await owner.read(planned)).payments;
  await ask(owner, 'POST', `/api/invoices/${planned.id}/payments/${first?.id}/refund`, {
    amount: '2.00',
    message: 'Two back.',
  });
  await world.delivered();

  // One that brings less than was asked for waits for a look.
  const odd = await owner.invoice();
  const url = await owner.link(odd, 'stripe');
  await world.control('set-session', { id: /cs_test_\w+/.exec(url)?.[0], amount_total: 10_000 });
  await world.payByCard(url);
  await world.delivered();
  const [inReview] = (await owner.read(odd)).payments;
  await ask(owner, 'POST', `/api/invoices/${odd.id}/payments/${inReview?.id}/accept`);

  // A refund that nobody answers, and a customer who never comes back, are the job's.
  await world.control('fail', { path: '/v1/refunds', times: 5, status: 500 });
  expect((await refund('1.00')).status).toBe(503);
  await world.control('fail/clear');
  await owner.link(await owner.invoice(), 'stripe');
  await world.wait(2 * HOUR);
  expect(await reconcilePayments(world.test.services)).toBeGreaterThanOrEqual(2);

  // A card that is charged again for what follows, until nobody wants that any more.
  await owner.profile({ offerAutomaticPayment: true });
  const agree = async () => {
    const invoice = await owner.invoice();
    const path = `/api/invoices/${invoice.publicId}/create-payment`;
    const { paymentUrl } = await ask(world.test.visitor, 'POST', path, { automatic: true });
    await world.payByCard(paymentUrl);
    await world.delivered();
    return invoice;
  };
  await agree();
  const agreed = await agree();
  expect(await forgetCards(world.test.services)).toBe(1);
  const automatic = `/api/invoices/${agreed.publicId}/automatic-payment`;
  await world.wait(HOUR);
  await owner.invoice({ dueDate: '2026-11-20' });
  await planCharges({ ask, owner });
  expect(await chargeSavedCards(world.test.services)).toBe(1);
  await ask(world.test.visitor, 'GET', automatic);
  const mandate = `/api/customers/${owner.customerId}/automatic-payment`;
  await ask(owner, 'GET', mandate);
  await ask(world.test.visitor, 'POST', `${automatic}/end`, {});
  await ask(owner, 'POST', `${mandate}/end`, {});
  await agree();

  // Keys that are replaced are kept while a checkout made with them is open.
  await owner.link(await owner.invoice(), 'stripe');
  const other = await world.business();
  await owner.profile({
    stripeSecretKey: other.secretKey,
    stripePublishableKey: other.secretKey.replace('sk_', 'pk_'),
  });
  await ask(owner, 'POST', '/api/business-profile/test-connection', { provider: 'stripe' });
}

/** Charges of saved cards that are moved, left out, put back, and made at once. */
async function planCharges({ ask, owner }: Pick<Travellers, 'ask' | 'owner'>): Promise<void> {
  const later = await owner.invoice({ dueDate: '2026-12-24' });
  const dueDate = '2026-12-24';
  for (const to of ['2026-12-26', null, dueDate]) {
    await ask(owner, 'POST', `/api/invoices/${later.id}/card-charge/change`, { dueDate, to });
  }
  const due = await owner.invoice({ dueDate: '2026-11-20' });
  const path = `/api/invoices/${due.id}/card-charge`;
  await ask(owner, 'POST', `${path}/change`, { dueDate: null, to: null });
  const { mandateId, now } = await ask(owner, 'GET', path);
  const { outcome } = await ask(owner, 'POST', `${path}/now`, { mandateId, ...now });
  expect(outcome).toBe('paid');
}

/** A customer who comes by a link, looks at everything, and pays. */
async function visitPortal({ ask, owner, world }: Travellers): Promise<void> {
  const { visitor } = world.test;
  const portal = await openPortalWorld(world.test, owner);
  const email = 'guest@harborandpine.example';
  const customerId = await portal.customer({ name: 'Guest', email });
  const old = await portal.customer({ name: 'Guest of before', email });
  await ask(owner, 'POST', `/api/customers/${old}/merge`, { intoCustomerId: customerId });
  const invoice = await owner.invoice({ customerId });
  const at = `/api/customers/${customerId}/portal`;
  await ask(owner, 'POST', `${at}/send-link`);
  const [first = ''] = await portal.mailed(email);
  await portal.open(first);
  await ask(visitor, 'POST', '/api/portal/ask-again', { token: first });
  await portal.mailed(email);
  await ask(visitor, 'POST', `/api/public/invoice/${invoice.publicId}/portal-link`, { email });
  const [token = ''] = await portal.mailed(email);
  const { cookie } = await portal.open(token, (await portal.open(first)).cookie);
  const visit = (method: string, path: string, body?: object) =>
    ask(visitor, method, `/api/portal${path}`, body, { cookie });
  await visit('GET', '');
  const cursor = `&cursor=${encodeCursor({ key: '2026-11-20', id: 1 })}`;
  for (const path of ['/invoices?status=paid', '/estimates?status=past', '/credit-notes?x=1']) {
    await visit('GET', path);
    await visit('GET', `${path}${cursor}`);
  }
  for (const path of ['/invoices?status=open', '/estimates?status=waiting', '/contact', '/cards']) {
    await visit('GET', path);
  }
  const other = await owner.invoice({ customerId });
  const invoiceIds = [invoice.id, other.id];
  const { paymentUrl } = await visit('POST', '/pay', { invoiceIds });
  const { location } = await world.payByCard(paymentUrl);
  const key = new URL(location ?? '').searchParams.get('payment') ?? '';
  expect(await visit('POST', '/confirm-payment', { key })).toMatchObject({ state: 'paid' });
  const [payment] = (await owner.read(invoice)).payments;
  const back = `/api/invoices/${other.id}/payments/${payment?.id}/refund`;
  await ask(owner, 'POST', back, { amount: '7.00', message: 'As agreed' });
  await world.delivered();
  const { items } = await visit('GET', '/payments');
  await visit('GET', `/payments/${items[0].id}/receipt.pdf`);
  await visit('GET', '/statement.pdf');
  await changeCard({ owner, world }, invoice.customerId, visit);
  await visit('POST', `/cards/${customerId}/end`, {});
  for (const what of ['accept', 'dismiss']) {
    await visit('POST', '/contact', { name: 'Guest', email, phone: what });
    const { proposal } = await ask(owner, 'GET', at);
    await ask(owner, 'POST', `${at}/proposals/${proposal.id}/${what}`, {});
  }
  await world.wait(HOUR);
  await visit('GET', '');
  await visit('POST', '/sign-out', {});
  await ask(owner, 'POST', `${at}/end-access`);
}

/** Agrees to be charged, and puts another card in the place of the first. */
async function changeCard(
  { owner, world }: Pick<Travellers, 'owner' | 'world'>,
  customerId: number,
  visit: (method: string, path: string, body?: object) => Promise<{ url: string }>,
): Promise<void> {
  await owner.profile({ offerAutomaticPayment: true });
  const agreed = await owner.invoice({ customerId });
  const made = await world.test.visitor.call(
    'POST',
    `/api/invoices/${agreed.publicId}/create-payment`,
    { automatic: true },
  );
  await world.payByCard(made.body.paymentUrl);
  await world.delivered();
  const { url } = await visit('POST', `/cards/${customerId}/change`, {});
  await world.payByCard(url, '5555 5555 5555 4444');
  await world.delivered();
  await visit('GET', '/cards');
}

async function sendFiles({ ask, owner, world }: Travellers): Promise<void> {
  const put = (url: string, bytes: Buffer, type: string) =>
    fetch(new URL(url, world.address), {
      method: 'PUT',
      body: new Uint8Array(bytes),
      headers: { 'content-type': type },
    });
  const told = { filename: 'Hotel.pdf', type: 'application/pdf' };
  const inParts = async () => {
    const { key, uploadId } = await ask(owner, 'POST', '/s3/multipart', told);
    const at = (more = '') => `/s3/multipart/${uploadId}${more}?key=${encodeURIComponent(key)}`;
    const { url } = await ask(owner, 'GET', at('/1'));
    const sent = await put(url, samplePdf(), 'application/pdf');
    expect(sent.status).toBe(200);
    const parts = [{ PartNumber: 1, ETag: sent.headers.get('etag') }];
    await ask(owner, 'GET', at());
    return { at, parts };
  };
  const whole = await inParts();
  const stored = await ask(owner, 'POST', whole.at('/complete'), { parts: whole.parts });
  await ask(owner, 'POST', '/api/expenses', { ...expense(owner), receiptUrl: stored.location });
  await ask(owner, 'GET', stored.location);
  await ask(owner, 'GET', '/api/expenses');
  // One that is given up, one that is not finished, one that no record shows, and one at once.
  await ask(owner, 'DELETE', (await inParts()).at());
  await inParts();
  const unused = await inParts();
  await ask(owner, 'POST', unused.at('/complete'), { parts: unused.parts });
  const atOnce = await ask(owner, 'GET', '/s3/params?filename=Taxi.pdf&type=application/pdf');
  expect((await put(atOnce.url, samplePdf(), 'application/pdf')).status).toBe(200);

  const { uploadURL } = await ask(owner, 'POST', '/api/objects/upload', {});
  expect((await put(uploadURL, await samplePicture('png'), 'image/png')).status).toBe(200);
  await ask(owner, 'PUT', '/api/business-profiles/logo', { logoURL: uploadURL });
}

async function readFigures({ ask, owner, db }: Travellers): Promise<void> {
  await ask(owner, 'GET', '/api/dashboard');
  for (const type of EVERY_KIND_OF_REPORT) {
    const path = `/api/reports?reportType=${type}&dateRange=365`;
    await ask(owner, 'GET', path);
    const { nextCursor } = await ask(owner, 'GET', `${path}&limit=1`);
    if (nextCursor) await ask(owner, 'GET', `${path}&cursor=${encodeURIComponent(nextCursor)}`);
    await ask(owner, 'GET', `/api/reports/export?reportType=${type}&dateRange=365`);
  }
  const period = 'from=2020-01-01&to=2029-12-31';
  await ask(owner, 'GET', '/api/reports/receivables?asOf=2026-06-30');
  for (const basis of BASES) {
    await ask(owner, 'GET', `/api/reports/revenue?basis=${basis}&${period}`);
    await ask(owner, 'GET', `/api/reports/taxes?basis=${basis}&${period}`);
  }
  await ask(owner, 'GET', `/api/reports/write-offs?${period}`);
  await ask(owner, 'GET', `/api/reports/reconciliation?${period}`);
  const entries = `/api/reports/entries?${period}&limit=1&currency=USD`;
  const { nextCursor } = await ask(owner, 'GET', entries);
  await ask(owner, 'GET', `${entries}&line=issued&cursor=${encodeURIComponent(nextCursor)}`);
  for (const file of ACCOUNT_FILES) {
    await ask(owner, 'GET', `/api/reports/${file}/export`);
  }
  await db.pool.query(
    `insert into reference_rates (date, currency, per_euro) values (current_date, 'USD', 1.1)`,
  );
  await ask(owner, 'GET', `/api/exchange-rate?from=EUR&to=USD&date=${new Date().toISOString()}`);
  await ask(owner, 'GET', '/api/search?q=marta');
  await ask(owner, 'GET', '/api/search?q=1');
  await readList({ ask }, owner, '/api/notifications', 'x');
  await ask(owner, 'GET', '/api/notifications/unread-count');
  const [newest] = await ask(owner, 'GET', '/api/notifications?limit=5');
  await ask(owner, 'PATCH', `/api/notifications/${newest.id}/read`);
  await ask(owner, 'PATCH', '/api/notifications/read-all');
}

async function writeToPeople({ ask, owner, world, db, dns }: Travellers): Promise<void> {
  const { visitor, services } = world.test;
  await readList({ ask }, owner, '/api/emails', 'x');
  const [message] = await ask(owner, 'GET', '/api/emails?limit=5');
  const kept = await ask(owner, 'GET', `/api/emails/${message.id}`);
  const [page] = /\/report\/[\w-]{54}/.exec(JSON.stringify(kept)) ?? [];
  if (page) {
    await ask(visitor, 'GET', page);
    await ask(visitor, 'POST', page);
    await ask(visitor, 'POST', `${page}/block`);
  }
  await ask(owner, 'GET', '/api/sender');
  await ask(owner, 'GET', '/api/sender?to=marta@example.com');
  const { domain } = await ask(owner, 'PUT', '/api/sender/domain', { domain: 'quill-studio.com' });
  dns.records.set(domain.recordName, [domain.recordValue]);
  await ask(owner, 'POST', '/api/sender/domain/check');

  // One that a mail server does not take is tried again, also when its owner asks.
  const { mailer } = services;
  services.mailer = openSmtpMailer(
    { url: 'smtp://127.0.0.1:1', from: 'billing@remit.example' },
    services.log,
  );
  const untaken = await owner.invoice();
  await ask(owner, 'POST', `/api/invoices/${untaken.id}/send-email`, {});
  await services.jobs.drain();
  const [waiting] = (await owner.read(untaken)).emails;
  services.mailer = mailer;
  await ask(owner, 'POST', `/api/emails/${waiting?.id}/retry`);

  // One that is held is taken back.
  const held = await owner.invoice();
  await ask(owner, 'POST', `/api/invoices/${held.id}/send-email`, { hold: true });
  const [taken] = (await owner.read(held)).emails;
  await ask(owner, 'POST', `/api/emails/${taken?.id}/withdraw`);

  await trustMessages({ ask, world, owner }, held.id);

  // A message whose job is lost gets one again.
  const { id } = await owner.invoice();
  await ask(owner, 'POST', `/api/invoices/${id}/send-email`, { customerEmail: 'new@example.com' });
  await db.pool.query(`delete from pgboss.job where name = 'send email'`);
  await world.wait(HOUR);
  expect(await findLostEmails(services)).toBeGreaterThan(0);
  // So does one whose sender is gone.
  await db.pool.query(
    `update emails set claim = $3, next_attempt_at = $2
     where business_id = $1 and status = 'queued'`,
    [owner.businessId, services.clock.now(), randomUUID()],
  );
  expect(await findStalledEmails(services)).toBeGreaterThan(0);
  await services.jobs.drain();
}

/** Words, copies, files and a time of one's own; what comes back, and who wants no more. */
async function trustMessages({ ask, world, owner }: Omit<Travellers, 'db' | 'dns'>, id: number) {
  const { services, visitor } = world.test;
  await ask(owner, 'GET', '/api/email-settings');
  const words = { subject: '{number}', message: 'Hello {customer}' };
  const templates = { invoice: words };
  await ask(owner, 'PUT', '/api/email-settings', { copyToSelf: true, templates });
  await ask(owner, 'POST', '/api/email-settings', { kind: 'invoice', ...words });
  const told = { fileName: 'Terms.txt', size: 5 };
  const { key, uploadURL } = await ask(owner, 'POST', '/api/email-files', told);
  const at = new URL(uploadURL, world.address);
  expect((await fetch(at, { method: 'PUT', body: 'Terms' })).status).toBe(200);
  await ask(owner, 'PUT', '/api/email-files', { key });
  const input = { cc: ['books@example.com'], files: [key], sendAt: '2027-06-01T09:00' };
  const sent = await ask(owner, 'POST', `/api/invoices/${id}/send-email`, input);
  const [email] = sent.emails as Email[];
  if (!email) throw new Error('nothing was queued');
  const sooner = { sendAt: '2027-05-01T09:00' };
  await ask(owner, 'POST', `/api/emails/${email.id}/schedule`, sooner);
  await ask(owner, 'POST', `/api/emails/${email.id}/retry`);
  await services.jobs.drain();
  await ask(owner, 'GET', `/api/emails/${email.id}`);
  const { businessId } = owner;
  const row = await findEmail(services.db.orm, businessId, email.id);
  const bounce = { kind: 'hard', messageId: row?.messageId ?? '', reason: 'Gone' } as const;
  expect(await noteBounce(services, { ...bounce, address: email.to })).toBe(true);
  const address = `/api/email-addresses/${encodeURIComponent(email.to)}`;
  await ask(owner, 'GET', address);
  // Nothing goes there by itself, until the address is used again.
  const unsent = await ask(owner, 'POST', `/api/invoices/${id}/send-email`, { subject: 'Again' });
  const [withheld] = unsent.emails as Email[];
  expect(withheld?.withheld).toBe(true);
  const token = unsubscribeToken(services.masterKey, { businessId, emailId: email.id });
  await ask(visitor, 'GET', `/unsubscribe/${token}`);
  await ask(visitor, 'POST', `/unsubscribe/${token}`);
  await ask(owner, 'POST', address);
  await ask(owner, 'POST', `/api/emails/${withheld?.id}/retry`);
  await ask(owner, 'GET', `/api/emails?limit=5&customerId=${unsent.customer.id}`);
  await ask(owner, 'PUT', '/api/email-settings', { copyToSelf: false });
}

async function buyPlan({ ask, world }: Travellers): Promise<void> {
  const newcomer = await world.test.signUp();
  await preparePlatform(world.test.services);
  await ask(newcomer, 'GET', '/api/user/status');
  await ask(newcomer, 'POST', '/api/get-or-create-subscription', { plan: 'monthly' });
  await ask(newcomer, 'POST', '/api/verify-subscription');
  await ask(newcomer, 'GET', '/api/billing');
  await ask(newcomer, 'POST', '/api/create-customer-portal');
  await world.delivered();
  await world.wait(HOUR);
  expect(await checkSubscriptions(world.test.services)).toBe(1);
  await ask(newcomer, 'PATCH', '/api/account', { name: 'New Comer' });
  const { sessions } = await ask(newcomer, 'GET', '/api/account/sessions');
  for (const path of ['auth/user', 'installation', 'account/security-log']) {
    await ask(newcomer, 'GET', `/api/${path}`);
  }
  await ask(newcomer, 'GET', '/api/account/doubtful-passkeys');
  await ask(newcomer, 'DELETE', `/api/account/sessions/${sessions[0].id}`);
}

async function administrate({ ask, world, owner, db }: Travellers): Promise<void> {
  const admin = await world.test.signUp(ADMIN);
  await db.pool.query('update users set email_verified = true');
  await readList({ ask }, admin, '/api/admin/users', 'owner');
  for (const path of ['users/count?search=owner', 'user-stats', 'jobs']) {
    await ask(admin, 'GET', `/api/admin/${path}`);
  }
  const at = `/api/admin/users/${owner.userId}`;
  await ask(admin, 'POST', `${at}/suspend`, { reason: 'Asked to' });
  await ask(admin, 'POST', `${at}/reinstate`);
  const address = 'blocking@example.com';
  await blockSender(db.orm, owner.businessId, address, new Date());
  await ask(owner, 'POST', `/api/email-addresses/${address}/ask`);
  await ask(admin, 'GET', `${at}/blocks`);
  await ask(admin, 'POST', `${at}/lift-block`, { address });
}

async function remind({ ask, owner }: Pick<Travellers, 'ask' | 'owner'>, id: number) {
  const hours = { sendFrom: 0, sendUntil: 24, businessDaysOnly: false };
  const steps = usualSteps();
  await ask(owner, 'GET', '/api/reminders/settings');
  await ask(owner, 'PUT', '/api/reminders/settings', { enabled: true, ...hours, steps });
  await ask(owner, 'POST', '/api/reminders/preview', steps[0]);
  await ask(owner, 'POST', `/api/invoices/${id}/reminders/pause`, { reason: 'replied' });
  await ask(owner, 'POST', `/api/invoices/${id}/reminders/resume`);
  await ask(owner, 'GET', `/api/invoices/${id}/reminders`);
  const step = { dueDate: '2026-12-24', days: 0 };
  for (const to of [null, '2026-12-25', '2026-12-24', '2026-12-26']) {
    await ask(owner, 'POST', `/api/invoices/${id}/reminders/change`, { ...step, to });
  }
}

/** What is to come, on its page and for calendar programs. */
async function lookAhead({
  ask,
  owner,
  world,
}: Pick<Travellers, 'ask' | 'owner' | 'world'>): Promise<void> {
  await ask(owner, 'GET', '/api/calendar');
  const { url } = await ask(owner, 'POST', '/api/calendar/feed');
  await ask(owner, 'GET', '/api/calendar/feed');
  await ask(world.test.visitor, 'GET', new URL(url).pathname);
  await ask(owner, 'DELETE', '/api/calendar/feed');
}

async function letTimePass({ ask, owner, world, db }: Travellers): Promise<void> {
  const { services } = world.test;
  const { id } = await owner.invoice({ dueDate: '2026-12-24' });
  await remind({ ask, owner }, id);
  await ask(owner, 'POST', '/api/estimates', anEstimate(owner.customerId, { status: 'sent' }));
  await lookAhead({ ask, owner, world });
  await world.wait(100 * DAY);
  expect(await markOverdue(services)).toBeGreaterThan(0);
  expect(await expireEstimates(services)).toBeGreaterThan(0);
  expect(await makeRecurringInvoices(services)).toBeGreaterThan(0);
  expect(await sendReminders(services)).toBeGreaterThan(0);
  expect(await setCardsAside(services)).toBe(1);
  expect(await forgetCards(services)).toBe(1);
  expect(await forgetRetiredKeys(services)).toBe(1);
  expect(await forgetUnfinishedUploads(services)).toBeGreaterThan(0);
  expect(await forgetOldEvents(services)).toBeGreaterThan(0);
  expect(await checkPaymentKeys(services)).toBeGreaterThan(0);
  await db.pool.query(
    "update business_profiles set time_zone = 'Asia/Atlantis' where business_id = $1",
    [owner.businessId],
  );
  expect(await replaceLostTimeZones(services)).toBeGreaterThan(0);
  await reconcilePayments(services);
  await services.jobs.drain();
  const inAWeek = new Date(Date.now() + 8 * DAY);
  expect(await forgetOldKeys(db, { now: () => inAWeek })).toBeGreaterThan(0);
  expect(await isSealedWithOtherKey(db.orm, services.seal)).toBe(false);
  const another = createSeal(Buffer.alloc(32, 7));
  await withTransaction(db, (tx) => resealPaymentKeys(tx, services.seal, another));
}
