import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { InvoiceDetail } from '../../src/shared/invoices/invoice.contract.ts';
import { describeOnDatabase } from '../database/describe-on-database.ts';
import { payingTogether, RETURN_URL, sessionOf, types } from './combined-world.ts';
import type { Business, PaymentWorld } from './payment-world.ts';
import { openPaymentWorld } from './payment-world.ts';

/** A customer pays several invoices in one checkout. */
describeOnDatabase('one payment for several invoices', (db) => {
  let world: PaymentWorld;
  let ada: Business;
  let marta: ReturnType<typeof payingTogether>;
  beforeAll(async () => {
    world = await openPaymentWorld(db);
  });
  afterAll(() => world.close());
  beforeEach(async () => {
    ada = await world.business(['stripe', 'paypal']);
    marta = payingTogether(db, world, ada);
  });
  afterEach(() => marta.check());

  const states = (invoices: InvoiceDetail[]) =>
    invoices.map(({ status, amountDue }) => `${status} ${amountDue}`);
  const notifications = async () => {
    const { rows } = await db.pool.query<{ title: string; message: string }>(
      'select title, message from notifications where business_id = $1 order by id',
      [ada.businessId],
    );
    return rows;
  };
  const receipts = async () => {
    const { rows } = await db.pool.query<{ subject: string }>(
      `select subject from emails where business_id = $1 and kind = 'receipt' order by id`,
      [ada.businessId],
    );
    return rows;
  };
  const refusal = async (work: Promise<unknown>) =>
    work.then(
      () => 'not refused',
      (error) => [error.code, error.message, error.details?.fields?.[0]?.path],
    );

  it('by card: all are paid by one payment, told once', async () => {
    const made = await marta.invoices('100', '50', '7.5');
    const [first, second] = made as [InvoiceDetail, InvoiceDetail];
    const url = await marta.link(made);
    const row = await marta.newest();
    expect(row).toMatchObject({ status: 'open', amount: '157.50', provider: 'stripe' });
    const session = await world.sandbox
      .stripe(ada.secretKey)
      .checkout.sessions.retrieve(sessionOf(url));
    expect(session).toMatchObject({
      client_reference_id: row.key,
      success_url: `${RETURN_URL}?payment=${row.key}`,
      cancel_url: RETURN_URL,
      amount_total: 15_750,
    });
    const numbers = made.map(({ invoiceNumber }) => invoiceNumber);
    expect(await (await fetch(url)).text()).toContain(
      `Invoices ${numbers[0]}, ${numbers[1]}, and ${numbers[2]}`,
    );
    expect(await marta.confirm()).toEqual({ state: 'unpaid', amount: '157.50', currency: 'USD' });
    await world.payByCard(url);
    await world.delivered();
    expect(await marta.confirm()).toEqual({ state: 'paid', amount: '157.50', currency: 'USD' });
    const paid = await marta.read(made);
    expect(states(paid)).toEqual(['paid 0.00', 'paid 0.00', 'paid 0.00']);
    expect(new Set(paid.map(({ payments }) => payments[0]?.id)).size).toBe(1);
    expect(paid.map(({ payments }) => payments)).toEqual([
      [
        expect.objectContaining({
          allocatedAmount: '100.00',
          partAmount: '100.00',
          invoiceId: null,
        }),
      ],
      [expect.objectContaining({ allocatedAmount: '50.00', partAmount: '50.00' })],
      [expect.objectContaining({ allocatedAmount: '7.50', partAmount: '7.50' })],
    ]);
    const told = paid.map(({ history }) => history.find(({ type }) => type === 'payment.received'));
    expect(told.map((event) => event?.data['amount'])).toEqual(['100.00', '50.00', '7.50']);
    expect(told[1]?.data).toMatchObject({ whole: '157.50', invoices: 3, further: true });
    expect(await notifications()).toEqual([
      { title: 'Payment received', message: 'Marta Lindqvist paid $157.50 for 3 invoices' },
    ]);
    expect((await receipts()).length).toBe(1);
    expect((await receipts())[0]?.subject).toContain(
      `invoices ${first.invoiceNumber}, ${second.invoiceNumber}, and ${made[2]?.invoiceNumber}`,
    );
    // The page of each says so, with its own part.
    expect((await world.confirm(second)).body).toMatchObject({ state: 'paid', amount: '50.00' });
  });

  it('by PayPal: captured once, all are paid', async () => {
    const made = await marta.invoices('100', '50');
    const url = await marta.link(made, { method: 'paypal' });
    await world.payByPayPal(url);
    await Promise.all([marta.confirm(), marta.confirm(), world.reconcile()]);
    await world.delivered();
    expect(await marta.confirm()).toMatchObject({ state: 'paid', amount: '150.00' });
    expect(states(await marta.read(made))).toEqual(['paid 0.00', 'paid 0.00']);
    expect((await marta.read(made))[0]?.payments).toMatchObject([{ provider: 'paypal' }]);
    expect((await receipts()).length).toBe(1);
  });

  it('one invoice is paid as on its own page', async () => {
    const [invoice] = await marta.invoices('100');
    const url = await marta.link([invoice as InvoiceDetail]);
    expect(url).toBe(await ada.link(invoice as InvoiceDetail));
    await world.payByCard(url);
    await world.delivered();
    expect(states(await marta.read([invoice as InvoiceDetail]))).toEqual(['paid 0.00']);
  });

  describe('is refused', () => {
    it('for what cannot be paid, naming it', async () => {
      const [a, b] = (await marta.invoices('10', '20')) as [InvoiceDetail, InvoiceDetail];
      const field = 'invoiceIds';
      const draft = await ada.invoice({ status: 'draft' });
      const missing = ['NOT_FOUND', 'Invoice not found', undefined];
      expect(await refusal(marta.link([a, draft]))).toEqual(missing);
      expect(await refusal(marta.link([]))).toEqual(missing);
      const gone = await ada.invoice();
      await ada.call('DELETE', `/api/invoices/${gone.id}`);
      expect(await refusal(marta.link([a, gone]))).toEqual([
        'CONFLICT',
        `${gone.invoiceNumber} was withdrawn by the business and is not to be paid`,
        field,
      ]);
      const paid = await ada.invoice();
      await ada.call('POST', `/api/invoices/${paid.id}/mark-paid`, { paymentMethod: 'cash' });
      expect(await refusal(marta.link([paid, a]))).toEqual([
        'CONFLICT',
        `${paid.invoiceNumber} has already been paid`,
        field,
      ]);
      const nothing = await ada.invoice({
        lineItems: [{ description: 'Gift', quantity: '1', unitPrice: '0' }],
      });
      expect(await refusal(marta.link([nothing, a]))).toEqual([
        'CONFLICT',
        `There is nothing to pay on ${nothing.invoiceNumber}`,
        field,
      ]);
      const euro = await ada.invoice({ currency: 'EUR', taxRate: '0' });
      expect(await refusal(marta.link([a, euro]))).toEqual([
        'CONFLICT',
        `${euro.invoiceNumber} is in EUR and ${a.invoiceNumber} in USD. Pay €100.00 by itself`,
        field,
      ]);
      // The same one twice is one of them.
      expect(await marta.link([a, b, a])).toBe(await marta.link([b, a]));
    });

    it('for invoices of another customer, another business, or nobody, without a word of them', async () => {
      const [a] = (await marta.invoices('10')) as [InvoiceDetail];
      const eve = await world.business();
      const foreign = await eve.invoice();
      const other = await ada.call('POST', '/api/customers', { name: 'Somebody else' });
      const theirs = await ada.invoice({ customerId: other.body.id });
      const notFound = ['NOT_FOUND', 'Invoice not found', undefined];
      for (const one of [foreign, theirs, { id: 999_999_999 }]) {
        expect(await refusal(marta.link([a, one]))).toEqual(notFound);
        expect(await refusal(marta.link([one]))).toEqual(notFound);
      }
      // Not even by whoever says that both are theirs: they are no one customer.
      const both = { customerIds: [ada.customerId, other.body.id] };
      expect(await refusal(marta.link([a, theirs], both))).toEqual(notFound);
      // What came of a payment is told to nobody else.
      const [b] = (await marta.invoices('20')) as [InvoiceDetail];
      await marta.link([a, b]);
      const { key } = await marta.newest();
      const unknown = ['NOT_FOUND', 'Payment not found', undefined];
      expect(await refusal(marta.confirm(key, [other.body.id]))).toEqual(unknown);
      expect(await refusal(payingTogether(db, world, eve).confirm(key))).toEqual(unknown);
      expect(await refusal(marta.confirm(`${key}'`))).toEqual(unknown);
      expect(await refusal(marta.confirm('0'.repeat(36)))).toEqual(unknown);
    });

    it('for a suspended business', async () => {
      const made = await marta.invoices('10', '20');
      await marta.link(made);
      await db.pool.query('update businesses set suspended_at = now() where id = $1', [
        ada.businessId,
      ]);
      expect((await refusal(marta.link(made)))[0]).toBe('NOT_AVAILABLE');
      await world.wait(2 * 60_000);
      await world.reconcile();
      expect((await marta.newest()).status).toBe('expired');
      await db.pool.query('update businesses set suspended_at = null where id = $1', [
        ada.businessId,
      ]);
    });

    it('while a payment of one of them is being confirmed, naming it', async () => {
      const [a, b, c] = (await marta.invoices('10', '20', '30')) as [
        InvoiceDetail,
        InvoiceDetail,
        InvoiceDetail,
      ];
      const session = sessionOf(await marta.link([a, b]));
      await world.control('pay', { session, bank: 'succeeds' });
      await world.delivered();
      expect(await marta.confirm()).toMatchObject({ state: 'confirming' });
      expect(await refusal(marta.link([b, c]))).toEqual([
        'CONFLICT',
        `A payment for ${b.invoiceNumber} is being confirmed. There is no need to pay it again`,
        'invoiceIds',
      ]);
      // So does the page of each, and none of them can be paid by itself.
      expect((await world.confirm(b)).body.state).toBe('confirming');
      const page = await world.test.visitor.call('GET', `/api/public/invoice/${b.publicId}`);
      expect(page.body.invoice.paymentProcessing).toBe(true);
      const single = await world.test.visitor.call(
        'POST',
        `/api/invoices/${b.publicId}/create-payment`,
      );
      expect([single.status, single.body.message]).toEqual([
        409,
        'A payment for this invoice is being confirmed. There is no need to pay again.',
      ]);
      await world.wait(2 * 60_000);
      await world.delivered();
      expect(await marta.confirm()).toMatchObject({ state: 'paid' });
      expect(states(await marta.read([a, b, c]))).toEqual(['paid 0.00', 'paid 0.00', 'sent 30.00']);
    });
  });

  it('the customer’s merged records are one, and are paid together', async () => {
    const other = await ada.call('POST', '/api/customers', { name: 'Marta L.' });
    const [a] = (await marta.invoices('10')) as [InvoiceDetail];
    const b = await ada.invoice({ customerId: other.body.id });
    const into = { intoCustomerId: ada.customerId };
    expect((await ada.call('POST', `/api/customers/${other.body.id}/merge`, into)).status).toBe(
      200,
    );
    const group = { customerIds: [ada.customerId, other.body.id] };
    await world.payByCard(await marta.link([a, b], group));
    await world.delivered();
    expect(states(await marta.read([a, b]))).toEqual(['paid 0.00', 'paid 0.00']);
    const state = await marta.confirm(undefined, group.customerIds);
    expect(state).toMatchObject({ state: 'paid', amount: '117.00' });
  });

  it('is recorded once, in whatever order and however often its events come', async () => {
    await world.control('webhooks', { mode: 'hold', duplicate: 2, reorder: true });
    const made = await marta.invoices('10', '20', '30');
    await world.payByCard(await marta.link(made));
    await world.control('webhooks/release');
    await world.control('webhooks', { mode: 'deliver', duplicate: 0, reorder: false });
    await Promise.all([marta.confirm(), marta.confirm(), world.reconcile(), world.delivered()]);
    await world.delivered();
    const paid = await marta.read(made);
    expect(states(paid)).toEqual(['paid 0.00', 'paid 0.00', 'paid 0.00']);
    for (const one of paid) {
      expect(types(one).filter((type) => type === 'payment.received')).toHaveLength(1);
      expect(one.payments).toHaveLength(1);
    }
    expect((await receipts()).length).toBe(1);
  });
});
