import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CURRENCIES } from '../../../shared/money/currencies.ts';
import { fromMinorUnits, money } from '../../../shared/money/money.ts';
import { findChargeFault, findRefundFault } from './charge-fault.ts';
import { fromPaypalMoney, paypalRule, toPaypalMoney } from './paypal/paypal-currencies.ts';
import { fromStripeUnits, stripeRule, toStripeUnits } from './stripe/stripe-currencies.ts';

describe('what a provider counts', () => {
  it.each([
    ['12.50', 'USD', 1250],
    ['500', 'JPY', 500],
    ['500.50', 'HUF', 50_050],
    ['500', 'ISK', 50_000],
    ['5', 'UGX', 500],
    ['1.250', 'KWD', 1250],
    ['3.000', 'BHD', 3000],
    ['700.00', 'MGA', 700],
  ])('Stripe: %s %s is %i', (amount, currency, units) => {
    expect(toStripeUnits(money(amount, currency))).toBe(units);
    expect(fromStripeUnits(units, currency.toLowerCase())).toEqual(money(amount, currency));
  });

  it.each([
    ['12.50', 'USD', '12.50'],
    ['500', 'JPY', '500'],
    ['500.00', 'HUF', '500'],
    ['99.00', 'TWD', '99'],
  ])('PayPal: %s %s is %s', (amount, currency, value) => {
    const there = toPaypalMoney(money(amount, currency));
    expect(there).toEqual({ currency_code: currency, value });
    expect(fromPaypalMoney(there)).toEqual(money(amount, currency));
  });

  it('is refused, or not read, where it is no amount of both', () => {
    expect(() => toStripeUnits(money('1.234', 'KWD'))).toThrow('Stripe does not accept 1.234 KWD.');
    expect(() => toStripeUnits(money('1.50', 'MGA'))).toThrow('Stripe does not accept 1.50 MGA.');
    expect(() => toStripeUnits(money('5', 'IQD'))).toThrow('Stripe does not accept 5 IQD.');
    expect(() => toPaypalMoney(money('0.50', 'HUF'))).toThrow('PayPal does not accept 0.50 HUF.');
    expect(() => toPaypalMoney(money('5', 'ISK'))).toThrow('PayPal does not accept 5 ISK.');
    for (const [units, currency] of [
      [550, 'isk'],
      [1.5, 'usd'],
      [Number.NaN, 'usd'],
      [2 ** 53, 'usd'],
      [100, 'xxx'],
    ] as const) {
      expect(() => fromStripeUnits(units, currency)).toThrow('cannot be read');
    }
    expect(fromPaypalMoney({ currency_code: 'JPY', value: '0.5' })).toBeUndefined();
    expect(fromPaypalMoney({ currency_code: 'XXX', value: '1' })).toBeUndefined();
  });

  it('comes back as it was, in every currency that the provider takes', () => {
    const taken = (rule: (currency: string) => object | undefined) =>
      fc.constantFrom(...CURRENCIES.filter((currency) => rule(currency)));
    const units = fc.bigInt({ min: 0n, max: 999_999_999_999n });
    fc.assert(
      fc.property(taken(stripeRule), units, (currency, value) => {
        const amount = fromMinorUnits(value, currency);
        fc.pre(findRefundFault('stripe', amount) === undefined);
        expect(fromStripeUnits(toStripeUnits(amount), currency)).toEqual(amount);
      }),
    );
    fc.assert(
      fc.property(taken(paypalRule), units, (currency, value) => {
        const amount = fromMinorUnits(value, currency);
        fc.pre(findRefundFault('paypal', amount) === undefined);
        expect(fromPaypalMoney(toPaypalMoney(amount))).toEqual(amount);
      }),
    );
  });
});

describe('what keeps a provider from taking an amount', () => {
  it.each([
    ['stripe', '0.50', 'USD', undefined],
    ['stripe', '0.49', 'USD', 'payments below $0.50'],
    ['stripe', '999999.99', 'USD', undefined],
    ['stripe', '1000000.00', 'USD', 'payments above $999,999.99'],
    ['stripe', '0.49', 'EUR', 'payments below €0.50'],
    ['stripe', '49', 'JPY', 'payments below ¥50'],
    ['stripe', '9999999999', 'JPY', undefined],
    ['stripe', '10000000000', 'JPY', 'payments above ¥9,999,999,999'],
    ['stripe', '1.234', 'KWD', 'amounts in KWD with more than two decimals'],
    ['stripe', '100000.000', 'KWD', 'payments above KWD\u00a099,999.990'],
    ['stripe', '1.230', 'BHD', undefined],
    ['stripe', '0.45', 'CHF', 'payments below CHF\u00a00.50'],
    ['stripe', '174.99', 'HUF', 'payments below HUF\u00a0175.00'],
    ['stripe', '500', 'ISK', undefined],
    ['stripe', '1000000', 'ISK', 'payments above ISK\u00a0999,999'],
    ['stripe', '5000', 'UGX', undefined],
    ['stripe', '1500000.00', 'COP', undefined],
    ['stripe', '1.50', 'MGA', 'amounts in MGA with decimals'],
    ['stripe', '10.000', 'IQD', 'payments in IQD'],
    ['stripe', '10000000.00', 'INR', 'payments above ₹9,999,999.99'],
    ['paypal', '0.01', 'USD', undefined],
    ['paypal', '99999999.99', 'EUR', undefined],
    ['paypal', '500.50', 'HUF', 'amounts in HUF with decimals'],
    ['paypal', '500.00', 'HUF', undefined],
    ['paypal', '1.000', 'KWD', 'payments in KWD'],
    ['paypal', '1000', 'ISK', 'payments in ISK'],
    ['paypal', '1000', 'UGX', 'payments in UGX'],
    ['paypal', '1000.00', 'COP', 'payments in COP'],
  ] as const)('%s, %s %s: %s', (provider, amount, currency, fault) => {
    expect(findChargeFault(provider, money(amount, currency))).toBe(fault);
  });

  it('is known of a refund by its decimals alone', () => {
    expect(findRefundFault('stripe', money('0.01', 'USD'))).toBeUndefined();
    expect(findRefundFault('stripe', money('0.015', 'KWD'))).toBe(
      'amounts in KWD with more than two decimals',
    );
    expect(findRefundFault('paypal', money('0.50', 'HUF'))).toBe('amounts in HUF with decimals');
  });
});
