import { describe, expect, it } from 'vitest';
import { fromMinorUnits, minorUnits, money } from '../money/money.ts';
import { bearingOn, howPaid, leftOfPayment, settleInvoice } from './balance.ts';

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
  const settle = (payments: ReturnType<typeof paid>[], more: object = {}) =>
    settleInvoice({ currency, total: of(10_700), payments, ...more });
  const balance = (payments: ReturnType<typeof paid>[], more: object = {}) => {
    const { paid, credited, adjusted, writtenOff, due, overpaid, isPaid, allocated } = settle(
      payments,
      more,
    );
    for (const one of [paid, credited, adjusted, writtenOff, due, overpaid, ...allocated])
      expect(one.currency).toBe(currency);
    const parts = [paid, credited, adjusted, writtenOff, due].map(minorUnits);
    expect(parts.reduce((a, b) => a + b)).toBe(10_700n);
    return [paid.amount, adjusted.amount, due.amount, overpaid.amount, isPaid];
  };

  it('counts what came and was not given back', () => {
    expect(balance([])).toEqual([of(0), of(0), of(10_700), of(0), false]);
    expect(balance([paid(700)])).toEqual([of(700), of(0), of(10_000), of(0), false]);
    expect(balance([paid(10_700)])).toEqual([of(10_700), of(0), of(0), of(0), true]);
    expect(balance([paid(10_700), paid(700)])).toEqual([of(10_700), of(0), of(0), of(700), true]);
  });

  it('takes off what refunds have left owed by nobody, as far as something is due', () => {
    const off = { amountAdjusted: of(700) };
    expect(balance([paid(10_700, 700)], off)).toEqual([of(10_000), of(700), of(0), of(0), true]);
    expect(balance([paid(10_700, 700)])).toEqual([of(10_000), of(0), of(700), of(0), false]);
    expect(balance([paid(10_700, 900)], off)).toEqual([of(9_800), of(700), of(200), of(0), false]);
    const goesOn = [paid(6_000, 2_000), paid(4_700)];
    expect(balance(goesOn)).toEqual([of(8_700), of(0), of(2_000), of(0), false]);
    // Money takes its place.
    expect(balance([paid(10_500)], off)).toEqual([of(10_500), of(200), of(0), of(0), true]);
    expect(balance([paid(10_700)], off)).toEqual([of(10_700), of(0), of(0), of(0), true]);
  });

  it('takes what is given back from what came too much, first', () => {
    const twice = [paid(10_700, 700), paid(10_700)];
    expect(balance(twice)).toEqual([of(10_700), of(0), of(0), of(10_000), true]);
    expect(settle(twice).allocated.map(({ amount }) => amount)).toEqual([of(10_000), of(700)]);
  });

  it('leaves what its owner has divided where it is, as far as the total goes', () => {
    const part = paid(9_000, 0, { isDivided: true, allocatedAmount: of(5_000) });
    expect(balance([part])).toEqual([of(5_000), of(0), of(5_700), of(0), false]);
    expect(balance([paid(10_700), part])).toEqual([of(10_700), of(0), of(0), of(5_000), true]);
    const more = paid(20_000, 0, { isDivided: true, allocatedAmount: of(20_000) });
    expect(balance([more])).toEqual([of(10_700), of(0), of(0), of(0), true]);
    const elsewhere = paid(10_700, 0, { allocatedElsewhere: of(700) });
    expect(balance([elsewhere])).toEqual([of(10_000), of(0), of(700), of(0), false]);
  });

  it('lets what was written off give way to money', () => {
    const off = { amountWrittenOff: of(10_700) };
    expect(settle([], off)).toMatchObject({ isPaid: true, writtenOff: { amount: of(10_700) } });
    expect(settle([paid(700)], off)).toMatchObject({
      isPaid: true,
      writtenOff: { amount: of(10_000) },
      paid: { amount: of(700) },
    });
  });

  it('lets a credit note that corrects it come before money, and others as they are divided', () => {
    const note = (amount: number, more: object = {}) => ({ amount: of(amount), currency, ...more });
    const credits = [note(3_000)];
    expect(balance([], { credits })).toEqual([of(0), of(0), of(7_700), of(0), false]);
    expect(balance([paid(10_700)], { credits })).toEqual([
      of(7_700),
      of(0),
      of(0),
      of(3_000),
      true,
    ]);
    expect(balance([paid(10_700, 3_000)], { credits })).toEqual([
      of(7_700),
      of(0),
      of(0),
      of(0),
      true,
    ]);
    expect(balance([paid(10_700, 4_000)], { credits, amountAdjusted: of(4_000) })).toEqual([
      of(6_700),
      of(1_000),
      of(0),
      of(0),
      true,
    ]);
    const part = paid(5_350, 0, { isDivided: true, allocatedAmount: of(5_350) });
    const divided = note(9_000, { isDivided: true, allocatedAmount: of(4_000) });
    const both = settle([paid(10_700), part], { credits: [divided, note(3_000)] });
    expect(both.applied.map(minorUnits)).toEqual([2_350n, 3_000n]);
    expect(both.allocated.map(minorUnits)).toEqual([0n, 5_350n]);
    expect(settle([], { credits, amountWrittenOff: of(10_700) })).toMatchObject({
      writtenOff: { amount: of(7_700) },
      credited: { amount: of(3_000) },
      isPaid: true,
    });
    expect(settle([], { credits, isDeleted: true }).credited.amount).toBe(of(0));
    const back = note(3_000, { refundedAmount: of(1_000) });
    expect(settle([], { credits: [back] }).credited.amount).toBe(of(2_000));
    const francs = { amount: '30.00', currency: 'CHF' };
    expect(settle([], { credits: [francs] }).credited.amount).toBe(of(0));
  });

  it('settles nothing of a deleted invoice: what came is credit', () => {
    const none = balance([paid(10_700), paid(700, 100)], { isDeleted: true });
    expect(none).toEqual([of(0), of(0), of(10_700), of(11_300), false]);
  });

  it('makes an invoice of nothing paid by somebody’s word alone', () => {
    const nothing = (payments: ReturnType<typeof paid>[]) =>
      settleInvoice({ currency, total: of(0), payments }).isPaid;
    expect(nothing([])).toBe(false);
    expect(nothing([paid(0)])).toBe(true);
    expect(nothing([paid(0, 0, { status: 'reversed' })])).toBe(false);
    expect(nothing([paid(700)])).toBe(true);
  });

  it('counts nothing that came in another currency, whatever its status', () => {
    const francs = paid(10_700, 0, { currency: 'CHF', amount: '107.00', refundedAmount: '0.00' });
    expect(balance([francs])).toEqual(balance([]));
    expect(balance([francs, paid(700)])).toEqual(balance([paid(700)]));
    const invoice = { currency, total: of(10_700), payments: [francs] };
    const on = (payment: typeof francs, day: string, paymentMethod: string | null) => ({
      ...payment,
      paymentDate: day,
      paymentMethod,
    });
    const inFrancs = on(francs, '2026-11-20', 'cash');
    expect(howPaid({ ...invoice, payments: [inFrancs] })).toBeUndefined();
    const whole = on(paid(10_700), '2026-11-21', 'card');
    const late = on(paid(700), '2026-11-23', 'cash');
    expect(howPaid({ ...invoice, payments: [inFrancs, whole, late] })).toEqual({
      date: '2026-11-21',
      method: 'card',
    });
  });

  it('names no method where it was paid in several ways', () => {
    const on = (cents: number, day: string, paymentMethod: string) => ({
      ...paid(cents),
      paymentDate: day,
      paymentMethod,
    });
    const invoice = { currency, total: of(10_700) };
    const [transfer, again, rest] = [
      on(10_000, '2026-11-20', 'bank_transfer'),
      on(700, '2026-11-22', 'bank_transfer'),
      on(700, '2026-11-23', 'cash'),
    ] as const;
    expect(howPaid({ ...invoice, payments: [transfer, again] })).toEqual({
      date: '2026-11-22',
      method: 'bank_transfer',
    });
    expect(howPaid({ ...invoice, payments: [transfer, rest] })).toEqual({
      date: '2026-11-23',
      method: null,
    });
  });

  it('says what is left of a payment, and how it bears on an invoice', () => {
    expect(leftOfPayment(paid(10_700, 700))).toEqual(money(of(10_000), currency));
    const shown = { invoiceId: 7, allocatedAmount: of(5_000), unappliedAmount: of(1_000) };
    const payment = { ...paid(10_700, 700), ...shown };
    expect(bearingOn(7, payment)).toMatchObject({
      isDivided: false,
      allocatedElsewhere: of(4_000),
    });
    expect(bearingOn(8, payment)).toMatchObject({ isDivided: true });
  });
});
