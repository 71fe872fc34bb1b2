import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { contract } from '../../src/shared/contract/contract.ts';
import { ACCOUNT_FILES, BASES } from '../../src/shared/reports/account-report.contract.ts';
import { REPORT_TYPES } from '../../src/shared/reports/report.contract.ts';
import { describeOnDatabase } from '../database/describe-on-database.ts';
import { anEstimate } from '../factories/estimate.ts';
import { anInvoice } from '../factories/invoice.ts';
import { saveProfile } from '../factories/profile.ts';
import { aRecurringBody } from '../factories/recurring.ts';
import type { Visitor } from './portal-world.ts';
import { openPortalWorld } from './portal-world.ts';
import type { Caller, TestApp } from './test-app.ts';
import { openTestApp } from './test-app.ts';

/** Two or three of these are two or three decimals: every amount of a world that knows no other. */
const WORLDS = [
  { currency: 'JPY', decimals: 0, unit: 1 },
  { currency: 'KWD', decimals: 3, unit: 0.001 },
] as const;
const NOVEMBER = 'from=2026-11-01&to=2026-11-30';
const EMAIL = 'marta@harborandpine.example';

/** What is written in two decimals, and more where they count, whatever the currency (documents.md, Money). */
const NO_AMOUNT =
  /^(?:quantity|quantityLeft|least|most|unitPrice|taxRate|rate|percent|percentLeft|discountPercent)$/;
/** What has the decimals of its currency though it says that it has none, such as "0". */
const AMOUNT =
  /^(?:amount|total|subtotal|due|balance|debit|credit|net|tax|gross|base|open|invoiced|outstanding|overdue|received|rounding)$|^(?:amount|total|unapplied|refunded|allocated)[A-Z]|(?:Amount|Total|Sum)$/;

/** Amounts of an answer that have other decimals, with where they stand. */
function findMiswritten(value: unknown, decimals: number, path = '', name = ''): string[] {
  if (Array.isArray(value)) {
    return value.flatMap((each, index) =>
      findMiswritten(each, decimals, `${path}[${index}]`, name),
    );
  }
  if (value !== null && typeof value === 'object') {
    return Object.entries(value).flatMap(([key, each]) =>
      findMiswritten(each, decimals, `${path}.${key}`, key),
    );
  }
  if (typeof value !== 'string' || NO_AMOUNT.test(name)) return [];
  const written = /^-?\d+(?:\.(\d+))?$/.exec(value);
  if (!written) return [];
  const places = written[1]?.length ?? 0;
  const isAmount = places > 0 || AMOUNT.test(name);
  return isAmount && places !== decimals ? [`${path}: ${value}`] : [];
}

/** The paths of all calls that read something. */
function listReads(node: object): string[] {
  const route =
    '~orpc' in node && (node['~orpc'] as { route?: { method?: string; path?: string } });
  if (route) return route.route?.method === 'GET' && route.route.path ? [route.route.path] : [];
  return Object.values(node).flatMap((each: object) => listReads(each));
}

/** Calls in which no amount of a business can be. */
const WITHOUT_AMOUNTS =
  /^\/(?:auth|user|installation|account|admin|billing|sender|email|number-series|tax-rates|exchange-rate|notifications|revisions|calendar\/feed|customers\/count|items\/count|customers\/\{id\}\/(?:deletion|portal|automatic-payment)|portal\/(?:contact|cards)|(?:invoices|estimates|credit-notes)\/next-number|invoices\/\{id\}\/automatic-payment|business-profile)/;

