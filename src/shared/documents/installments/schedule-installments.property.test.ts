import fc from 'fast-check';
import { expect, it } from 'vitest';
import { ISSUED, plannedInvoice, plans } from '../../../../test/documents/random-plans.ts';
import { addDays } from '../../dates/calendar-date.ts';
import { currencyDecimals } from '../../money/currencies.ts';
import { scaleDecimal } from '../../money/decimal.ts';
import { findInstallmentsFault } from './check-installments.ts';
import { dueBy, nextDue, openSchedule, scheduleInstallments } from './schedule-installments.ts';

it('adds up in every currency, with no part below zero, in the order of the dates', () => {
  fc.assert(
    fc.property(plans, (plan) => {
      const planned = plannedInvoice(plan);
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
        const planned = plannedInvoice(plan, settled);
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
      expect(scaleDecimal(nextDue(plannedInvoice(plan, plan.units)).amount, decimals)).toBe(0n);
    }),
  );
});
