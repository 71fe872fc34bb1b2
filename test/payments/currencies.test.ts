import { checkAmount, checkedCurrency } from '@remit/sandbox';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  stripeRule,
  toStripeUnits,
} from '../../src/server/platform/payment-providers/stripe/stripe-currencies.ts';
import { CURRENCIES } from '../../src/shared/money/currencies.ts';
import { formatMoney, money, subtractMoney } from '../../src/shared/money/money.ts';
import { describeOnDatabase } from '../database/describe-on-database.ts';
import type { Business, PaymentWorld } from './payment-world.ts';
import { openPaymentWorld } from './payment-world.ts';

/** What an invoice asks for, a part of it that goes back, and what the provider is told of the whole. */
const BY_CARD = [
  ['USD', '107.00', '7.01', 10_700],
  ['EUR', '1234.56', '0.56', 123_456],
  ['JPY', '5000', '1', 5000],
  ['KWD', '12.340', '0.010', 12_340],
  ['CHF', '99.95', '9.95', 9995],
  ['HUF', '1500.50', '0.50', 150_050],
  ['ISK', '15000', '500', 1_500_000],
  ['UGX', '250000', '50000', 25_000_000],
  ['COP', '450000.00', '50000.50', 45_000_000],
  ['BHD', '3.500', '1.250', 3500],
] as const;

const BY_PAYPAL = [
  ['USD', '107.00', '7.01', '107.00'],
  ['EUR', '1234.56', '0.56', '1234.56'],
  ['JPY', '5000', '1', '5000'],
  ['CHF', '99.95', '9.95', '99.95'],
  ['HUF', '1500.00', '500.00', '1500'],
] as const;

