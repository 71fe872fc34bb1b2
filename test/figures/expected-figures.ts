/**
 * Every figure of an owner, worked out anew from the raw rows: plain loops over bigints, and dates of
 * its own making, so that it shares nothing with what it checks but the definitions.
 */
import type { Database } from '../../src/server/db/database.ts';

interface InvoiceRow {
  id: string;
  customer_id: string;
  invoice_number: string;
  status: string;
  issue_date: string;
  due_date: string;
  total: string;
}
interface PaymentRow {
  id: string;
  invoice_id: string;
  payment_date: string;
  amount: string;
  refunded_amount: string;
}
interface ExpenseRow {
  id: string;
  expense_date: string;
  amount: string;
}

const cents = (text: string) => BigInt(text.replace('.', ''));
const money = (value: bigint) => {
  const digits = String(value < 0n ? -value : value).padStart(3, '0');
  return `${value < 0n ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`;
};
const sum = (values: bigint[]) => values.reduce((all, value) => all + value, 0n);
const roundHalfAway = (value: bigint, by: bigint) => {
  const size = ((value < 0n ? -value : value) * 2n + by) / (by * 2n);
  return value < 0n ? -size : size;
};

const iso = (year: number, month: number, day: number) =>
  new Date(Date.UTC(year, month, day)).toISOString().slice(0, 10);
const parts = (date: string) => date.split('-').map(Number) as [number, number, number];
const shift = (date: string, days: number) => {
  const [year, month, day] = parts(date);
  return iso(year, month - 1, day + days);
};
/** The same day some months before, or the last of a shorter month. */
const monthsBefore = (date: string, months: number) => {
  const [year, month, day] = parts(date);
  const last = Number(iso(year, month - months, 0).slice(8));
  return iso(year, month - 1 - months, Math.min(day, last));
};

export function todayIn(timeZone: string, now: Date): string {
  return new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short' }).format(now);
}

/**
 * What is stored of an owner as of a day, without what is deleted and money that does not count: a
 * sent invoice is overdue from the day after it was due, whether it has been marked or not.
 */
export async function readBooks(db: Database, owner: string, today: string) {
  const read = async <Row>(query: string) => (await db.pool.query(query, [owner])).rows as Row[];
  const stored = await read<InvoiceRow>(
    'select * from invoices where business_id = $1 and deleted_at is null',
  );
  const invoices = stored.map((invoice) => {
    const isLate =
      invoice.status === 'sent' && invoice.due_date < today && cents(invoice.total) > 0n;
    return isLate ? { ...invoice, status: 'overdue' } : invoice;
  });
  const payments = await read<PaymentRow>(
    `select * from payments where business_id = $1 and status = 'completed'`,
  );
  const live = new Map(invoices.map((invoice) => [invoice.id, invoice]));
  return {
    invoices,
    payments: payments.flatMap((payment) => {
      const invoice = live.get(payment.invoice_id);
      const net = cents(payment.amount) - cents(payment.refunded_amount);
      return invoice ? [{ ...payment, net, invoice }] : [];
    }),
    expenses: await read<ExpenseRow>(
      'select * from expenses where business_id = $1 and deleted_at is null',
    ),
    customers: (
      await read<{ id: string }>(
        'select id from customers where business_id = $1 and deleted_at is null',
      )
    ).map(({ id }) => id),
  };
}
export type Books = Awaited<ReturnType<typeof readBooks>>;

const within = (from: string, to: string) => (date: string) => date >= from && date <= to;

function flows({ invoices, payments, expenses }: Books) {
  return {
    revenue: (from: string, to: string) =>
      sum(payments.filter((p) => within(from, to)(p.payment_date)).map((p) => p.net)),
    spent: (from: string, to: string) =>
      sum(expenses.filter((e) => within(from, to)(e.expense_date)).map((e) => cents(e.amount))),
    invoiced: (from: string, to: string) =>
      sum(
        invoices
          .filter((i) => i.status !== 'draft' && within(from, to)(i.issue_date))
          .map((i) => cents(i.total)),
      ),
  };
}

function balance({ payments }: Books, invoice: InvoiceRow): bigint {
  const received = payments.filter((p) => p.invoice_id === invoice.id).map((p) => p.net);
  return cents(invoice.total) - sum(received);
}

