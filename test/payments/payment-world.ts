import { randomBytes } from 'node:crypto';
import type { AnsweredRequest } from '@remit/sandbox';
import type { Database } from '../../src/server/db/database.ts';
import { reconcilePayments } from '../../src/server/features/payments/index.ts';
import type { InvoiceDetail } from '../../src/shared/invoices/invoice.contract.ts';
import { saveProfile } from '../factories/profile.ts';
import type { Answer, Caller, TestApp, TestAppOptions } from '../http/test-app.ts';
import { openTestApp, PASSWORD } from '../http/test-app.ts';
import { checkLedger } from '../ledger/check-ledger.ts';
import type { TestSandbox } from '../providers/test-sandbox.ts';
import { startTestSandbox } from '../providers/test-sandbox.ts';

export const CARDS = {
  pays: '4242 4242 4242 4242',
  declined: '4000 0000 0000 0002',
  insufficient: '4000 0000 0000 9995',
  threeDSecure: '4000 0027 6000 3184',
};

/** A business of its own, with keys of its own at the sandbox. */
export interface Business extends Caller {
  secretKey: string;
  customerId: number;
  /** A sent invoice over $107.00, unless told. */
  invoice(values?: object): Promise<InvoiceDetail>;
  /** One that was paid by card, and whose events have arrived. */
  paidInvoice(): Promise<InvoiceDetail>;
  read(invoice: { id: number }): Promise<InvoiceDetail>;
  /** The owner's form as it stands, with changes. */
  edit(invoice: InvoiceDetail, values: object): Promise<Answer>;
  /** The address that the owner copies, or a customer is led to. */
  link(invoice: { publicId: string }, method?: 'stripe' | 'paypal'): Promise<string>;
  profile(values: object): Promise<Answer>;
}

export interface PaymentWorld {
  test: TestApp;
  sandbox: TestSandbox;
  /** What the server asked the sandbox, and what it got. */
  asked: AnsweredRequest[];
  address: string;
  /** @param providers which keys it has; 'stripe' unless told */
  business(providers?: ('stripe' | 'paypal')[]): Promise<Business>;
  /** Steers the sandbox. */
  control(path: string, body?: object): Promise<Record<string, unknown>>;
  /** Fills the sandbox's page in as a customer does. @returns where it then leads, or what it says */
  payByCard(url: string, card?: string, fields?: object): Promise<PageOutcome>;
  answerChallenge(url: string, outcome: 'complete' | 'fail'): Promise<PageOutcome>;
  payByPayPal(url: string, funding?: string, action?: 'approve' | 'cancel'): Promise<PageOutcome>;
  /** What the return page asks. */
  confirm(invoice: { publicId: string }): Promise<Answer>;
  /** Runs the job once. */
  reconcile(): Promise<number>;
  /** Moves the clock of server and sandbox. */
  wait(ms: number): Promise<void>;
  /** All events that are under way have been answered. */
  delivered(): Promise<void>;
  /** @throws Error when a call to the provider, or its answer, was not as the provider has it */
  close(): Promise<void>;
}

/** Confirms who it is where a call asks for that, as the web client does: here, days pass. */
function confirming(owner: Caller): Caller {
  return {
    ...owner,
    async call(...request) {
      const answer = await owner.call(...request);
      if (answer.status !== 403 || answer.body.code !== 'PROOF_REQUIRED') return answer;
      await owner.call('POST', '/api/auth/confirm-password', { password: PASSWORD });
      return owner.call(...request);
    },
  };
}

export interface PageOutcome {
  status: number;
  location: string | null;
  text: string;
}

const MINUTE = 60_000;
export const HOUR = 60 * MINUTE;
let count = 0;

