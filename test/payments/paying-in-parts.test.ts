import { afterAll, beforeAll, expect, it } from 'vitest';
import type { InvoiceDetail } from '../../src/shared/invoices/invoice.contract.ts';
import { describeOnDatabase } from '../database/describe-on-database.ts';
import type { Business, PaymentWorld } from './payment-world.ts';
import { HOUR, openPaymentWorld } from './payment-world.ts';

const PLAN = [
  { percent: '30', event: 'issue' },
  { percent: '30', event: 'issue', days: 30 },
  { event: 'issue', days: 60 },
];

describeOnDatabase('paying in parts', (db) => {
  let world: PaymentWorld;
  let ada: Business;
  beforeAll(async () => {
    world = await openPaymentWorld(db);
    ada = await world.business(['stripe', 'paypal']);
  });
  afterAll(() => world.close());

  /** Over $1,000.00, of which $300.00 is due next. */
  const planned = (values: object = {}) =>
    ada.invoice({
      taxRate: '0',
      lineItems: [{ description: 'Garden plan', quantity: '1', unitPrice: '1000' }],
      installments: PLAN,
      ...values,
    });
  const ask = ({ publicId }: { publicId: string }, body: object) =>
    world.test.visitor.call('POST', `/api/invoices/${publicId}/create-payment`, body);
  const link = async (invoice: { publicId: string }, body: object): Promise<string> => {
    const made = await ask(invoice, body);
    expect([made.status, made.body.message]).toEqual([200, undefined]);
    return made.body.paymentUrl;
  };
  const page = async ({ publicId }: { publicId: string }) =>
    (await world.test.visitor.call('GET', `/api/public/invoice/${publicId}`)).body;
  const open = ({ schedule }: InvoiceDetail) => schedule.map(({ amountDue }) => amountDue);
  const letters = async (invoice: { id: number }, kind: string) =>
    (await ada.read(invoice)).emails.filter((email) => email.kind === kind);
  const record = (invoice: InvoiceDetail, amount: string) =>
    ada.call('POST', '/api/payments', {
      customerId: ada.customerId,
      amount,
      allocations: [{ invoiceId: invoice.id, amount }],
    });

  it.each(['stripe', 'paypal'] as const)(
    'an installment by %s leaves the rest open, and says when it is due',
    async (method) => {
      const invoice = await planned();
      expect((await page(invoice)).paymentConfig).toMatchObject({
        installment: {
          amount: '300.00',
          dueDate: '2026-11-20',
          hasStripe: true,
          hasPayPal: true,
        },
        parts: null,
      });
      const url = await link(invoice, { method, amount: '300' });
      // The same choice is the same checkout.
      expect(await link(invoice, { method, amount: '300.00' })).toBe(url);
      expect((await ada.read(invoice)).paymentUrl).toBeNull();
      if (method === 'stripe') await world.payByCard(url);
      else await world.payByPayPal(url);
      await world.delivered();
      const confirmed = await world.confirm(invoice);
      expect(confirmed.body).toMatchObject({
        state: 'paid',
        amount: '300.00',
        amountDue: '700.00',
        nextDueDate: '2026-12-20',
      });
      const paid = await ada.read(invoice);
      expect(paid).toMatchObject({
        status: 'sent',
        amountPaid: '300.00',
        amountDue: '700.00',
        nextDueDate: '2026-12-20',
        overpaid: '0.00',
      });
      expect(open(paid)).toEqual(['0.00', '300.00', '400.00']);
      expect(await letters(invoice, 'receipt')).toHaveLength(1);
      expect((await page(invoice)).paymentConfig.installment).toMatchObject({
        amount: '300.00',
        dueDate: '2026-12-20',
      });
      // The last but one, and then all that is left.
      for (const amount of ['300', undefined]) {
        const next = await link(invoice, { method, ...(amount ? { amount } : {}) });
        if (method === 'stripe') await world.payByCard(next);
        else await world.payByPayPal(next);
        await world.delivered();
        await world.confirm(invoice);
      }
      expect(await ada.read(invoice)).toMatchObject({ status: 'paid', amountDue: '0.00' });
      expect((await ada.read(invoice)).payments.map(({ amount }) => amount)).toEqual([
        '300.00',
        '300.00',
        '400.00',
      ]);
    },
  );

  it('refuses what may not be paid, naming the amount', async () => {
    const invoice = await planned();
    const refused = async (amount: unknown, message: string) => {
      const answer = await ask(invoice, { amount });
      expect([answer.status, answer.body.fields]).toEqual([400, [{ path: 'amount', message }]]);
    };
    const whole =
      'Amount must be $300.00, the installment that is due, or $1,000.00, all that is due';
    await refused('250', whole);
    await refused('299.99', whole);
    await refused('1000.01', 'Amount must be at most $1,000.00');
    await refused('0', 'Amount must be positive');
    await refused('-5', 'Amount must not be negative');
    await refused('1.005', 'Amount must be a number with at most two decimals');
    await refused('a lot', 'Amount must be a number');
    const plain = await ada.invoice();
    const answer = await ask(plain, { amount: '50' });
    expect(answer.body.fields).toEqual([
      { path: 'amount', message: 'Amount must be $107.00, all that is due' },
    ]);
    expect((await ada.read(invoice)).paymentProcessing).toBe(false);
  });

  it('lets a payer choose where the business does, within the limits of each provider', async () => {
    const eve = await world.business(['stripe', 'paypal']);
    await eve.profile({ allowPartialPayments: true });
    const invoice = await eve.invoice();
    expect((await page(invoice)).paymentConfig.parts).toEqual({
      stripe: { least: '0.50', most: '107.00' },
      paypal: { least: '0.01', most: '107.00' },
    });
    const little = await ask(invoice, { amount: '0.49', method: 'stripe' });
    expect([little.status, little.body.fields]).toEqual([
      400,
      [
        {
          path: 'amount',
          message: 'A card cannot be used for payments below $0.50. Pay with PayPal instead.',
        },
      ],
    ]);
    await world.payByCard(await link(invoice, { amount: '40', method: 'stripe' }));
    await world.delivered();
    await world.payByPayPal(await link(invoice, { amount: '7', method: 'paypal' }));
    await world.confirm(invoice);
    expect(await eve.read(invoice)).toMatchObject({ status: 'sent', amountDue: '60.00' });
    await world.payByCard(await link(invoice, { method: 'stripe' }));
    await world.delivered();
    expect(await eve.read(invoice)).toMatchObject({ status: 'paid', overpaid: '0.00' });
  });

  it('two tabs with different amounts: the newer choice stands, the older one cannot be paid', async () => {
    const invoice = await planned();
    const installment = await link(invoice, { method: 'stripe', amount: '300' });
    const balance = await link(invoice, { method: 'stripe' });
    expect(balance).not.toBe(installment);
    expect((await world.payByCard(installment)).status).toBe(410);
    await world.payByCard(balance);
    await world.delivered();
    const paid = await ada.read(invoice);
    expect([paid.status, paid.payments.length, paid.overpaid]).toEqual(['paid', 1, '0.00']);
  });

  it('two tabs at once with different amounts: never more than is due', async () => {
    for (let round = 0; round < 4; round += 1) {
      const invoice = await planned();
      await Promise.all([
        ask(invoice, { method: 'stripe', amount: '300' }),
        ask(invoice, { method: 'stripe' }),
        ask(invoice, { method: 'paypal', amount: '300' }),
      ]);
      const { rows } = await db.pool.query<{ url: string; provider: string }>(
        `select url, provider from checkouts
         where business_id = $1 and invoice_id = $2 and status = 'open'`,
        [ada.businessId, invoice.id],
      );
      expect(rows.length).toBeLessThanOrEqual(2);
      await Promise.all(
        rows.map(({ url, provider }) =>
          provider === 'stripe' ? world.payByCard(url) : world.payByPayPal(url),
        ),
      );
      await world.delivered();
      await world.confirm(invoice);
      await world.reconcile();
      const paid = await ada.read(invoice);
      expect(Number(paid.amountPaid) + Number(paid.amountDue)).toBe(1000);
      // What a card brought while the order was taken is the customer's credit, and nothing else.
      const came = paid.payments.reduce((sum, { amount }) => sum + Number(amount), 0);
      expect(came).toBe(Number(paid.amountPaid) + Number(paid.overpaid));
    }
  });

  it('who chooses several amounts at once leaves no checkout behind that nobody knows', async () => {
    const eve = await world.business();
    await eve.profile({ allowPartialPayments: true });
    const invoice = await eve.invoice();
    const before = world.asked.length;
    const amounts = ['30', '50', '30', '50', '10', '20'];
    const answers = await Promise.all(
      amounts.map((amount) => ask(invoice, { method: 'stripe', amount })),
    );
    expect(answers.map(({ status }) => status)).toEqual(amounts.map(() => 200));
    // One of them can be paid, for what its payer has chosen.
    const { rows: live } = await db.pool.query<{ amount: string; url: string }>(
      `select amount, url from checkouts
       where business_id = $1 and invoice_id = $2 and status = 'open'`,
      [eve.businessId, invoice.id],
    );
    expect(live).toHaveLength(1);
    const chosen = answers.findLastIndex(({ body }) => body.paymentUrl === live[0]?.url);
    expect(`${amounts[chosen]}.00`).toBe(live[0]?.amount);
    const asked = world.asked.slice(before).filter(({ status }) => status === 200);
    const made = asked
      .filter(({ method, path }) => method === 'POST' && path === '/v1/checkout/sessions')
      .map(({ answer }) => (answer as { id: string }).id);
    const ended = asked.flatMap(({ path }) => /sessions\/(.+)\/expire$/.exec(path)?.[1] ?? []);
    const { rows } = await db.pool.query<{ id: string }>(
      `select provider_id as id from checkouts
       where business_id = $1 and invoice_id = $2 and provider_id is not null`,
      [eve.businessId, invoice.id],
    );
    const known = [...ended, ...rows.map(({ id }) => id)];
    expect(made.length).toBeGreaterThan(0);
    expect(made.filter((id) => !known.includes(id))).toEqual([]);
  });

  it('a payment that arrives while another is asked for is told, and nothing is charged twice', async () => {
    const invoice = await planned();
    const installment = await link(invoice, { method: 'stripe', amount: '300' });
    await world.control('webhooks', { mode: 'drop' });
    await world.payByCard(installment);
    const again = await ask(invoice, { method: 'stripe' });
    await world.control('webhooks', { mode: 'deliver' });
    expect([again.status, again.body.message]).toEqual([
      409,
      'A payment has just arrived: $700.00 is still due. Choose again what to pay.',
    ]);
    expect(await ada.read(invoice)).toMatchObject({ amountDue: '700.00', status: 'sent' });
  });

  it('an installment that was paid otherwise meanwhile is asked for no more', async () => {
    const invoice = await planned();
    const card = await link(invoice, { method: 'stripe', amount: '300' });
    const wallet = await link(invoice, { method: 'paypal', amount: '300' });
    await world.payByPayPal(wallet);
    expect((await record(invoice, '100')).status).toBe(201);
    await world.wait(2_000);
    await world.reconcile();
    // An approved order that no longer fits is never taken.
    expect(await ada.read(invoice)).toMatchObject({ amountPaid: '100.00', amountDue: '900.00' });
    expect((await world.payByCard(card)).status).toBe(410);
    expect((await page(invoice)).paymentConfig.installment).toMatchObject({ amount: '200.00' });
  });

  it('a balance that is lowered while a payer pays leaves the excess as credit', async () => {
    const invoice = await planned();
    const card = await link(invoice, { method: 'stripe', amount: '300' });
    await world.control('webhooks', { mode: 'drop' });
    await world.payByCard(card);
    // Nobody has told us yet: the owner records most of it by hand.
    expect((await record(invoice, '900')).status).toBe(201);
    await world.control('webhooks', { mode: 'deliver' });
    await world.confirm(invoice);
    const paid = await ada.read(invoice);
    expect(paid).toMatchObject({ status: 'paid', amountPaid: '1000.00', amountDue: '0.00' });
    const credit = paid.payments.map(({ unappliedAmount }) => Number(unappliedAmount));
    expect(credit.reduce((sum, one) => sum + one, 0)).toBe(200);
  });

  it('asks for all that is late at once, once it is late', async () => {
    const later = await world.business();
    const invoice = await later.invoice({
      taxRate: '0',
      issueDate: '2026-09-01',
      lineItems: [{ description: 'Garden plan', quantity: '1', unitPrice: '1000' }],
      installments: [
        { percent: '30', event: 'issue' },
        { percent: '30', event: 'issue', days: 30 },
        { dueDate: '2027-06-01' },
      ],
    });
    expect((await page(invoice)).paymentConfig.installment).toMatchObject({
      amount: '600.00',
      dueDate: '2026-09-01',
    });
    expect((await later.read(invoice)).status).toBe('overdue');
    await world.payByCard(await link(invoice, { amount: '600' }));
    await world.delivered();
    expect((await later.read(invoice)).status).toBe('sent');
  });

  it('64 at once, online and by hand: each cent is settled once', async () => {
    const eve = await world.business(['stripe']);
    await eve.profile({ allowPartialPayments: true });
    const invoice = await eve.invoice();
    const card = await link(invoice, { method: 'stripe', amount: '107' });
    await world.control('webhooks', { mode: 'drop' });
    await world.payByCard(card);
    await world.control('webhooks', { mode: 'deliver' });
    const answers = await Promise.all(
      Array.from({ length: 64 }, (_, n) =>
        n % 2 === 0
          ? world.confirm(invoice)
          : eve.call('POST', '/api/payments', {
              customerId: eve.customerId,
              amount: '107',
              allocations: [{ invoiceId: invoice.id, amount: '107' }],
            }),
      ),
    );
    expect(answers.filter(({ status }) => status >= 500)).toEqual([]);
    const paid = await eve.read(invoice);
    expect(paid).toMatchObject({ status: 'paid', amountPaid: '107.00', amountDue: '0.00' });
    expect(paid.payments.filter(({ provider }) => provider === 'stripe')).toHaveLength(1);
    const byHand = answers.filter(({ status, body }) => status === 201 && body.allocations);
    expect(byHand.length).toBeLessThanOrEqual(1);
  });

  it('writes to the customer what was refunded, in the owner’s words, once', async () => {
    const invoice = await planned();
    await world.payByCard(await link(invoice, { method: 'stripe', amount: '300' }));
    await world.delivered();
    const [payment] = (await ada.read(invoice)).payments;
    const refund = (body: object) =>
      ada.call('POST', `/api/invoices/${invoice.id}/payments/${payment?.id}/refund`, body);
    expect((await refund({ amount: '20', message: '  ' })).status).toBe(200);
    expect(await letters(invoice, 'refund')).toEqual([]);
    const message = 'Sorry, Marta.\nThe hedge was smaller than planned.';
    expect((await refund({ amount: '50', message })).status).toBe(200);
    await world.reconcile();
    await world.delivered();
    const [letter, ...others] = await letters(invoice, 'refund');
    expect(others).toEqual([]);
    expect(letter).toMatchObject({
      to: 'marta@harborandpine.example',
      subject: `Refund of $50.00 for invoice ${invoice.invoiceNumber} from Northwind Studio`,
      message,
    });
    const long = await refund({ amount: '1', message: 'x'.repeat(2_001) });
    expect([long.status, long.body.fields]).toEqual([
      400,
      [{ path: 'message', message: 'Message must be at most 2,000 characters' }],
    ]);
    // The rest, whole: all is owed again.
    const own = { subject: 'Back: {amount}', message: 'Dear {customer},\n\n{message}' };
    await ada.call('PUT', '/api/email-settings', { templates: { refund: own } });
    expect((await refund({ message: 'All of {amount}.' })).status).toBe(200);
    await ada.call('PUT', '/api/email-settings', { templates: { refund: null } });
    expect(await ada.read(invoice)).toMatchObject({ amountDue: '1000.00', amountPaid: '0.00' });
    // What its owner wrote for it stands in the template's place, and is not filled in itself.
    const [last, ...earlier] = await letters(invoice, 'refund');
    expect(earlier).toHaveLength(1);
    expect(last).toMatchObject({
      subject: 'Back: $230.00',
      message: 'Dear Marta Lindqvist,\n\nAll of {amount}.',
    });
  });

  it('writes once when the provider was silent, and the job finishes the refund', async () => {
    const invoice = await ada.paidInvoice();
    const [payment] = invoice.payments;
    await world.control('fail', { path: '/v1/refunds', times: 3, status: 500 });
    const asked = await ada.call(
      'POST',
      `/api/invoices/${invoice.id}/payments/${payment?.id}/refund`,
      { amount: '7', message: 'Seven back.' },
    );
    expect(asked.status).toBe(503);
    expect(await letters(invoice, 'refund')).toEqual([]);
    await world.wait(HOUR);
    await world.reconcile();
    await world.reconcile();
    expect(await letters(invoice, 'refund')).toHaveLength(1);
  });
});