const change = (now: bigint, before: bigint) => {
  if (before === 0n) return null;
  const tenths = String(roundHalfAway((now - before) * 1000n, before));
  const digits = tenths.replace('-', '').padStart(2, '0');
  return {
    percent: `${tenths.startsWith('-') ? '-' : ''}${digits.slice(0, -1)}.${digits.slice(-1)}`,
  };
};

/** The dashboard's figures. */
export function expectedDashboard(books: Books, today: string) {
  const { revenue, spent, invoiced } = flows(books);
  const [year, month] = parts(today);
  const unpaid = books.invoices.filter(({ status }) => status === 'sent' || status === 'overdue');
  const owed = (some: InvoiceRow[]) => money(sum(some.map((invoice) => balance(books, invoice))));
  const overdue = unpaid.filter(({ status }) => status === 'overdue');
  const soon = shift(today, 14);
  const [yearAgo, twoYearsAgo] = [monthsBefore(today, 12), monthsBefore(today, 24)];
  const compared = [`${monthsBefore(today, 1).slice(0, 8)}01`, monthsBefore(today, 1)] as const;
  const monthStart = `${today.slice(0, 8)}01`;
  return {
    today,
    totalRevenue: money(revenue('0000', '9999')),
    outstanding: owed(unpaid),
    outstandingCount: unpaid.length,
    overdue: owed(overdue),
    overdueCount: overdue.length,
    paidThisMonth: money(revenue(monthStart, iso(year, month, 0))),
    totalExpenses: money(spent('0000', '9999')),
    trends: {
      totalRevenue: change(
        revenue(shift(yearAgo, 1), today),
        revenue(shift(twoYearsAgo, 1), yearAgo),
      ),
      paidThisMonth: change(revenue(monthStart, today), revenue(...compared)),
      totalExpenses: change(spent(shift(yearAgo, 1), today), spent(shift(twoYearsAgo, 1), yearAgo)),
    },
    comparedWith: { from: compared[0], to: compared[1] },
    months: Array.from({ length: 12 }, (_, n) => {
      const [from, to] = [iso(year, month - 12 + n, 1), iso(year, month - 11 + n, 0)];
      return {
        month: from.slice(0, 7),
        invoiced: money(invoiced(from, to)),
        paid: money(revenue(from, to)),
        expenses: money(spent(from, to)),
      };
    }),
    due: {
      overdue: owed(overdue),
      next14Days: owed(unpaid.filter((i) => i.status === 'sent' && i.due_date <= soon)),
      later: owed(unpaid.filter((i) => i.status === 'sent' && i.due_date > soon)),
      invoices: unpaid
        .map((invoice) => ({ invoice, left: balance(books, invoice) }))
        .filter(({ left }) => left > 0n)
        .toSorted(
          (a, b) =>
            a.invoice.due_date.localeCompare(b.invoice.due_date) ||
            Number(a.invoice.id) - Number(b.invoice.id),
        )
        .slice(0, 7)
        .map(({ invoice, left }) => ({
          id: Number(invoice.id),
          amountDue: money(left),
          overdue: invoice.status === 'overdue',
        })),
    },
  };
}

function expectedBuckets(from: string, to: string, days: number): [string, string][] {
  const buckets: [string, string][] = [];
  if (days === 365) {
    for (let start = from; start <= to; ) {
      const [year, month] = parts(start);
      const end = iso(year, month, 0);
      buckets.push([start, end < to ? end : to]);
      start = shift(end, 1);
    }
    return buckets;
  }
  const length = days === 90 ? 7 : 1;
  for (let end = to; end >= from; end = shift(end, -length)) {
    const start = shift(end, 1 - length);
    buckets.unshift([start > from ? start : from, end]);
  }
  return buckets;
}

