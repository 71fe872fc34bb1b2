import { eq, sql } from 'drizzle-orm';
import { businesses } from '../../src/server/db/tables/businesses.table.ts';
import { businessProfiles } from '../../src/server/db/tables/profile.table.ts';
import { createCustomer } from '../../src/server/features/customers/save-customer.ts';
import { noteView } from '../../src/server/features/documents/note-view.ts';
import { expireEstimates } from '../../src/server/features/estimates/expire-estimates.job.ts';
import { markOverdue } from '../../src/server/features/invoices/mark-overdue.job.ts';
import { createInvoice } from '../../src/server/features/invoices/save-invoice.ts';
import { createItem } from '../../src/server/features/items/save-item.ts';
import type { Services } from '../../src/server/platform/http/services.ts';
import { customerInput } from '../../src/shared/customers/customer.contract.ts';
import { addDays } from '../../src/shared/dates/calendar-date.ts';
import type { InvoiceDetail } from '../../src/shared/invoices/invoice.contract.ts';
import { invoiceInput } from '../../src/shared/invoices/invoice.contract.ts';
import { TRIAL_INVOICES } from '../../src/shared/subscription/plans.ts';
import type { DemoAccount } from './demo-account.ts';
import { pay } from './demo-account.ts';
import { BUSINESS, CUSTOMERS, ITEMS, NOTES, SHOWN_INVOICE, termsOf } from './demo-content.ts';
import { planCredits } from './plan-credits.ts';
import { planEstimates } from './plan-estimates.ts';
import { planEuros } from './plan-euros.ts';
import { planExpenses } from './plan-expenses.ts';
import { seededRandom } from './random.ts';
import { keepMessage, settleNews } from './settle-news.ts';
import { linesNamed, someLines } from './some-lines.ts';
import { createTimeline } from './timeline.ts';

const INVOICES = 400;
const DAYS = 730;
/** Above it a customer pays in time. */
const SMALL = 1_200;
/** So many small ones are reminded of, two to three weeks late. */
const FORGOTTEN = 2;
/** The invoice that pictures show is the last but so many: a few days old. */
const SHOWN_BEFORE = 4;

/**
 * Fills an empty account with two years that end at `now`, in the order in which they happened: each
 * record is made, sent, paid and forgotten at its own time, by the verbs that the application calls.
 */
export async function fillDemoAccount(services: Services, businessId: string, now: Date) {
  const { db } = services;
  const today = now.toISOString().slice(0, 10);
  const timeline = createTimeline(now);
  const account: DemoAccount = {
    services: { ...services, clock: timeline.clock },
    businessId,
    timeline,
    random: seededRandom(20_261_120),
    customers: [],
    items: [],
    start: addDays(today, -DAYS),
    today,
  };
  await db.orm
    .update(businesses)
    // The trial was used up before there was a plan.
    .set({
      subscriptionStatus: 'active',
      subscriptionPlan: 'yearly',
      trialInvoicesUsed: TRIAL_INVOICES,
    })
    .where(eq(businesses.id, businessId));
  await db.orm
    .update(businessProfiles)
    .set({ ...BUSINESS, savedAt: new Date() })
    .where(eq(businessProfiles.businessId, businessId));

  timeline.plan(account.start, 1, () => fillCatalog(account));
  planInvoices(account);
  const estimates = planEstimates(account);
  const expenses = planExpenses(account);
  const abroad = planEuros(account);
  planCredits(account);
  planJobs(account);
  await timeline.happen();
  await settleNews(db, businessId);
  await db.orm.execute(sql`analyze`);
  return {
    customers: account.customers.length + abroad.customers,
    items: account.items.length,
    invoices: INVOICES + abroad.invoices,
    estimates,
    expenses: expenses + abroad.expenses,
  };
}

async function fillCatalog({ services, businessId, customers, items }: DemoAccount): Promise<void> {
  for (const input of CUSTOMERS)
    customers.push((await createCustomer(services, businessId, customerInput.parse(input))).id);
  for (const input of ITEMS) items.push(await createItem(services, businessId, input));
}

function planInvoices(account: DemoAccount): void {
  let forgotten = 0;
  /** Whether nobody pays it: a few small ones of late. */
  const isForgotten = (invoice: InvoiceDetail) => {
    const { total, dueDate } = invoice;
    const isLate = dueDate >= addDays(account.today, -21) && dueDate <= addDays(account.today, -8);
    if (!isLate || Number(total) > SMALL || forgotten === FORGOTTEN) return false;
    forgotten += 1;
    return true;
  };
  for (let n = 0; n < INVOICES; n += 1) {
    // Business grows: the second year has more invoices than the first.
    const place = ((n + 1) / INVOICES) ** 0.8;
    const issueDate = addDays(account.start, Math.round(place * DAYS));
    account.timeline.plan(issueDate, 13 + (n % 8), () =>
      makeInvoice(account, n, issueDate, isForgotten),
    );
  }
}

async function makeInvoice(
  account: DemoAccount,
  n: number,
  issueDate: string,
  isForgotten: (invoice: InvoiceDetail) => boolean,
): Promise<void> {
  const { services, businessId, timeline, random, customers, items, today } = account;
  const isShown = n === INVOICES - SHOWN_BEFORE;
  const days = isShown ? 30 : random.pick([14, 30, 30, 30, 45]);
  const dueDate = addDays(issueDate, days);
  const isNew = issueDate > addDays(today, -12);
  const draft = isNew && !isShown && random.chance(0.4);
  const invoice = await createInvoice(
    services,
    businessId,
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
      terms: termsOf(days),
      lineItems: someLines(random, items),
      ...(isShown && shownContent(items)),
    }),
  );
  if (!draft) {
    await keepMessage(account, invoice);
    const seen = addDays(issueDate, n % 3);
    if (n % 4 !== 3) {
      timeline.plan(seen, 21 + (n % 2), () =>
        noteView(
          account.services,
          { of: 'invoice', businessId: account.businessId, id: invoice.id },
          undefined,
        ),
      );
    }
  }
  const soonest = addDays(issueDate, 2);
  const usual = addDays(dueDate, random.between(-20, Number(invoice.total) > SMALL ? 0 : 6));
  const paymentDate = usual < soonest ? soonest : usual;
  if (draft || isForgotten(invoice)) return;
  timeline.plan(paymentDate, 16 + (n % 4), () => pay(account, invoice.id, paymentDate));
}

function shownContent(items: DemoAccount['items']) {
  const { lines, ...content } = SHOWN_INVOICE;
  return { ...content, lineItems: linesNamed(items, lines) };
}

/** What the server does each night; long ago, when the day does not matter, each week. */
function planJobs({ services, timeline, start, today }: DemoAccount): void {
  const lately = addDays(today, -60);
  for (let day = start; day <= today; day = addDays(day, day < lately ? 7 : 1)) {
    timeline.plan(day, 6, async () => {
      await markOverdue(services);
      await expireEstimates(services);
    });
  }
}
