import { eq, sql } from 'drizzle-orm';
import type { Database } from '../../src/server/db/database.ts';
import { users } from '../../src/server/db/tables/accounts.table.ts';
import { businessProfiles } from '../../src/server/db/tables/profile.table.ts';
import { createCustomer } from '../../src/server/features/customers/create-customer.ts';
import { createInvoice } from '../../src/server/features/invoices/create-invoice.ts';
import { markInvoicePaid } from '../../src/server/features/invoices/mark-invoice-paid.ts';
import { markOverdue } from '../../src/server/features/invoices/mark-overdue.job.ts';
import { createItem } from '../../src/server/features/items/save-item.ts';
import { addDays } from '../../src/shared/dates/calendar-date.ts';
import { invoiceInput } from '../../src/shared/invoices/invoice.contract.ts';
import { PAYMENT_METHODS } from '../../src/shared/invoices/invoice-status.ts';
import type { Item } from '../../src/shared/items/item.contract.ts';
import { BUSINESS, CUSTOMERS, ITEMS, NOTES, TERMS } from './demo-content.ts';
import { fillEstimates, fillExpenses } from './fill-estimates-and-expenses.ts';
import { seededRandom } from './random.ts';
import { someLines } from './some-lines.ts';

const INVOICES = 400;
const DAYS = 730;
const HOUR = 3_600_000;

/** Fills an empty account with two years that end at `now`, each record at its own time. */
export async function fillDemoAccount(db: Database, userId: string, now: Date) {
  const random = seededRandom(20_261_120);
  let instant = now;
  const services = { db, clock: { now: () => instant } };
  const today = now.toISOString().slice(0, 10);
  const start = addDays(today, -DAYS);
  const at = (date: string, hour: number) => {
    instant = new Date(Math.min(Date.parse(`${date}T00:00:00Z`) + hour * HOUR, now.getTime()));
  };

  await db.orm
    .update(users)
    .set({ subscriptionStatus: 'active', subscriptionPlan: 'yearly' })
    .where(eq(users.id, userId));
  await db.orm.update(businessProfiles).set(BUSINESS).where(eq(businessProfiles.userId, userId));

  at(start, 14);
  const customers: number[] = [];
  for (const input of CUSTOMERS) customers.push((await createCustomer(services, userId, input)).id);
  const items: Item[] = [];
  for (const input of ITEMS) items.push(await createItem(services, userId, input));

  const dates = Array.from({ length: INVOICES }, (_, n) => {
    // Business grows: the second year has more invoices than the first.
    const place = ((n + 1) / INVOICES) ** 0.8;
    return addDays(start, Math.round(place * DAYS));
  });
  for (const [n, issueDate] of dates.entries()) {
    at(issueDate, 13 + (n % 8));
    const dueDate = addDays(issueDate, random.pick([14, 30, 30, 30, 45]));
    const age = (now.getTime() - Date.parse(issueDate)) / (24 * HOUR);
    const draft = age < 12 && random.chance(0.4);
    const invoice = await createInvoice(
      services,
      userId,
      invoiceInput.parse({
        // A few regulars, many others.
        customerId: customers[Math.floor(random.between(0, 99) ** 2 / 250)] ?? customers[0],
        invoiceNumber: `INV-${issueDate.slice(0, 4)}-${String(1001 + n)}`,
        poNumber: random.chance(0.2) ? `PO-${random.between(1000, 9999)}` : null,
        status: draft ? 'draft' : 'sent',
        issueDate,
        dueDate,
        taxRate: random.pick(['0', '0', '6', '7']),
        notes: random.pick(NOTES),
        terms: TERMS,
        lineItems: someLines(random, items),
      }),
    );
    const paymentDate = addDays(dueDate, random.between(-20, 9));
    const late = random.chance(age < 120 ? 0.12 : 0.004);
    if (!draft && !late && paymentDate >= issueDate && paymentDate <= today) {
      at(paymentDate, 16);
      await markInvoicePaid(services, userId, {
        id: invoice.id,
        paymentMethod: random.pick(['bank_transfer', 'bank_transfer', ...PAYMENT_METHODS]),
        paymentDate,
      });
    }
  }
  instant = now;
  await markOverdue(services);
  const estimates = await fillEstimates(db, userId, { random, customers, items, today });
  const expenses = await fillExpenses(db, userId, { random, customers, today });
  await db.orm.execute(sql`analyze`);
  return {
    customers: customers.length,
    items: items.length,
    invoices: INVOICES,
    estimates,
    expenses,
  };
}
