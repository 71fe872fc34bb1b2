/**
 * Every figure of an owner, worked out anew from the raw rows: plain loops over bigints, and dates of
 * its own making, so that it shares nothing with what it checks but the definitions.
 */
import type { Database } from '../../src/server/db/database.ts';
import type { Installment } from '../../src/shared/documents/installments/installment-content.ts';
import { dueParts } from './due-parts.ts';
import { DECIMALS, roundHalfAway, units, written } from './minor-units.ts';

interface InvoiceRow {
  id: string;
  customer_id: string;
  invoice_number: string;
  status: string;
  issue_date: string;
  due_date: string;
  installments: Installment[];
  total: string;
  currency: string;
}
interface PaymentRow {
  id: string;
  invoice_id: string | null;
  customer_id: string;
  payment_date: string;
  amount: string;
  refunded_amount: string;
  still_owed_amount: string;
  currency: string;
}
/** What an owner has a payment settle. */
interface Divided {
  payment_id: string;
  invoice_id: string;
  amount: string;
}
interface ExpenseRow {
  id: string;
  expense_date: string;
  amount: string;
  currency: string;
}

export const OWN = 'USD';

/** A row's amount in the minor unit of its currency. */
const sum = (values: bigint[]) => values.reduce((all, value) => all + value, 0n);

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
 * What is stored of an owner as of a day, without documents that are deleted and money that does not count: a
 * sent invoice is overdue from the day after it was due, whether it has been marked or not.
 */
export async function readBooks(db: Database, owner: string, today: string) {
  const read = async <Row>(query: string) => (await db.pool.query(query, [owner])).rows as Row[];
  const merged = await read<{ id: string; merged_into_id: string }>(
    'select id, merged_into_id from customers where business_id = $1 and merged_into_id is not null',
  );
  /** Customers that were merged are one. */
  const asOne = <Row extends { customer_id: string }>(rows: Row[]): Row[] =>
    rows.map((row) => {
      const into = merged.find(({ id }) => id === row.customer_id)?.merged_into_id;
      return into === undefined ? row : { ...row, customer_id: into };
    });
  const invoices = asOne(
    await read<InvoiceRow>('select * from invoices where business_id = $1 and deleted_at is null'),
  );
  const payments = asOne(
    await read<PaymentRow>(
      `select * from payments where business_id = $1 and status = 'completed'`,
    ),
  );
  const divided = await read<Divided>(
    `select a.payment_id, a.invoice_id, sum(a.amount) as amount from allocations a
     join payments y on y.business_id = a.business_id and y.id = a.payment_id
     where a.business_id = $1 and a.invoice_id is distinct from y.invoice_id
     group by a.payment_id, a.invoice_id having sum(a.amount) > 0 order by min(a.id)`,
  );
  // All of what corrects an invoice, and what the owner has others settle of it.
  const credited = await read<{ invoice_id: string; amount: string }>(
    `select corrects_invoice_id as invoice_id, total as amount from credit_notes
     where business_id = $1 and status <> 'draft' and corrects_invoice_id is not null
     union all
     select a.invoice_id, sum(a.amount) from allocations a
     join credit_notes n on n.business_id = a.business_id and n.id = a.credit_note_id
     where a.business_id = $1 and a.invoice_id is distinct from n.corrects_invoice_id
     group by a.credit_note_id, a.invoice_id`,
  );
  const writtenOff = await read<{ invoice_id: string; amount: string }>(
    `select invoice_id, -sum(amount) as amount from ledger_entries
     where business_id = $1 and type = 'written_off' group by invoice_id`,
  );
  const live = new Map(invoices.map((invoice) => [invoice.id, invoice]));
  const books = {
    invoices,
    // What came for an invoice that is deleted is its customer's credit.
    payments: payments.map((payment) => {
      const { amount, refunded_amount: refunded, currency } = payment;
      const net = units(amount, currency) - units(refunded, currency);
      const settles = divided.filter((part) => part.payment_id === payment.id);
      const [first] = settles;
      const invoice = live.get(payment.invoice_id ?? first?.invoice_id ?? '');
      const elsewhere = sum(settles.map((part) => units(part.amount, currency)));
      const settled = settles.flatMap((part) => live.get(part.invoice_id) ?? []);
      return { ...payment, net, invoice, settled, left: net - elsewhere };
    }),
    divided,
    credited,
    writtenOff: new Map(writtenOff.map((row) => [row.invoice_id, row.amount])),
    expenses: await read<ExpenseRow>(
      'select * from expenses where business_id = $1 and deleted_at is null',
    ),
    customers: (
      await read<{ id: string }>(
        'select id from customers where business_id = $1 and deleted_at is null',
      )
    ).map(({ id }) => id),
  };
  for (const invoice of invoices) Object.assign(invoice, onDay(books, invoice, today));
  return books;
}
export type Books = Awaited<ReturnType<typeof readBooks>>;