/** A report's figures, and what of its rows identifies and prices them. */
export function expectedReport(books: Books, today: string, type: string, days: number) {
  const { revenue, spent, invoiced } = flows(books);
  const from = shift(today, 1 - days);
  const inRange = within(from, today);
  const receipts = books.payments.filter(
    (p) => inRange(p.payment_date) && (p.net !== 0n || p.invoice.status === 'paid'),
  );
  const expenses = books.expenses.filter((e) => inRange(e.expense_date));
  const created = books.invoices.filter((i) => inRange(i.issue_date));
  const issued = created.filter(({ status }) => status !== 'draft');
  const ids = [...new Set(issued.map((i) => i.customer_id))];
  const byCustomer = ids.map((id) => {
    const own = issued.filter((i) => i.customer_id === id);
    const all = sum(own.map((i) => cents(i.total)));
    const paid = all - sum(own.map((i) => balance(books, i)));
    return { id: Number(id), all, paid };
  });
  const newest = (a: [string, string], b: [string, string]) =>
    b[0].localeCompare(a[0]) || Number(b[1]) - Number(a[1]);
  const items = {
    revenue: receipts
      .toSorted((a, b) => newest([a.payment_date, a.id], [b.payment_date, b.id]))
      .map((p) => ({
        invoiceId: Number(p.invoice_id),
        invoiceNumber: p.invoice.invoice_number,
        date: p.payment_date,
        amount: money(p.net),
        status: p.invoice.status,
      })),
    expenses: expenses
      .toSorted((a, b) => newest([a.expense_date, a.id], [b.expense_date, b.id]))
      .map((e) => ({ expenseId: Number(e.id), date: e.expense_date, amount: e.amount })),
    customers: byCustomer
      .toSorted((a, b) => (a.all === b.all ? b.id - a.id : a.all < b.all ? 1 : -1))
      .map(({ id, all, paid }) => ({
        customerId: id,
        totalInvoiced: money(all),
        totalPaid: money(paid),
      })),
    invoices: created
      .toSorted((a, b) => newest([a.issue_date, a.id], [b.issue_date, b.id]))
      .map((i) => ({ invoiceId: Number(i.id), amount: i.total, status: i.status })),
  }[type] as object[];
  const [totalRevenue, totalExpenses] = [revenue(from, today), spent(from, today)];
  return {
    reportType: type,
    from,
    to: today,
    days,
    totalRevenue: money(totalRevenue),
    totalExpenses: money(totalExpenses),
    netProfit: money(totalRevenue - totalExpenses),
    itemCount: items.length,
    paidInvoiceCount: new Set(
      receipts.filter((p) => p.invoice.status === 'paid').map((p) => p.invoice_id),
    ).size,
    expenseCount: expenses.length,
    averagePerDay: money(roundHalfAway(totalExpenses, BigInt(days))),
    totalCustomers: books.customers.length,
    activeCustomers: ids.length,
    totalInvoices: books.invoices.length,
    createdInvoices: created.length,
    createdTotal: money(sum(created.map((i) => cents(i.total)))),
    buckets: expectedBuckets(from, today, days).map(([start, end]) => ({
      from: start,
      to: end,
      revenue: money(revenue(start, end)),
      expenses: money(spent(start, end)),
      invoiced: money(invoiced(start, end)),
    })),
    nextCursor: null,
    items,
  };
}

/** The list's counts and sums. */
export function expectedSummary(books: Books) {
  const of = (...statuses: string[]) => {
    const some = books.invoices.filter(({ status }) => statuses.includes(status));
    return { count: some.length, total: money(sum(some.map((i) => cents(i.total)))) };
  };
  return {
    all: of('draft', 'sent', 'paid', 'overdue'),
    draft: of('draft'),
    sent: of('sent'),
    paid: of('paid'),
    overdue: of('overdue'),
    unpaid: {
      count: of('sent', 'overdue').count,
      total: expectedDashboard(books, '2000-01-01').outstanding,
    },
  };
}

/** What a customer was invoiced, owes, and owes too long. */
export function expectedBalance(books: Books, customerId: number) {
  const own = books.invoices.filter((invoice) => Number(invoice.customer_id) === customerId);
  const owed = (...statuses: string[]) =>
    money(sum(own.filter((i) => statuses.includes(i.status)).map((i) => balance(books, i))));
  return {
    invoiced: money(sum(own.filter((i) => i.status !== 'draft').map((i) => cents(i.total)))),
    outstanding: owed('sent', 'overdue'),
    overdue: owed('overdue'),
  };
}
