import { describe, expect, it } from 'vitest';
import { fromMinorUnits, money } from '../money/money.ts';
import {
  amountDue,
  computeBalance,
  leftOfPayment,
  payingPayment,
  refundedPart,
  sumDue,
} from './balance.ts';

/** Amounts are in the smallest unit of each. */
describe.each(['USD', 'JPY', 'KWD', 'ISK'])('in %s', (currency) => {
  const of = (units: number) => fromMinorUnits(BigInt(units), currency).amount;
  const paid = (amount: number, refunded = 0, more: object = {}) => ({
    status: 'completed',
    amount: of(amount),
    currency,
    refundedAmount: of(refunded),
    ...more,
  });
  const balance = (payments: ReturnType<typeof paid>[], status = 'sent') => {
    const { received, due, overpaid, isPaid } = computeBalance({
      currency,
      total: of(10_700),
      payments,
      status,
    });
    for (const one of [received, due, overpaid]) expect(one.currency).toBe(currency);
    return [received.amount, due.amount, overpaid.amount, isPaid];
  };

  it('counts what came and was not given back', () => {
    expect(balance([])).toEqual([of(0), of(10_700), of(0), false]);
    expect(balance([paid(700)])).toEqual([of(700), of(10_000), of(0), false]);
    expect(balance([paid(10_700)])).toEqual([of(10_700), of(0), of(0), true]);
    expect(balance([paid(10_700), paid(700)])).toEqual([of(11_400), of(0), of(700), true]);
    expect(balance([paid(10_700, 700)], 'paid')).toEqual([of(10_000), of(0), of(0), true]);
    expect(balance([paid(10_700, 10_700)])).toEqual([of(0), of(10_700), of(0), false]);
    const owed = paid(10_700, 700, { stillOwedAmount: of(700) });
    expect(balance([owed])).toEqual([of(10_000), of(700), of(0), false]);
  });

  it('counts nothing that came in another currency, whatever its status', () => {
    const francs = paid(10_700, 0, { currency: 'CHF', amount: '107.00', refundedAmount: '0.00' });
    expect(balance([francs])).toEqual(balance([]));
    expect(balance([francs, paid(700)])).toEqual(balance([paid(700)]));
    const invoice = { currency, total: of(10_700), payments: [francs] };
    expect(payingPayment(invoice)).toBeUndefined();
    expect(payingPayment({ ...invoice, payments: [francs, paid(10_700)] })).toMatchObject({
      currency,
    });
  });

  it('says what is left, due and gone back', () => {
    expect(leftOfPayment(paid(10_700, 700))).toEqual(money(of(10_000), currency));
    expect(amountDue(money(of(700), currency), money(of(10_700), currency)).amount).toBe(of(0));
    const gone = { status: 'paid', currency, total: of(10_700) };
    expect(refundedPart({ ...gone, amountReceived: of(10_000) })?.amount).toBe(of(700));
    expect(refundedPart({ ...gone, amountReceived: of(10_700) })).toBeUndefined();
    expect(refundedPart({ ...gone, amountReceived: of(0) })).toBeUndefined();
  });
});

it('adds up what is due by currency', () => {
  expect(
    sumDue([
      { currency: 'USD', total: '107.00', received: '7.00' },
      { currency: 'JPY', total: '500', received: '0' },
      { currency: 'USD', total: '10.00', received: '12.00' },
    ]),
  ).toEqual([money('98.00', 'USD'), money('500', 'JPY')]);
});