/** The day on which the next of an invoice is due, and 'overdue' from the day after. */
function onDay(books: Books, invoice: InvoiceRow, today: string) {
  const { status, total, currency } = invoice;
  const next = dueParts(invoice, balance(books, invoice)).at(-1);
  const due_date = next?.[0] ?? invoice.due_date;
  const isLate = status === 'sent' && due_date < today && units(total, currency) > 0n;
  return { due_date, status: isLate ? 'overdue' : status };
}

/** What of them is in one currency. */
function booksIn(currency: string, books: Books): Books {
  const only = <Row extends { currency: string }>(rows: Row[]) =>
    rows.filter((row) => row.currency === currency);
  return {
    ...books,
    invoices: only(books.invoices),
    payments: only(books.payments),
    expenses: only(books.expenses),
  };
}

/** The currencies beside the business's own, in alphabetical order. */
const OTHERS = Object.keys(DECIMALS)
  .filter((currency) => currency !== OWN)
  .sort();

const within = (from: string, to: string) => (date: string) => date >= from && date <= to;

function flows({ invoices, payments, expenses }: Books) {
  return {
    revenue: (from: string, to: string) =>
      sum(payments.filter((p) => within(from, to)(p.payment_date)).map((p) => p.net)),
    spent: (from: string, to: string) =>
      sum(
        expenses
          .filter((e) => within(from, to)(e.expense_date))
          .map((e) => units(e.amount, e.currency)),
      ),
    invoiced: (from: string, to: string) =>
      sum(
        invoices
          .filter((i) => i.status !== 'draft' && within(from, to)(i.issue_date))
          .map((i) => units(i.total, i.currency)),
      ),
  };
}

/** What payments settle of an invoice, and what is due. */
function settle(
  { payments, divided, credited, writtenOff }: Books,
  { id, total, currency }: InvoiceRow,
) {
  const own = payments.filter((p) => p.invoice_id === id && p.currency === currency);
  const credit = sum(
    credited.filter((one) => one.invoice_id === id).map((one) => units(one.amount, currency)),
  );
  const asked = units(total, currency) - credit;
  const allocated = sum(
    divided.filter((part) => part.invoice_id === id).map((part) => units(part.amount, currency)),
  );
  const came = allocated + sum(own.map((p) => p.left));
  const paid = came < asked ? came : asked;
  const off = units(writtenOff.get(id) ?? '0', currency);
  const given = own.filter((p) => p.net > 0n);
  const forgiven = sum(
    given.map((p) => units(p.refunded_amount, currency) - units(p.still_owed_amount, currency)),
  );
  const left = asked - paid - off;
  return { paid, due: forgiven >= left ? 0n : left };
}
const balance = (books: Books, invoice: InvoiceRow) => settle(books, invoice).due;

