import { createExpense } from '../../src/server/features/expenses/save-expense.ts';
import { addDays, daysBetween } from '../../src/shared/dates/calendar-date.ts';
import { expenseInput } from '../../src/shared/expenses/expense.contract.ts';
import { writeDecimal } from '../../src/shared/money/decimal.ts';
import type { DemoAccount } from './demo-account.ts';
import { EXPENSES } from './demo-content.ts';

/** Bought when needed, besides what comes every month. */
const PURCHASES = 140;
/** The day of the month on which what is paid every month is paid. */
const MONTHLY: Record<string, number> = {
  Adobe: 3,
  Dropbox: 11,
  'Burlington Telecom': 5,
  'Green Mountain Power': 18,
  'Co-operative Insurance': 1,
};

/** Two years of what a studio spends. @returns how many expenses */
export function planExpenses(account: DemoAccount): number {
  const { timeline, random, start, today } = account;
  const length = daysBetween(start, today);
  let planned = 0;
  const plan = (date: string, line: (typeof EXPENSES)[number]) => {
    planned += 1;
    timeline.plan(date, 0, () => spend(account, date, line));
  };
  for (const line of EXPENSES) {
    const day = MONTHLY[line[1]];
    if (day === undefined) continue;
    for (let date = addDays(start, 1); date < today; date = addDays(date, 1)) {
      if (Number(date.slice(8)) === day) plan(date, line);
    }
  }
  const others = EXPENSES.filter(([, vendor]) => !(vendor in MONTHLY));
  for (let n = 0; n < PURCHASES; n += 1) {
    plan(addDays(start, 1 + Math.floor((n / PURCHASES) * (length - 1))), random.pick(others));
  }
  return planned;
}

function spend(
  { services, businessId, random, customers }: DemoAccount,
  expenseDate: string,
  [category, vendor, description, from, to]: (typeof EXPENSES)[number],
): Promise<unknown> {
  return createExpense(
    services,
    businessId,
    expenseInput.parse({
      category,
      vendor,
      description,
      amount: writeDecimal(BigInt(random.between(from * 100, to * 100)), 2),
      expenseDate,
      customerId: category === 'Travel' && random.chance(0.7) ? random.pick(customers) : null,
    }),
  );
}
