import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  aStoredDocument as anInvoice,
  asStored,
} from '../../../test/documents/stored-documents.ts';
import { computeTotals } from '../documents/totals.ts';
import { AppError } from '../errors/app-error.ts';
import { currencyDecimals } from '../money/currencies.ts';
import { divideRounded, isZero, scaleDecimal, writeDecimal } from '../money/decimal.ts';
import { taxKey } from '../taxes/tax.ts';
import type { CreditSelection, InvoiceCredit } from './credit-invoice.ts';
import { creditInvoice } from './credit-invoice.ts';
import type { CorrectedInvoice } from './creditable.ts';
import { listCreditable } from './creditable.ts';

const RUNS = { numRuns: 600 };

/** As it is kept. */
const asEarlier = ({ parts, figures }: InvoiceCredit) => ({ parts, rounding: figures.rounding });

/** What somebody may ask for of an invoice of any size: shares of what is there. */
const aWish = fc.oneof(
  fc.record({ of: fc.constant('amount' as const), share: fc.integer({ min: 1, max: 70 }) }),
  fc.record({
    of: fc.constantFrom('percent' as const, 'quantity' as const, 'rest' as const),
    line: fc.nat(),
    share: fc.integer({ min: 1, max: 70 }),
  }),
);
type Wish = typeof aWish extends fc.Arbitrary<infer T> ? T : never;

function toSelection(invoice: CorrectedInvoice, wish: Wish, left: bigint): CreditSelection {
  if (wish.of === 'amount') {
    const amount = (left * BigInt(wish.share)) / 100n;
    return { amount: writeDecimal(amount, currencyDecimals(invoice.currency)) };
  }
  const line = (wish.line % invoice.lineItems.length) + 1;
  const quantity = scaleDecimal(invoice.lineItems[line - 1]?.quantity ?? '1', 6);
  const part = writeDecimal((quantity * BigInt(wish.share)) / 100n, 6);
  if (wish.of === 'percent') return { lines: [{ line, percent: `${wish.share}.00` }] };
  return { lines: [wish.of === 'rest' || isZero(part) ? { line } : { line, quantity: part }] };
}

/** Credits by wishes that can be met, and then the rest. */
function creditAll(invoice: CorrectedInvoice, total: string, wishes: readonly Wish[]) {
  const decimals = currencyDecimals(invoice.currency);
  const credits: InvoiceCredit[] = [];
  for (const wish of wishes) {
    const credited = sum(credits.map(({ figures }) => scaleDecimal(figures.total, decimals)));
    const left = scaleDecimal(total, decimals) - credited;
    try {
      credits.push(
        creditInvoice(invoice, credits.map(asEarlier), toSelection(invoice, wish, left)),
      );
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
    }
  }
  try {
    credits.push(creditInvoice(invoice, credits.map(asEarlier), {}));
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'CONFLICT') throw error;
  }
  return credits;
}

const sum = (values: readonly bigint[]) => values.reduce((total, value) => total + value, 0n);