const change = (now: bigint, before: bigint) => {
  if (before === 0n) return null;
  const tenths = String(roundHalfAway((now - before) * 1000n, before));
  const digits = tenths.replace('-', '').padStart(2, '0');
  return {
    percent: `${tenths.startsWith('-') ? '-' : ''}${digits.slice(0, -1)}.${digits.slice(-1)}`,
  };
};

const isUnpaid = ({ status }: InvoiceRow) => status === 'sent' || status === 'overdue';

/** What of an open invoice is due on some days. */
function dueOn(books: Books, invoice: InvoiceRow, isAsked: (day: string) => boolean): bigint {
  if (!isUnpaid(invoice)) return 0n;
  const due = dueParts(invoice, balance(books, invoice));
  return sum(due.filter(([day]) => isAsked(day)).map(([, amount]) => amount));
}

/** The dashboard's figures in one currency. */
function dashboardIn(currency: string, all: Books, today: string) {
  const books = booksIn(currency, all);
  const { revenue, spent, invoiced } = flows(books);
  const [year, month] = parts(today);
  const unpaid = books.invoices.filter(isUnpaid);
  const inMoney = (value: bigint) => written(value, currency);
  const owed = (some: InvoiceRow[]) => inMoney(sum(some.map((invoice) => balance(books, invoice))));
  const soon = shift(today, 14);
  const due = (isAsked: (day: string) => boolean) =>
    inMoney(sum(unpaid.map((invoice) => dueOn(books, invoice, isAsked))));
  const overdue = due((day) => day < today);
  return {
    currency,
    totalRevenue: inMoney(revenue('0000', '9999')),
    outstanding: owed(unpaid),
    overdue,
    paidThisMonth: inMoney(revenue(`${today.slice(0, 8)}01`, iso(year, month, 0))),
    totalExpenses: inMoney(spent('0000', '9999')),
    months: Array.from({ length: 12 }, (_, n) => {
      const [from, to] = [iso(year, month - 12 + n, 1), iso(year, month - 11 + n, 0)];
      return {
        month: from.slice(0, 7),
        invoiced: inMoney(invoiced(from, to)),
        paid: inMoney(revenue(from, to)),
        expenses: inMoney(spent(from, to)),
      };
    }),
    due: {
      overdue,
      next14Days: due((day) => day >= today && day <= soon),
      later: due((day) => day > soon),
    },
  };
}

const isSome = (amount: string) => /[1-9]/.test(amount);

/** The dashboard's figures. */
export function expectedDashboard(books: Books, today: string) {
  const own = dashboardIn(OWN, books, today);
  const { revenue, spent } = flows(booksIn(OWN, books));
  const unpaid = books.invoices.filter(isUnpaid);
  const [yearAgo, twoYearsAgo] = [monthsBefore(today, 12), monthsBefore(today, 24)];
  const compared = [`${monthsBefore(today, 1).slice(0, 8)}01`, monthsBefore(today, 1)] as const;
  const monthStart = `${today.slice(0, 8)}01`;
  return {
    today,
    ...own,
    otherCurrencies: OTHERS.map((currency) => dashboardIn(currency, books, today)).filter((each) =>
      [
        each.totalRevenue,
        each.outstanding,
        each.totalExpenses,
        ...each.months.map(({ invoiced }) => invoiced),
      ].some(isSome),
    ),
    converted: null,
    outstandingCount: unpaid.filter((invoice) => balance(books, invoice) > 0n).length,
    overdueCount: unpaid.filter(({ status }) => status === 'overdue').length,
    trends: {
      totalRevenue: change(
        revenue(shift(yearAgo, 1), today),
        revenue(shift(twoYearsAgo, 1), yearAgo),
      ),
      paidThisMonth: change(revenue(monthStart, today), revenue(...compared)),
      totalExpenses: change(spent(shift(yearAgo, 1), today), spent(shift(twoYearsAgo, 1), yearAgo)),
    },
    comparedWith: { from: compared[0], to: compared[1] },
    due: {
      ...own.due,
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
          amountDue: written(left, invoice.currency),
          amountOverdue: written(
            dueOn(books, invoice, (day) => day < today),
            invoice.currency,
          ),
          currency: invoice.currency,
          overdue: invoice.status === 'overdue',
        })),
    },
  };
}