describeOnDatabase('money of any currency', (db) => {
  let world: PaymentWorld;
  let ada: Business;
  beforeAll(async () => {
    world = await openPaymentWorld(db);
    ada = await world.business(['stripe', 'paypal']);
  });
  afterAll(() => world.close());

  const asking = (currency: string, amount: string, owner = ada) =>
    owner.invoice({
      currency,
      taxRate: '0',
      lineItems: [{ description: 'Garden plan', quantity: '1', unitPrice: amount }],
    });
  const pay = (publicId: string, body: object = {}, caller = world.test.visitor) =>
    caller.call('POST', `/api/invoices/${publicId}/create-payment`, body);

  /** Paid, settled, given back in part and then whole. */
  const refunds = async (id: number, currency: string, amount: string, part: string) => {
    const [none] = [subtractMoney(money(amount, currency), money(amount, currency)).amount];
    const paid = await ada.read({ id });
    expect(paid).toMatchObject({
      status: 'paid',
      currency,
      amountReceived: amount,
      amountDue: none,
      overpaid: none,
      payments: [{ amount, currency, refundedAmount: none, pendingRefundAmount: none }],
    });
    const path = `/api/invoices/${id}/payments/${paid.payments[0]?.id}/refund`;
    const left = subtractMoney(money(amount, currency), money(part, currency));
    const tooMuch = await ada.call('POST', path, { amount: '9999999' });
    expect([tooMuch.status, tooMuch.body.message]).toEqual([
      400,
      `Amount must be at most ${formatMoney(money(amount, currency))}`,
    ]);
    const first = await ada.call('POST', path, { amount: part });
    expect(first.body).toMatchObject({
      status: 'paid',
      amountReceived: left.amount,
      payments: [{ status: 'completed', refundedAmount: part }],
    });
    expect(first.body.history[0]).toMatchObject({
      type: 'payment.refunded',
      data: { amount: part, currency },
    });
    const whole = await ada.call('POST', path);
    expect(whole.body).toMatchObject({
      status: 'sent',
      amountReceived: none,
      // The part that went back of the paid invoice is not owed any more.
      amountDue: left.amount,
      payments: [{ status: 'refunded', refundedAmount: amount }],
    });
    await world.delivered();
    expect(await ada.read({ id })).toMatchObject({ status: 'sent', amountReceived: none });
    const page = await world.test.visitor.call('GET', `/api/public/invoice/${paid.publicId}`);
    expect(page.body.invoice).toMatchObject({ currency, amountDue: left.amount, refunded: amount });
  };

  it.each(BY_CARD)('by card: %s %s', async (currency, amount, part, units) => {
    const invoice = await asking(currency, amount);
    expect(invoice).toMatchObject({ currency, total: amount });
    const before = world.asked.length;
    const url = await ada.link(invoice, 'stripe');
    const made = world.asked
      .slice(before)
      .find(({ path, method }) => method === 'POST' && path === '/v1/checkout/sessions');
    expect(made?.params).toMatchObject({
      line_items: {
        0: { price_data: { currency: currency.toLowerCase(), unit_amount: `${units}` } },
      },
    });
    const shown = await (await fetch(url)).text();
    expect(shown).toContain(formatMoney(money(amount, currency)));
    expect((await world.payByCard(url)).status).toBe(303);
    await world.delivered();
    expect((await world.confirm(invoice)).body).toMatchObject({ state: 'paid', amount, currency });
    await refunds(invoice.id, currency, amount, part);
  });

  it.each(BY_PAYPAL)('by PayPal: %s %s', async (currency, amount, part, value) => {
    const invoice = await asking(currency, amount);
    const before = world.asked.length;
    const url = await ada.link(invoice, 'paypal');
    const made = world.asked.slice(before).find(({ path }) => path === '/v2/checkout/orders');
    expect(made?.params).toMatchObject({
      purchase_units: [{ amount: { currency_code: currency, value } }],
    });
    await world.payByPayPal(url);
    await world.delivered();
    expect((await world.confirm(invoice)).body).toMatchObject({ state: 'paid', amount, currency });
    await refunds(invoice.id, currency, amount, part);
  });

  describe('what a provider cannot take is refused before it is asked', () => {
    it.each([
      ['USD', '0.49', 'stripe', 'payments below $0.50'],
      ['EUR', '0.49', 'stripe', 'payments below €0.50'],
      ['JPY', '49', 'stripe', 'payments below ¥50'],
      ['CHF', '0.45', 'stripe', 'payments below CHF\u00a00.50'],
      ['HUF', '174.50', 'stripe', 'payments below HUF\u00a0175.00'],
      ['USD', '1000000.00', 'stripe', 'payments above $999,999.99'],
      ['ISK', '1000000', 'stripe', 'payments above ISK\u00a0999,999'],
      ['UGX', '1000000', 'stripe', 'payments above UGX\u00a0999,999'],
      ['BHD', '100000.000', 'stripe', 'payments above BHD\u00a099,999.990'],
      ['COP', '99999999999.00', 'stripe', 'payments above COP\u00a09,999,999,999.90'],
      ['KWD', '1.234', 'stripe', 'amounts in KWD with more than two decimals'],
      ['IQD', '25.000', 'stripe', 'payments in IQD'],
      ['HUF', '500.50', 'paypal', 'amounts in HUF with decimals'],
      ['KWD', '12.340', 'paypal', 'payments in KWD'],
      ['BHD', '12.340', 'paypal', 'payments in BHD'],
      ['ISK', '5000', 'paypal', 'payments in ISK'],
      ['UGX', '5000', 'paypal', 'payments in UGX'],
      ['COP', '5000.00', 'paypal', 'payments in COP'],
    ] as const)('%s %s by %s: %s', async (currency, amount, method, fault) => {
      const invoice = await asking(currency, amount);
      const before = world.asked.length;
      const [owner, payer] = [
        await pay(invoice.publicId, { method }, ada),
        await pay(invoice.publicId, { method }),
      ];
      const label = method === 'stripe' ? 'Stripe' : 'PayPal';
      expect([owner.status, owner.body.message]).toEqual([
        409,
        `${label} cannot be used for ${fault}.`,
      ]);
      const page = await world.test.visitor.call('GET', `/api/public/invoice/${invoice.publicId}`);
      const { hasStripe, hasPayPal, refusal } = page.body.paymentConfig;
      expect(method === 'stripe' ? hasStripe : hasPayPal).toBe(false);
      const other = hasStripe
        ? 'Pay by card instead.'
        : hasPayPal
          ? 'Pay with PayPal instead.'
          : 'Contact the business directly.';
      const way = method === 'stripe' ? 'A card' : 'PayPal';
      expect([payer.status, payer.body.message]).toEqual([
        409,
        `${way} cannot be used for ${fault}. ${other}`,
      ]);
      expect(refusal === undefined).toBe(hasStripe || hasPayPal);
      expect(world.asked.slice(before)).toEqual([]);
    });

    it.each([
      ['CLP', '300'],
      ['UGX', '900'],
    ])(
      'in %s, of which no least is known: not offered instead once it was refused',
      async (currency, amount) => {
        const invoice = await asking(currency, amount);
        const paypal = `PayPal cannot be used for payments in ${currency}.`;
        const byPayPal = async () =>
          (await pay(invoice.publicId, { method: 'paypal' })).body.message as string;
        expect(await byPayPal()).toBe(`${paypal} Pay by card instead.`);
        const card = await pay(invoice.publicId, { method: 'stripe' });
        expect([card.status, card.body.message]).toEqual([
          409,
          'A card cannot be used for so small an amount. Contact the business directly.',
        ]);
        expect(await byPayPal()).toBe(`${paypal} Contact the business directly.`);
        const told = await pay(invoice.publicId, { method: 'stripe' }, ada);
        expect(told.body.message).toMatch(/^Stripe refused: .*must convert to at least 50 cents/);
        // What is due is another amount now: it may well be enough.
        const { version: _any, ...read } = await ada.read(invoice);
        const [line] = read.lineItems;
        const dearer = { ...read, lineItems: [{ ...line, unitPrice: '900000' }] };
        expect((await ada.call('PUT', `/api/invoices/${invoice.id}`, dearer)).status).toBe(200);
        expect(await byPayPal()).toBe(`${paypal} Pay by card instead.`);
        expect((await pay(invoice.publicId, { method: 'stripe' })).status).toBe(200);
      },
    );

    it('by one of two: the other is offered, and chosen by itself', async () => {
      const dinars = await asking('KWD', '12.340');
      const page = await world.test.visitor.call('GET', `/api/public/invoice/${dinars.publicId}`);
      expect(page.body.paymentConfig).toEqual({
        hasStripe: true,
        hasPayPal: false,
        testMode: true,
        installment: null,
        parts: null,
      });
      const little = await asking('USD', '0.30');
      expect((await pay(little.publicId)).body.method).toBe('paypal');
    });

    it('by none: the page says why, and so does the call', async () => {
      const dinars = await asking('IQD', '25000.000');
      const page = await world.test.visitor.call('GET', `/api/public/invoice/${dinars.publicId}`);
      const words =
        'A card cannot be used for payments in IQD. PayPal cannot be used for payments in IQD.';
      expect(page.body.paymentConfig).toEqual({
        hasStripe: false,
        hasPayPal: false,
        refusal: words,
        testMode: true,
        installment: null,
        parts: null,
      });
      expect((await pay(dinars.publicId)).body.message).toBe(
        `${words} Contact the business directly.`,
      );
      // It can still be paid otherwise, and is then owed nothing more.
      const paid = await ada.call('POST', `/api/invoices/${dinars.id}/mark-paid`, {
        paymentMethod: 'bank_transfer',
      });
      expect(paid.body).toMatchObject({
        status: 'paid',
        amountDue: '0.000',
        payments: [{ amount: '25000.000', currency: 'IQD', refundedAmount: '0.000' }],
      });
    });

    it('a part of a payment that cannot go back in such decimals', async () => {
      const invoice = await asking('KWD', '12.340');
      await world.payByCard(await ada.link(invoice, 'stripe'));
      await world.delivered();
      const [payment] = (await ada.read(invoice)).payments;
      const path = `/api/invoices/${invoice.id}/payments/${payment?.id}/refund`;
      for (const [amount, message] of [
        ['1.234', 'Stripe cannot be used for amounts in KWD with more than two decimals'],
        ['0', 'Amount must be positive'],
      ]) {
        const refused = await ada.call('POST', path, { amount });
        expect([refused.status, refused.body.message]).toEqual([400, message]);
        expect(refused.body.fields ?? refused.body.errors).toMatchObject([{ path: 'amount' }]);
      }
    });
  });

  it('money in another currency than the invoice counts for nothing in its balance', async () => {
    const invoice = await asking('EUR', '107.00');
    const url = await ada.link(invoice, 'stripe');
    await world.control('set-session', { id: /cs_test_\w+/.exec(url)?.[0], currency: 'chf' });
    await world.payByCard(url);
    await world.delivered();
    const read = await ada.read(invoice);
    expect(read).toMatchObject({
      status: 'sent',
      amountReceived: '0.00',
      amountDue: '107.00',
      payments: [{ status: 'review', currency: 'CHF', notes: 'Paid in CHF instead of EUR.' }],
    });
    expect((await world.confirm(invoice)).body).toMatchObject({
      state: 'review',
      amount: '107.00',
      currency: 'CHF',
    });
    const path = `/api/invoices/${invoice.id}/payments/${read.payments[0]?.id}`;
    expect((await ada.call('POST', `${path}/accept`)).body.message).toBe(
      'This payment is in CHF and the invoice in EUR. Refund it instead.',
    );
    const back = await ada.call('POST', `${path}/refund`);
    expect(back.body).toMatchObject({ status: 'sent', payments: [{ status: 'refunded' }] });
    const page = await world.test.visitor.call('GET', `/api/public/invoice/${invoice.publicId}`);
    // What went back in francs is no part of a sum in euros.
    expect(page.body.invoice.refunded).toBeNull();
  });
});

describe('the sandbox and the provider', () => {
  it('take the same currencies, and refuse the same amounts', () => {
    for (const currency of CURRENCIES) {
      const code = currency.toLowerCase();
      const takes = () => checkedCurrency(code, 'currency');
      const rule = stripeRule(currency);
      if (!rule) {
        expect(takes, currency).toThrow('Invalid currency');
        continue;
      }
      expect(takes, currency).not.toThrow();
      const most = toStripeUnits(money(rule.maximum ?? '0', currency));
      expect(() => checkAmount(most, code, 'amount'), currency).not.toThrow();
      const step = 10 ** (rule.places - rule.precision);
      expect(() => checkAmount(most + step, code, 'amount'), currency).toThrow('no more than');
      if (step > 1) expect(() => checkAmount(step / 10, code, 'amount'), currency).toThrow();
    }
  });
});
