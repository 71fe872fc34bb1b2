import type { Database } from '../../src/server/db/database.ts';
import { estimateLineItems, estimates } from '../../src/server/db/tables/estimates.table.ts';
import { expenses } from '../../src/server/db/tables/expenses.table.ts';
import { addDays } from '../../src/shared/dates/calendar-date.ts';
import { documentTotals } from '../../src/shared/invoices/invoice-totals.ts';
import type { Item } from '../../src/shared/items/item.contract.ts';
import { toDecimal } from '../../src/shared/money/money.ts';
import { fold } from '../../src/shared/search/fold.ts';
import { CUSTOMERS, EXPENSES } from './demo-content.ts';
import type { Random } from './random.ts';
import { someLines } from './some-lines.ts';

const ESTIMATES = 45;
const EXPENSE_COUNT = 260;
const DAYS = 720;

interface Account {
  random: Random;
  customers: number[];
  today: string;
}

const noon = (date: string) => new Date(`${date}T16:00:00Z`);

/** Estimates in every status, written as rows. @returns how many */
export async function fillEstimates(
  db: Database,
  userId: string,
  { random, customers, items, today }: Account & { items: Item[] },
): Promise<number> {
  for (let n = 0; n < ESTIMATES; n += 1) {
    const issueDate = addDays(today, -Math.round(((ESTIMATES - n) / ESTIMATES) * DAYS) + 3);
    const expiryDate = addDays(issueDate, 30);
    const open = expiryDate >= today;
    const status = open
      ? random.pick(['draft', 'sent', 'sent', 'accepted'] as const)
      : random.pick(['accepted', 'rejected', 'expired'] as const);
    const lines = someLines(random, items);
    const { lineTotals, ...amounts } = documentTotals(lines, '0.00');
    const place = random.between(0, customers.length - 1);
    const estimateNumber = `EST-${issueDate.slice(0, 4)}-${String(2001 + n)}`;
    const customer = CUSTOMERS[place];
    const [row] = await db.orm
      .insert(estimates)
      .values({
        userId,
        customerId: customers[place] ?? 0,
        estimateNumber,
        status,
        issueDate,
        expiryDate,
        ...amounts,
        terms: 'This estimate is valid for 30 days from the issue date.',
        searchText: `${fold(estimateNumber)}\n${fold(customer?.name, customer?.company)}`,
        createdAt: noon(issueDate),
        updatedAt: noon(issueDate),
      })
      .returning({ id: estimates.id });
    await db.orm.insert(estimateLineItems).values(
      lines.map((line, index) => ({
        userId,
        estimateId: row?.id ?? 0,
        position: index + 1,
        ...line,
        total: lineTotals[index] ?? '0.00',
      })),
    );
  }
  return ESTIMATES;
}

/** Two years of what a studio spends, written as rows. @returns how many */
export async function fillExpenses(
  db: Database,
  userId: string,
  { random, customers, today }: Account,
): Promise<number> {
  const rows = Array.from({ length: EXPENSE_COUNT }, (_, n) => {
    const expenseDate = addDays(today, -Math.round((n / EXPENSE_COUNT) * DAYS));
    const [category, vendor, description, from, to] = random.pick(EXPENSES);
    return {
      userId,
      customerId: category === 'Travel' && random.chance(0.7) ? random.pick(customers) : null,
      category,
      vendor,
      description,
      amount: toDecimal(BigInt(random.between(from * 100, to * 100))),
      expenseDate,
      searchText: fold(description, category, vendor),
      createdAt: noon(expenseDate),
      updatedAt: noon(expenseDate),
    };
  });
  await db.orm.insert(expenses).values(rows);
  return rows.length;
}