function expectedBuckets(from: string, to: string, days: number): [string, string][] {
  const buckets: [string, string][] = [];
  if (days === 365) {
    for (let start = from; start <= to;) {
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

/** A report's figures in one currency. */
function reportIn(currency: string, all: Books, today: string, days: number) {
  const books = booksIn(currency, all);
  const { revenue, spent, invoiced } = flows(books);
  const from = shift(today, 1 - days);
  const inMoney = (value: bigint) => written(value, currency);
  const [totalRevenue, totalExpenses] = [revenue(from, today), spent(from, today)];
  const created = books.invoices.filter((i) => within(from, today)(i.issue_date));
  return {
    currency,
    totalRevenue: inMoney(totalRevenue),
    totalExpenses: inMoney(totalExpenses),
    netProfit: inMoney(totalRevenue - totalExpenses),
    averagePerDay: inMoney(roundHalfAway(totalExpenses, BigInt(days))),
    invoicedTotal: inMoney(invoiced(from, today)),
    createdTotal: inMoney(sum(created.map((i) => units(i.total, currency)))),
    buckets: expectedBuckets(from, today, days).map(([start, end]) => ({
      from: start,
      to: end,
      revenue: inMoney(revenue(start, end)),
      expenses: inMoney(spent(start, end)),
      invoiced: inMoney(invoiced(start, end)),
    })),
  };
}

const listNumbers = ({ invoice_id: own, invoice, settled }: Books['payments'][number]) => {
  if (own !== null) return invoice?.invoice_number ?? null;
  return settled.map((one) => one.invoice_number).join(', ') || null;
};

/** A report's figures, and what of its rows identifies and prices them. */
export function expectedReport(books: Books, today: string, type: string, days: number) {
  const from = shift(today, 1 - days);
  const inRange = within(from, today);
  const receipts = books.payments.filter(
    (p) => inRange(p.payment_date) && (p.net !== 0n || p.invoice?.status === 'paid'),
  );
  const expenses = books.expenses.filter((e) => inRange(e.expense_date));
  const created = books.invoices.filter((i) => inRange(i.issue_date));
  const issued = created.filter(({ status }) => status !== 'draft');
  const ids = [...new Set(issued.map((i) => i.customer_id))];
  const byCustomer = [OWN, ...OTHERS].flatMap((currency) =>
    ids
      .map((id) => ({
        id,
        own: issued.filter((i) => i.customer_id === id && i.currency === currency),
      }))
      .filter(({ own }) => own.length > 0)
      .map(({ id, own }) => {
        const all = sum(own.map((i) => units(i.total, currency)));
        return {
          id: Number(id),
          all,
          paid: sum(own.map((i) => settle(books, i).paid)),
          currency,
        };
      })
      .toSorted((a, b) => (a.all === b.all ? b.id - a.id : a.all < b.all ? 1 : -1)),
  );
  const newest = (a: [string, string], b: [string, string]) =>
    b[0].localeCompare(a[0]) || Number(b[1]) - Number(a[1]);
  const items = {
    revenue: receipts
      .toSorted((a, b) => newest([a.payment_date, a.id], [b.payment_date, b.id]))
      .map((p) => ({
        invoiceId: p.invoice ? Number(p.invoice.id) : null,
        invoiceNumber: listNumbers(p),
        date: p.payment_date,
        amount: written(p.net, p.currency),
        currency: p.currency,
        status: p.invoice?.status ?? null,
      })),
    expenses: expenses
      .toSorted((a, b) => newest([a.expense_date, a.id], [b.expense_date, b.id]))
      .map((e) => ({
        expenseId: Number(e.id),
        date: e.expense_date,
        amount: e.amount,
        currency: e.currency,
      })),
    customers: byCustomer.map(({ id, all, paid, currency }) => ({
      customerId: id,
      totalInvoiced: written(all, currency),
      totalPaid: written(paid, currency),
      currency,
    })),
    invoices: created
      .toSorted((a, b) => newest([a.issue_date, a.id], [b.issue_date, b.id]))
      .map((i) => ({
        invoiceId: Number(i.id),
        amount: i.total,
        currency: i.currency,
        status: i.status,
      })),
  }[type] as object[];
  return {
    reportType: type,
    from,
    to: today,
    days,
    ...reportIn(OWN, books, today, days),
    otherCurrencies: OTHERS.map((currency) => reportIn(currency, books, today, days)).filter(
      (each) => [each.totalRevenue, each.totalExpenses, each.createdTotal].some(isSome),
    ),
    converted: null,
    itemCount: items.length,
    paidInvoiceCount: new Set(
      receipts
        .flatMap((p) => (p.invoice_id === null ? p.settled : (p.invoice ?? [])))
        .filter((invoice) => invoice.status === 'paid')
        .map((invoice) => invoice.id),
    ).size,
    expenseCount: expenses.length,
    totalCustomers: books.customers.length,
    activeCustomers: ids.length,
    totalInvoices: books.invoices.length,
    createdInvoices: created.length,
    nextCursor: null,
    items,
  };
}

/** The list's counts and sums. */
export function expectedSummary(books: Books, today: string) {
  const of = (
    statuses: string[],
    amount: (invoice: InvoiceRow) => bigint,
    isMeant: (invoice: InvoiceRow) => boolean = () => true,
  ) => {
    const some = books.invoices.filter(
      (invoice) => statuses.includes(invoice.status) && isMeant(invoice),
    );
    const currencies = [...new Set(some.map(({ currency }) => currency))].sort();
    return {
      count: some.length,
      sums: currencies.map((currency) => ({
        amount: written(sum(some.filter((i) => i.currency === currency).map(amount)), currency),
        currency,
      })),
    };
  };
  const total = (invoice: InvoiceRow) => units(invoice.total, invoice.currency);
  const due = (invoice: InvoiceRow) => balance(books, invoice);
  const givenUp = ({ id, currency }: InvoiceRow) =>
    units(books.writtenOff.get(id) ?? '0', currency);
  return {
    all: of(['draft', 'sent', 'paid', 'overdue'], total),
    draft: of(['draft'], total),
    sent: of(['sent'], total),
    paid: of(['paid'], total),
    overdue: of(['overdue'], (invoice) => dueOn(books, invoice, (day) => day < today)),
    unpaid: of(['sent', 'overdue'], due, (invoice) => due(invoice) > 0n),
    paid_or_credited: of(['paid'], total, (invoice) => givenUp(invoice) === 0n),
    written_off: of(['paid'], givenUp, (invoice) => givenUp(invoice) > 0n),
  };
}

/** What a customer was invoiced, owes, and owes too long, in each currency in which there is anything. */
export function expectedBalances(books: Books, customerId: number, today: string) {
  const inEach = [OWN, ...OTHERS].map((currency) => {
    const own = books.invoices.filter(
      (i) => Number(i.customer_id) === customerId && i.currency === currency,
    );
    const owed = (...statuses: string[]) =>
      written(
        sum(own.filter((i) => statuses.includes(i.status)).map((i) => balance(books, i))),
        currency,
      );
    const invoiced = own.filter((i) => i.status !== 'draft').map((i) => units(i.total, currency));
    return {
      currency,
      invoiced: written(sum(invoiced), currency),
      outstanding: owed('sent', 'overdue'),
      overdue: written(
        sum(own.map((invoice) => dueOn(books, invoice, (day) => day < today))),
        currency,
      ),
    };
  });
  const some = inEach.filter(
    ({ invoiced, outstanding }) => isSome(invoiced) || isSome(outstanding),
  );
  return some.length > 0 ? some : inEach.slice(0, 1);
}
