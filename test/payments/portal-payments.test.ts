import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { chargeSavedCards } from '../../src/server/features/payments/index.ts';
import { describeOnDatabase } from '../database/describe-on-database.ts';
import type { PortalWorld, Visitor } from '../http/portal-world.ts';
import { openPortalWorld } from '../http/portal-world.ts';
import type { Business, PaymentWorld } from './payment-world.ts';
import { CARDS, HOUR, openPaymentWorld } from './payment-world.ts';

const EMAIL = 'marta@harborandpine.example';

describeOnDatabase('paying in the portal', { owned: true }, (db) => {
  let world: PaymentWorld;
  let ada: Business;
  let portal: PortalWorld;
  let visitor: Visitor;
  beforeAll(async () => {
    world = await openPaymentWorld(db);
  });
  afterAll(() => world.close());
  beforeEach(async () => {
    ada = await world.business();
    portal = await openPortalWorld(world.test, ada);
    visitor = await portal.visit(ada.customerId, EMAIL);
  });

  const pay = (...invoiceIds: number[]) => visitor.call('POST', '/api/portal/pay', { invoiceIds });
  const read = async (path: string) => (await visitor.call('GET', `/api/portal${path}`)).body;

  it('leads to the checkout of an invoice, which is then paid', async () => {
    const invoice = await ada.invoice();
    expect(await read('')).toMatchObject({
      paysOnline: true,
      testMode: true,
      open: [{ currency: 'USD', amount: '107.00', count: 1 }],
    });
    const link = await pay(invoice.id);
    expect(link).toMatchObject({ status: 200, body: { method: 'stripe' } });
    expect((await pay(invoice.id, invoice.id)).body.paymentUrl).toBe(link.body.paymentUrl);
    await world.payByCard(link.body.paymentUrl);
    await world.delivered();
    expect((await read('')).open).toEqual([]);
    expect((await read('/invoices?status=paid')).items).toEqual([
      expect.objectContaining({ number: invoice.invoiceNumber, amountDue: '0.00' }),
    ]);
    const { items } = await read('/payments');
    expect(items).toEqual([
      expect.objectContaining({
        amount: '107.00',
        method: 'Visa ending 4242',
        invoiceNumbers: [invoice.invoiceNumber],
      }),
    ]);
    const message = `${invoice.invoiceNumber} has already been paid`;
    expect(await pay(invoice.id)).toMatchObject({
      status: 409,
      body: { code: 'CONFLICT', fields: [{ path: 'invoiceIds', message }] },
    });
  });

  it('names the invoice of a payment that was refunded, and says so of both', async () => {
    const invoice = await ada.invoice();
    await world.payByCard((await pay(invoice.id)).body.paymentUrl);
    await world.delivered();
    const [payment] = (await ada.call('GET', `/api/invoices/${invoice.id}`)).body.payments;
    const path = `/api/invoices/${invoice.id}/payments/${payment.id}/refund`;
    const refunded = await ada.call('POST', path, { stillOwed: false });
    expect(refunded.status, JSON.stringify(refunded.body)).toBe(200);
    await world.delivered();
    expect((await read('/invoices?status=paid')).items).toEqual([
      expect.objectContaining({ number: invoice.invoiceNumber, standing: 'refunded' }),
    ]);
    expect((await read('/payments')).items).toEqual([
      expect.objectContaining({ status: 'refunded', invoiceNumbers: [invoice.invoiceNumber] }),
    ]);
    const { body: listed } = await ada.call('GET', `/api/payments?customerId=${ada.customerId}`);
    expect(listed).toEqual([
      expect.objectContaining({
        allocations: [],
        wasFor: [{ invoiceId: invoice.id, invoiceNumber: invoice.invoiceNumber }],
      }),
    ]);
  });

  it('refuses what cannot be paid, by field where it is the choice', async () => {
    const chosen = (message: string) => ({
      status: 400,
      body: { fields: [{ path: 'invoiceIds', message }] },
    });
    expect(await pay()).toMatchObject(chosen('Choose at least one invoice'));
    const many = Array.from({ length: 21 }, (_, at) => at + 1);
    expect(await pay(...many)).toMatchObject(chosen('Choose at most 20 invoices'));
    const draft = await ada.invoice({ status: 'draft' });
    const missing = { status: 404, body: { message: 'Invoice not found' } };
    expect(await pay(draft.id)).toMatchObject(missing);
    const other = await ada.call('POST', '/api/customers', { name: 'Somebody else' });
    const foreign = await ada.invoice({ customerId: other.body.id });
    expect(await pay(foreign.id)).toMatchObject(missing);
    const bob = await world.business();
    expect(await pay((await bob.invoice()).id)).toMatchObject(missing);
  });

  it('says of an invoice that is too much for every way to pay what to do instead', async () => {
    const lineItems = [{ description: 'House', quantity: '1', unitPrice: '1000000' }];
    const large = await ada.invoice({ lineItems, taxRate: '0' });
    const small = await ada.invoice();
    const { items } = await read('/invoices?status=open');
    const obstacles = new Map(
      items.map((item: { id: number; obstacle: string | null }) => [item.id, item.obstacle]),
    );
    expect(obstacles.get(small.id)).toBeNull();
    const fault = String(obstacles.get(large.id));
    expect(fault).toMatch(
      /^A card cannot be used for .+\. Open the invoice to see how else it can be paid\.$/,
    );
    const refusal = await pay(large.id);
    expect(refusal.status).toBe(409);
    expect(refusal.body.message).toContain(fault.split('. ')[0]);
  });

  it('marks an invoice whose payment is on its way', async () => {
    const [one, two] = [await ada.invoice(), await ada.invoice()];
    await pay(one.id);
    await db.pool.query(
      `update checkouts set status = 'processing' where business_id = $1 and invoice_id = $2`,
      [ada.businessId, one.id],
    );
    const { items } = await read('/invoices?status=open');
    const marked = items.map((item: { id: number; isBeingConfirmed: boolean }) => [
      item.id,
      item.isBeingConfirmed,
    ]);
    expect(new Map(marked)).toEqual(
      new Map([
        [one.id, true],
        [two.id, false],
      ]),
    );
    await db.pool.query(
      `update checkouts set status = 'open' where business_id = $1 and invoice_id = $2`,
      [ada.businessId, one.id],
    );
  });

  /** A card that the customer has agreed to be charged. */
  const agree = async () => {
    await ada.profile({ offerAutomaticPayment: true });
    const agreed = await ada.invoice();
    const made = await world.test.visitor.call(
      'POST',
      `/api/invoices/${agreed.publicId}/create-payment`,
      { automatic: true },
    );
    await world.payByCard(made.body.paymentUrl);
    await world.delivered();
    await world.wait(HOUR);
    return (await read('/cards')).cards[0];
  };

  it('shows the card that is charged, and ends that for good', async () => {
    const card = await agree();
    expect(card).toMatchObject({
      customerId: ada.customerId,
      brand: 'Visa',
      last4: '4242',
      expiresMonth: 12,
      expiresYear: 2034,
      isRefused: false,
      text: expect.stringContaining('I allow Northwind Studio'),
    });
    const end = () => visitor.call('POST', `/api/portal/cards/${card.customerId}/end`, {});
    expect(await end()).toMatchObject({ status: 200, body: { cards: [] } });
    expect((await end()).status).toBe(200);
    const { rows } = await db.pool.query(
      'select ended_by from payment_mandates where business_id = $1',
      [ada.businessId],
    );
    expect(rows).toEqual([{ ended_by: 'customer' }]);
  });

  const change = (customerId: number) =>
    visitor.call('POST', `/api/portal/cards/${customerId}/change`, {});
  const mandates = async () => {
    const { rows } = await db.pool.query(
      `select last4, ended_by, agreed_at, agreement from payment_mandates
       where business_id = $1 order by id`,
      [ada.businessId],
    );
    return rows;
  };

  it('puts another card in the place of one that is charged, which pays what is due since', async () => {
    const card = await agree();
    const due = await ada.invoice({ dueDate: '2026-11-20' });
    await world.wait(HOUR);
    const asked = await change(card.customerId);
    expect(asked.status, JSON.stringify(asked.body)).toBe(200);
    // Looking before it is done changes nothing.
    expect((await read('/cards')).cards).toMatchObject([{ last4: '4242' }]);
    const declined = await world.payByCard(asked.body.url, CARDS.declined);
    expect(declined.status).toBe(402);
    const saved = await world.payByCard(asked.body.url, '5555 5555 5555 4444');
    expect(saved.location).toBe(`${world.address}/portal?card=changed`);
    await Promise.all([world.delivered(), read('/cards'), read('/cards')]);
    const { cards } = await read('/cards');
    expect(cards).toMatchObject([{ brand: 'Mastercard', last4: '4444', text: card.changeText }]);
    const [before, after] = await mandates();
    expect(before).toMatchObject({ last4: '4242', ended_by: 'replaced' });
    expect(after).toMatchObject({
      last4: '4444',
      ended_by: null,
      agreed_at: before.agreed_at,
      agreement: {
        text: expect.stringContaining('in place of Visa •••• 4242'),
        agreedAt: world.test.time.now.toISOString(),
        ipAddress: '127.0.0.1',
      },
    });
    expect(await chargeSavedCards(world.test.services)).toBe(1);
    expect((await ada.read(due)).payments).toMatchObject([
      { methodDetail: 'Mastercard ending 4444' },
    ]);
  });

  it('is told by the provider where the customer does not come back', async () => {
    const card = await agree();
    await world.payByCard((await change(card.customerId)).body.url, '5555 5555 5555 4444');
    await world.delivered();
    expect((await mandates()).map(({ last4 }) => last4)).toEqual(['4242', '4444']);
  });

  it('counts what was begun last, and nothing once the agreement is over', async () => {
    const card = await agree();
    const [first, second] = [await change(card.customerId), await change(card.customerId)];
    await world.payByCard(first.body.url, '5555 5555 5555 4444');
    await world.delivered();
    expect((await read('/cards')).cards).toMatchObject([{ last4: '4242' }]);
    await ada.call('POST', `/api/customers/${ada.customerId}/automatic-payment/end`, {});
    await world.payByCard(second.body.url, '5555 5555 5555 4444');
    await world.delivered();
    expect((await read('/cards')).cards).toEqual([]);
    expect((await mandates()).length).toBe(1);
  });

  it('refuses another customer’s card, one that is over, and what is not offered any more', async () => {
    const card = await agree();
    const missing = { status: 404, body: { message: 'Card not found' } };
    const other = await ada.call('POST', '/api/customers', { name: 'Somebody else' });
    expect(await change(other.body.id)).toMatchObject(missing);
    await ada.profile({ offerAutomaticPayment: false });
    expect((await read('/cards')).cards).toMatchObject([{ changeText: null }]);
    expect(await change(card.customerId)).toMatchObject({
      status: 409,
      body: { message: 'This business does not offer automatic payment any more.' },
    });
    await visitor.call('POST', `/api/portal/cards/${card.customerId}/end`, {});
    expect(await change(card.customerId)).toMatchObject(missing);
  });

  it('says so where the provider is silent, and changes nothing', async () => {
    const card = await agree();
    await world.control('fail', { path: '/v1/checkout/sessions', times: 5, status: 500 });
    const silent = await change(card.customerId);
    expect(silent).toMatchObject({ status: 503, body: { code: 'BUSY' } });
    await world.control('fail/clear');
    expect((await read('/cards')).cards).toMatchObject([{ last4: '4242' }]);
    expect((await change(card.customerId)).status).toBe(200);
  });
});