describe('the parts in which an invoice is credited', () => {
  it('are the invoice, in every net, base, tax and rounding', () => {
    fc.assert(
      fc.property(anInvoice, fc.array(aWish, { maxLength: 8 }), ({ invoice, totals }, wishes) => {
        const credits = creditAll(invoice, totals.total, wishes);
        const decimals = currencyDecimals(invoice.currency);
        const added = (pick: (credit: InvoiceCredit) => string) =>
          writeDecimal(
            sum(credits.map((credit) => scaleDecimal(pick(credit), decimals))),
            decimals,
          );
        expect(added(({ figures }) => figures.subtotal)).toBe(totals.subtotal);
        expect(added(({ figures }) => figures.taxAmount)).toBe(totals.taxAmount);
        expect(added(({ figures }) => figures.rounding)).toBe(totals.rounding);
        expect(added(({ figures }) => figures.total)).toBe(totals.total);
        for (const tax of totals.taxTotals) {
          const row = (credit: InvoiceCredit) =>
            credit.figures.taxTotals.find((each) => taxKey(each) === taxKey(tax));
          expect(added((credit) => row(credit)?.base ?? '0')).toBe(tax.base);
          expect(added((credit) => row(credit)?.amount ?? '0')).toBe(tax.amount);
        }
        invoice.lineItems.forEach((line, index) => {
          const parts = credits.flatMap((credit) =>
            credit.parts.filter(({ member }) => member === index),
          );
          const net = sum(parts.map((part) => scaleDecimal(part.net, decimals)));
          const tax = sum(
            parts.flatMap(({ taxes }) => taxes.map(({ amount }) => scaleDecimal(amount, decimals))),
          );
          expect(writeDecimal(net, decimals)).toBe(line.net);
          expect(writeDecimal(tax, decimals)).toBe(line.tax);
        });
      }),
      RUNS,
    );
  });

  it('are documents that add up in themselves, with nothing below zero', () => {
    fc.assert(
      fc.property(anInvoice, fc.array(aWish, { maxLength: 5 }), ({ invoice, totals }, wishes) => {
        const decimals = currencyDecimals(invoice.currency);
        const units = (text: string) => scaleDecimal(text, decimals);
        for (const { lines, figures } of creditAll(invoice, totals.total, wishes)) {
          expect(units(figures.total)).toBe(
            units(figures.subtotal) + units(figures.taxAmount) + units(figures.rounding),
          );
          expect(sum(lines.map(({ net }) => units(net)))).toBe(units(figures.subtotal));
          expect(sum(lines.map(({ tax }) => units(tax)))).toBe(units(figures.taxAmount));
          expect(sum(lines.map(({ total }) => units(total)))).toBe(units(figures.lineTotal));
          expect(sum(figures.taxTotals.map(({ amount }) => units(amount)))).toBe(
            units(figures.taxAmount),
          );
          for (const each of [figures.subtotal, figures.taxAmount, figures.total]) {
            expect(each).not.toMatch(/^-/);
          }
          for (const line of lines) {
            const { quantity, unitPrice, total, discount, net, tax, gross } = line;
            // As the tables ask of a line.
            const product = computeTotals({
              currency: invoice.currency,
              lines: [{ quantity, unitPrice }],
            }).lineTotal;
            expect(units(total) + units(discount)).toBe(units(product));
            expect(units(net) + units(tax)).toBe(units(gross));
            for (const each of [total, discount, net, tax]) expect(each).not.toMatch(/^-/);
            expect(isZero(quantity)).toBe(false);
          }
        }
      }),
      RUNS,
    );
  });

  it('carry shares of its rounding, none of them more than there is', () => {
    fc.assert(
      fc.property(anInvoice, fc.array(aWish, { maxLength: 5 }), ({ invoice, totals }, wishes) => {
        const decimals = currencyDecimals(invoice.currency);
        let left = scaleDecimal(totals.rounding, decimals);
        for (const { figures } of creditAll(invoice, totals.total, wishes)) {
          const share = scaleDecimal(figures.rounding, decimals);
          expect(left < 0n ? share <= 0n && share >= left : share >= 0n && share <= left).toBe(
            true,
          );
          left -= share;
        }
      }),
      RUNS,
    );
  });

  it('of an amount come to just that amount', () => {
    fc.assert(
      fc.property(anInvoice, fc.integer({ min: 1, max: 100 }), ({ invoice, totals }, percent) => {
        const decimals = currencyDecimals(invoice.currency);
        const amount = (scaleDecimal(totals.total, decimals) * BigInt(percent)) / 100n;
        fc.pre(amount > 0n);
        const wanted = writeDecimal(amount, decimals);
        expect(creditInvoice(invoice, [], { amount: wanted }).figures.total).toBe(wanted);
      }),
      RUNS,
    );
  });

  it('of an amount at one rate are what that rate makes of it, however many lines there are', () => {
    const taxes = [{ name: 'VAT', rate: '7.00', category: 'S', compound: false } as const];
    // 7 % of whole dollars are whole cents: nothing is rounded before the credit is.
    const dollars = fc.array(fc.integer({ min: 1, max: 5_000 }), { minLength: 1, maxLength: 12 });
    fc.assert(
      fc.property(dollars, fc.integer({ min: 1, max: 999 }), (nets, permille) => {
        const lines = nets.map((net) => ({ quantity: '1.00', unitPrice: `${net}.00`, taxes }));
        const { invoice, totals } = asStored({ currency: 'USD', lines });
        const amount = (scaleDecimal(totals.total, 2) * BigInt(permille)) / 1_000n;
        fc.pre(amount > 0n);
        const { figures } = creditInvoice(invoice, [], { amount: writeDecimal(amount, 2) });
        const net = divideRounded(amount * 100n, 107n);
        expect([figures.subtotal, figures.taxAmount]).toEqual([
          writeDecimal(net, 2),
          writeDecimal(amount - net, 2),
        ]);
      }),
      RUNS,
    );
  });

  it('never come to more than a line has, and the refusal names it', () => {
    fc.assert(
      fc.property(
        anInvoice,
        fc.nat(),
        fc.integer({ min: 1, max: 99 }),
        (given, chosen, percent) => {
          const { invoice } = given;
          const line = (chosen % invoice.lineItems.length) + 1;
          const first = attempt(invoice, [], { lines: [{ line, percent: `${percent}.00` }] });
          if (!(first instanceof AppError)) {
            const more = { lines: [{ line, percent: `${100 - percent}.0001` }] };
            const refusal = attempt(invoice, [first], more);
            expect(readMessage(refusal)).toBe(
              `Line ${line} (Work ${line}) has only ${100 - percent} % left to credit`,
            );
          }
          const whole = attempt(invoice, [], { lines: [{ line }] });
          if (whole instanceof AppError) return;
          expect(readMessage(attempt(invoice, [whole], { lines: [{ line }] }))).toBe(
            `Line ${line} (Work ${line}) is credited already`,
          );
          const left = listCreditable(invoice, [asEarlier(whole)]).find(
            (each) => each.line === line,
          );
          expect(isZero(left?.grossLeft ?? '1')).toBe(true);
        },
      ),
      RUNS,
    );
  });
});