/** The application and the sandbox, over HTTP, with one clock. */
export async function openPaymentWorld(
  db: Database,
  env: Record<string, string> = {},
  options: TestAppOptions = {},
): Promise<PaymentWorld> {
  const clock: { now: () => Date } = { now: () => new Date('2026-11-20T12:00:00Z') };
  const sandbox = await startTestSandbox({ now: () => clock.now() });
  const owners: string[] = [];
  const test = await openTestApp(
    db,
    {
      STRIPE_API_BASE: sandbox.url,
      PAYPAL_API_BASE: sandbox.url,
      ...env,
    },
    options,
  );
  clock.now = () => test.time.now;
  const address = await test.listen();

  const control: PaymentWorld['control'] = (path, body) => sandbox.control(path, body);
  await control('webhooks', { retryMs: [20, 40, 80, 160, 320, 640] });

  const post = async (url: string, fields: Record<string, string>): Promise<PageOutcome> => {
    const answer = await fetch(url, {
      method: 'POST',
      redirect: 'manual',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams(fields),
    });
    const text = await answer.text();
    return { status: answer.status, location: answer.headers.get('location'), text };
  };

  const payByCard: PaymentWorld['payByCard'] = (url, card = CARDS.pays, fields = {}) =>
    post(url, {
      email: 'marta@harborandpine.example',
      name: 'Marta Lindqvist',
      number: card,
      expiry: '12 / 34',
      cvc: '123',
      method: 'card',
      ...fields,
    });
  const delivered = async () => {
    await control('webhooks/settled');
  };

  return {
    test,
    sandbox,
    asked: sandbox.answered,
    address,
    control,
    async business(providers = ['stripe']) {
      const owner = confirming(await test.signUp());
      await db.pool.query(
        `update businesses set subscription_status = 'active', subscription_plan = 'yearly' where id = $1`,
        [owner.businessId],
      );
      const mark = randomBytes(12).toString('hex');
      const keys = {
        ...(providers.includes('stripe')
          ? { stripePublishableKey: `pk_test_${mark}`, stripeSecretKey: `sk_test_${mark}` }
          : {}),
        ...(providers.includes('paypal')
          ? { paypalClientId: `client-${mark}`, paypalClientSecret: `secret-${mark}` }
          : {}),
      };
      const profile: Business['profile'] = (values) =>
        saveProfile(owner, { businessName: 'Northwind Studio', ...values });
      const saved = await profile(keys);
      if (saved.status !== 201) throw new Error(JSON.stringify(saved.body));
      const customer = await owner.call('POST', '/api/customers', {
        name: 'Marta Lindqvist',
        email: 'marta@harborandpine.example',
      });
      owners.push(owner.businessId);
      const business: Business = {
        ...owner,
        secretKey: `sk_test_${mark}`,
        customerId: customer.body.id,
        profile,
        async invoice(values = {}) {
          count += 1;
          const made = await owner.call('POST', '/api/invoices', {
            customerId: customer.body.id,
            invoiceNumber: `P-${process.pid}-${count}`,
            status: 'sent',
            issueDate: '2026-11-20',
            dueDate: '2026-12-20',
            taxRate: '7',
            lineItems: [{ description: 'Garden plan', quantity: '1', unitPrice: '100' }],
            ...values,
          });
          if (made.status !== 201) throw new Error(JSON.stringify(made.body));
          return made.body;
        },
        read: async ({ id }) => (await owner.call('GET', `/api/invoices/${id}`)).body,
        edit: (invoice, values) =>
          owner.call('PUT', `/api/invoices/${invoice.id}`, {
            customerId: invoice.customerId,
            invoiceNumber: invoice.invoiceNumber,
            issueDate: invoice.issueDate,
            dueDate: invoice.dueDate,
            taxRate: invoice.taxRate,
            lineItems: invoice.lineItems.map(({ description, quantity, unitPrice }) => ({
              description,
              quantity,
              unitPrice,
            })),
            ...values,
          }),
        async link({ publicId }, method) {
          const made = await test.visitor.call(
            'POST',
            `/api/invoices/${publicId}/create-payment`,
            method ? { method } : undefined,
          );
          if (made.status !== 200) throw new Error(JSON.stringify(made.body));
          return made.body.paymentUrl;
        },
        async paidInvoice() {
          const invoice = await business.invoice();
          await payByCard(await business.link(invoice, 'stripe'));
          await delivered();
          return business.read(invoice);
        },
      };
      return business;
    },
    payByCard,
    async answerChallenge(url, outcome) {
      const page = await (await fetch(url)).text();
      const secret = /name="secret" value="([^"]+)"/.exec(page)?.[1] ?? '';
      const action = /action="([^"]+)"/.exec(page)?.[1] ?? '';
      return post(new URL(action, url).href, { secret, outcome });
    },
    payByPayPal: (url, funding = 'completes', action = 'approve') => post(url, { funding, action }),
    confirm: ({ publicId }) => test.visitor.call('POST', `/api/invoices/${publicId}/mark-paid`, {}),
    reconcile: () => reconcilePayments(test.services),
    async wait(ms) {
      test.time.now = new Date(test.time.now.getTime() + ms);
      await control('clock');
    },
    delivered,
    async close() {
      for (const owner of owners) await checkLedger(db, owner);
      await test.close();
      await sandbox.close();
      // What was sent is known to the API version, and what came fits the SDK's own types.
      const problems = sandbox.takeProblems();
      if (problems.length > 0) throw new Error(problems.join('\n'));
    },
  };
}
