import fc from 'fast-check';
import { expect, it } from 'vitest';
import { addDays } from '../../dates/calendar-date.ts';
import { CURRENCIES, currencyDecimals } from '../../money/currencies.ts';
import { scaleDecimal, writeDecimal } from '../../money/decimal.ts';
import { findInstallmentsFault } from './check-installments.ts';
import type { Installment } from './installment-content.ts';
import type { PlannedInvoice } from './schedule-installments.ts';
import { dueBy, nextDue, openSchedule, scheduleInstallments } from './schedule-installments.ts';

const ISSUED = '2026-11-23';

interface Plan {
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
const plans: fc.Arbitrary<Plan> = fc
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

function invoice({ currency, units, installments }: Plan, settled = 0n): PlannedInvoice {
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

it('adds up in every currency, with no part below zero, in the order of the dates', () => {
  fc.assert(
    fc.property(plans, (plan) => {
      const planned = invoice(plan);
      const fault = findInstallmentsFault(planned);
      // Rounded up, many small percentages may leave the last one nothing: refused, or it adds up.
      if (fault) expect(fault.message).toContain('nothing is left');
      const schedule = scheduleInstallments(planned);
      const decimals = currencyDecimals(plan.currency);
      const units = schedule.map(({ amount }) => scaleDecimal(amount, decimals));
      expect(units.reduce((sum, one) => sum + one, 0n)).toBe(plan.units);
      expect(units.every((one) => one >= 0n)).toBe(true);
      const dates = schedule.map(({ dueDate }) => dueDate ?? '');
      expect(dates).toEqual(dates.toSorted());
      expect(schedule.map(({ number }) => number)).toEqual(schedule.map((_, index) => index + 1));
    }),
  );
});

it('has any order of payments cover what is due first, and nothing twice', () => {
  const payments = fc.array(fc.integer({ min: 1, max: 100 }), { minLength: 1, maxLength: 8 });
  fc.assert(
    fc.property(plans, payments, fc.integer({ min: 0, max: 400 }), (plan, weights, day) => {
      const decimals = currencyDecimals(plan.currency);
      const today = addDays(ISSUED, day);
      let settled = 0n;
      for (const weight of weights) {
        const planned = invoice(plan, settled);
        const open = openSchedule(planned).map((one) => ({
          amount: scaleDecimal(one.amount, decimals),
          due: scaleDecimal(one.amountDue, decimals),
        }));
        const due = plan.units - settled;
        expect(open.reduce((sum, one) => sum + one.due, 0n)).toBe(due);
        // Covered, then at most one in part, then untouched.
        const states = open
          .filter(({ amount }) => amount > 0n)
          .map((one) => (one.due === 0n ? 0 : one.due < one.amount ? 1 : 2));
        expect(states).toEqual(states.toSorted((a, b) => a - b));
        expect(states.filter((state) => state === 1).length).toBeLessThanOrEqual(1);
        const next = nextDue(planned);
        const asked = dueBy(planned, today);
        expect(asked.dueDate).toBe(next.dueDate);
        const [one, all] = [next.amount, asked.amount].map((a) => scaleDecimal(a, decimals));
        expect(one).toBeLessThanOrEqual(Number(all));
        expect(all).toBeLessThanOrEqual(Number(due));
        settled += (due * BigInt(weight)) / 100n;
      }
      expect(scaleDecimal(nextDue(invoice(plan, plan.units)).amount, decimals)).toBe(0n);
    }),
  );
});