describeOnDatabase('the amounts of all answers', { owned: true }, (db) => {
  let test: TestApp;
  beforeAll(async () => {
    test = await openTestApp(db);
    test.time.now = new Date('2026-11-20T12:00:00Z');
  });
  afterAll(() => test.close());

  describe.each(WORLDS)('of a business in $currency', ({ currency, decimals, unit }) => {
    let owner: Caller;
    let visitor: Visitor;
    let answers: { path: string; body: unknown }[];
    const ids: Record<string, number | string> = {};
    const price = (units: number) => (units * unit).toFixed(decimals);
    const wrong = (path: string, body: unknown) =>
      findMiswritten(body, decimals).map((fault) => `${path} ${fault}`);

    const ask = async (method: string, path: string, body?: object) => {
      const answer = await owner.call(method, `/api${path}`, body);
      expect([path, answer.status, answer.body.message]).toEqual([
        path,
        expect.toSatisfy((status: number) => status < 300),
        undefined,
      ]);
      answers.push({ path: `${method} ${path}`, body: answer.body });
      return answer.body;
    };

    beforeAll(async () => {
      answers = [];
      const world = await openPortalWorld(test, await test.signUp());
      ({ owner } = world);
      await db.pool.query(
        `update businesses set subscription_status = 'active', subscription_plan = 'yearly'`,
      );
      expect(
        (await saveProfile(owner, { businessName: 'Northwind Studio', currency })).status,
      ).toBeLessThan(300);
      const customerId = await world.customer({ email: EMAIL });
      const make = async (values: object, status = 'sent') => {
        const lineItems = [{ description: 'Work', quantity: '1', unitPrice: price(5000) }];
        const body = anInvoice(customerId, { taxRate: '10', lineItems, status, ...values });
        const { currency: _usual, ...rest } = body;
        return ask('POST', '/invoices', { ...rest, currency });
      };
      const pay = (id: number, amount: string, more: object = {}) =>
        ask('POST', '/payments', {
          customerId,
          currency,
          amount,
          paymentDate: '2026-11-20',
          paymentMethod: 'cash',
          allocations: [{ invoiceId: id, amount }],
          ...more,
        });

      await make({ dueDate: '2026-11-10', issueDate: '2026-11-01' });
      await make({}, 'draft');
      const installments = [{ percent: '40', dueDate: '2026-11-10' }, { dueDate: '2026-12-30' }];
      const inParts = await make({ issueDate: '2026-11-01', installments });
      const payment = await pay(inParts.id, price(100));
      await ask('POST', `/invoices/${(await make({})).id}/mark-paid`, { paymentMethod: 'cash' });
      const givenUp = await make({
        discounts: [{ percent: '10' }],
        charges: [{ amount: price(7), reason: 'Shipping' }],
      });
      await pay(givenUp.id, price(1000));
      await ask('POST', `/invoices/${givenUp.id}/write-off`, { reason: 'Bankrupt' });
      const credited = await make({});
      const note = await ask('POST', '/credit-notes', {
        creditNoteNumber: `CN-${currency}`,
        issueDate: '2026-11-20',
        status: 'issued',
        correctsInvoiceId: credited.id,
        credit: { amount: price(33) },
      });
      await make({ lineItems: [{ description: 'A gift', quantity: '1', unitPrice: '0' }] });
      await ask('POST', '/payments', {
        customerId,
        currency,
        amount: price(77),
        paymentDate: '2026-11-20',
        paymentMethod: 'cash',
      });
      const lineItems = [{ description: 'Work', quantity: '3', unitPrice: price(1234) }];
      const { currency: _none, ...quote } = anEstimate(customerId, { lineItems, status: 'sent' });
      const estimate = await ask('POST', '/estimates', { ...quote, currency });
      await ask('POST', `/estimates/${estimate.id}/deposit-invoice`, { percent: '30' });
      const item = await ask('POST', '/items', { name: 'Marta’s hour', unitPrice: price(90) });
      const expense = await ask('POST', '/expenses', {
        category: 'Travel',
        description: 'Marta’s trip',
        amount: price(12),
        currency,
        expenseDate: '2026-11-18',
      });
      const recurring = await ask(
        'POST',
        '/recurring',
        aRecurringBody(customerId, { currency, lineItems }),
      );
      await ask('PUT', '/reminders/settings', {
        ...(await ask('GET', '/reminders/settings')),
        lateFee: { kind: 'fixed', amount: price(50), afterDays: 3, delivery: 'draft' },
      });
      visitor = await world.visit(customerId, EMAIL);
      Object.assign(ids, {
        customers: customerId,
        items: item.id,
        invoices: inParts.id,
        estimates: estimate.id,
        'credit-notes': note.id,
        expenses: expense.id,
        recurring: recurring.id,
        payments: payment.id,
        'public/invoice': inParts.publicId,
        'public/estimate': estimate.publicId,
        'public/credit-note': note.publicId,
        'public/test-payment': inParts.publicId,
        'test-payment-integration': inParts.id,
        settled: givenUp.id,
        credited: credited.id,
      });
    });

    it('have its decimals where something was written', () => {
      expect(answers.length).toBeGreaterThan(15);
      expect(answers.flatMap(({ path, body }) => wrong(path, body))).toEqual([]);
    });

    it('have its decimals in every call that reads', async () => {
      const QUERIES: Record<string, string[]> = {
        '/search': ['q=marta'],
        '/invoices': ['', 'limit=50', 'status=overdue&limit=5'],
        '/invoices/summary': ['', `customerId=${ids['customers']}`],
        '/invoices/deductible': [`customerId=${ids['customers']}&currency=${currency}`],
        '/estimates': ['', 'limit=50'],
        '/credit-notes': ['', 'limit=50'],
        '/payments': [`customerId=${ids['customers']}`],
        '/customers/{id}/statement': [NOVEMBER],
        '/portal/invoices': ['status=open', 'status=paid'],
        '/portal/estimates': ['status=waiting'],
        '/reports': REPORT_TYPES.map((type) => `reportType=${type}&dateRange=30`),
        '/reports/revenue': BASES.map((basis) => `basis=${basis}&${NOVEMBER}`),
        '/reports/taxes': BASES.map((basis) => `basis=${basis}&${NOVEMBER}`),
        '/reports/write-offs': [NOVEMBER],
        '/reports/reconciliation': [NOVEMBER],
        '/reports/entries': [NOVEMBER],
      };
      const faults: string[] = [];
      for (const path of listReads(contract)) {
        if (WITHOUT_AMOUNTS.test(path)) continue;
        const resource = /^\/(.+?)\/\{/.exec(path)?.[1] ?? '';
        const at = path
          .replace(/\{(?:id|invoiceId)\}/, String(ids[resource]))
          .replace('{number}', '1');
        for (const query of QUERIES[path] ?? ['']) {
          const address = `/api${at}${query ? `?${query}` : ''}`;
          const by = path.startsWith('/portal') ? visitor : owner;
          const answer = await by.call('GET', address);
          if (answer.status !== 200) {
            faults.push(`${address}: ${answer.status} ${JSON.stringify(answer.body)}`);
          }
          faults.push(...wrong(address, answer.body));
        }
      }
      for (const id of [ids['settled'], ids['credited']]) {
        const { body } = await owner.call('GET', `/api/invoices/${id}`);
        faults.push(...wrong(`invoice ${id}`, body));
      }
      expect(faults).toEqual([]);
    });

    it('have its decimals in files', async () => {
      const faults: string[] = [];
      const files = [
        ...REPORT_TYPES.map((type) => `/api/reports/export?reportType=${type}&dateRange=30`),
        ...ACCOUNT_FILES.map(
          (name) => `/api/reports/${name}/export?${name === 'receivables' ? '' : NOVEMBER}`,
        ),
        `/api/customers/${String(ids['customers'])}/statement.csv?${NOVEMBER}`,
      ];
      for (const file of files) {
        const answer = await owner.call('GET', file);
        if (answer.status !== 200) faults.push(`${file}: ${answer.status}`);
        const [heads = [], ...rows] = String(answer.body)
          .split(/\r?\n/)
          .map((line) => line.split(','));
        for (const cells of rows) {
          const named = cells.map((cell, index) => [heads[index] ?? '', cell] as const);
          const amounts = named.filter(([head, cell]) => head !== 'Rate %' && cell.includes('.'));
          faults.push(...wrong(file, Object.fromEntries(amounts)));
        }
      }
      expect(faults).toEqual([]);
    });
  });
});