describe('a credit of an invoice that is rounded', () => {
  const priced = (unitPrice: string) => ({
    currency: 'SEK',
    lines: [{ quantity: '1.00', unitPrice }],
    roundingIncrement: '1.00',
  });
  const { invoice } = asStored(priced('100.40'));
  const credit = (amount: string, earlier: InvoiceCredit[] = []) =>
    creditInvoice(invoice, earlier.map(asEarlier), { amount });
  const say = ({ figures }: InvoiceCredit) => [figures.subtotal, figures.rounding, figures.total];

  it('is what was asked for, with its share of the rounding', () => {
    expect(invoice.rounding).toBe('-0.40');
    const first = credit('0.33');
    expect(say(first)).toEqual(['0.33', '0.00', '0.33']);
    const second = credit('8.18', [first]);
    expect(say(second)).toEqual(['8.21', '-0.03', '8.18']);
    const rest = creditInvoice(invoice, [first, second].map(asEarlier), {});
    expect(say(rest)).toEqual(['91.86', '-0.37', '91.49']);
  });

  it('takes the share of a line, too', () => {
    const half = creditInvoice(invoice, [], { lines: [{ line: 1, percent: '50.00' }] });
    expect(say(half)).toEqual(['50.20', '-0.20', '50.00']);
  });

  it('is refused in part where a single cent is left beside rounding', () => {
    const { invoice: tiny } = asStored({ ...priced('0.01'), currency: 'CHF' });
    const odd = { ...tiny, rounding: '0.02' };
    expect(readMessage(attempt(odd, [], { amount: '0.02' }))).toBe(
      'What is left of invoice INV-1, CHF\u00a00.03, can only be credited as a whole',
    );
    expect(say(creditInvoice(odd, [], { amount: '0.03' }))).toEqual(['0.01', '0.02', '0.03']);
  });

  it('is counted as before on a draft that an earlier version rounded by itself', () => {
    const first = creditInvoice(invoice, [], { amount: '8.18' }, '1.00');
    expect(say(first)).toEqual(['8.18', '-0.18', '8.00']);
    const rest = creditInvoice(invoice, [asEarlier(first)], {});
    expect(say(rest)).toEqual(['92.22', '-0.22', '92.00']);
    const all = creditInvoice(invoice, [], {}, '1.00');
    expect(say(all)).toEqual(['100.40', '-0.40', '100.00']);
  });
});

function attempt(
  invoice: CorrectedInvoice,
  earlier: InvoiceCredit[],
  selection: CreditSelection,
): InvoiceCredit | AppError {
  try {
    return creditInvoice(invoice, earlier.map(asEarlier), selection);
  } catch (error) {
    if (error instanceof AppError) return error;
    throw error;
  }
}

const readMessage = (outcome: InvoiceCredit | AppError): string | undefined =>
  outcome instanceof AppError ? outcome.message : undefined;
