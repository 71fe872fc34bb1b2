import fc from 'fast-check';
import { addDays } from '../../src/shared/dates/calendar-date.ts';
import type { Installment } from '../../src/shared/documents/installments/installment-content.ts';
import type { PlannedInvoice } from '../../src/shared/documents/installments/schedule-installments.ts';
import { CURRENCIES, currencyDecimals } from '../../src/shared/money/currencies.ts';
import { writeDecimal } from '../../src/shared/money/decimal.ts';

export const ISSUED = '2026-11-23';

export interface Plan {
  currency: string;
  units: bigint;
  installments: Installment[];
}

const when = fc.oneof(
  fc.integer({ min: -40, max: 400 }).map((days) => ({
    dueDate: addDays(ISSUED, days),
    event: null,
    days: null,
  })),
  fc
    .integer({ min: 0, max: 400 })
    .map((days) => ({ dueDate: null, event: 'issue' as const, days })),
);

/** A plan that adds up: by percentages, by amounts, or by both with a last one that takes the rest. */
export const plans: fc.Arbitrary<Plan> = fc
  .record({
    currency: fc.constantFrom(...CURRENCIES),
    units: fc.bigInt({ min: 100n, max: 9_999_999n }),
    weights: fc.array(fc.integer({ min: 1, max: 1_000 }), { minLength: 1, maxLength: 24 }),
    by: fc.constantFrom('percent', 'amount', 'rest'),
    whens: fc.array(when, { minLength: 24, maxLength: 24 }),
    mix: fc.array(fc.boolean(), { minLength: 24, maxLength: 24 }),
  })
  .map(({ currency, units, weights, by, whens, mix }) => {
    const decimals = currencyDecimals(currency);
    const all = weights.reduce((sum, weight) => sum + weight, 0);
    // Of the whole in ten-thousandths of a percent, and in minor units; the last has what is left.
    let [percentLeft, unitsLeft] = [1_000_000n, units];
    const installments = weights.map((weight, index): Installment => {
      const isLast = index === weights.length - 1;
      const percent = isLast ? percentLeft : (BigInt(weight) * 999_999n) / BigInt(all);
      const amount = isLast ? unitsLeft : (BigInt(weight) * (units - 1n)) / BigInt(all);
      percentLeft -= percent;
      unitsLeft -= amount;
      const isPercent = by === 'percent' || (by === 'rest' && mix[index] === true);
      const takesRest = by === 'rest' && isLast;
      return {
        percent: isPercent && !takesRest ? writeDecimal(percent, 4) : null,
        amount: isPercent || takesRest ? null : writeDecimal(amount, decimals),
        ...(whens[index] ?? { dueDate: ISSUED, event: null, days: null }),
      };
    });
    return { currency, units, installments };
  })
  // Of so few minor units a part may be nothing.
  .filter(({ installments }) =>
    installments.every(
      ({ percent, amount }) => Number(percent ?? '1') > 0 && Number(amount ?? '1') > 0,
    ),
  );

/** An invoice with such a plan, of which so much is settled. */
export function plannedInvoice(
  { currency, units, installments }: Plan,
  settled = 0n,
): PlannedInvoice {
  const decimals = currencyDecimals(currency);
  return {
    currency,
    installments,
    issueDate: ISSUED,
    dueDate: '2027-12-31',
    total: writeDecimal(units, decimals),
    amountDue: writeDecimal(units - settled, decimals),
  };
}
