/**
 * The reports on customers' accounts, worked out anew: plain loops over all rows of an owner, forward
 * from the first one, with bigints and days of its own.
 */
import type { Database } from '../../src/server/db/database.ts';

interface Entry {
  customer_id: string;
  currency: string;
  type: string;
  invoice_id: string | null;
  amount: string;
  entry_date: string;
}
interface Allocation {
  invoice_id: string;
  customer_id: string;
  amount: string;
  entry_date: string;
}
interface Invoice {
  id: string;
  currency: string;
  due_date: string;
  total: string;
  amount_paid: string;
  subtotal: string;
  tax_amount: string;
  status: string;
  deleted_at: Date | null;
  tax_totals: {
    name: string;
    rate: string;
    category: string | null;
    base: string;
    amount: string;
  }[];
  exchange_rate: { to: string; rate: string } | null;
}
interface TaxEntry {
  customer_id: string;
  type: string;
  currency: string;
  amount: string;
  entry_date: string;
  name: string;
  rate: string;
  tax_currency: string;
  tax_base: string;
  tax_amount: string;
  tax_date: string;
}

const DECIMALS: Record<string, number> = { USD: 2, EUR: 2, JPY: 0, KWD: 3 };
export const places = (currency: string) => DECIMALS[currency] ?? 2;

/** In the minor unit. */
export function units(text: string, currency: string): bigint {
  const [whole = '', fraction = ''] = text.split('.');
  const sign = whole.startsWith('-') ? -1n : 1n;
  const digits = fraction.slice(0, places(currency)).padEnd(places(currency), '0');
  return sign * BigInt(whole.replace('-', '') + digits);
}
export function written(value: bigint, currency: string): string {
  const size = String(value < 0n ? -value : value).padStart(places(currency) + 1, '0');
  const cut = size.length - places(currency);
  return `${value < 0n ? '-' : ''}${size.slice(0, cut)}${cut < size.length ? `.${size.slice(cut)}` : ''}`;
}
const rounded = (value: bigint, by: bigint) => {
  const size = ((value < 0n ? -value : value) * 2n + by) / (by * 2n);
  return value < 0n ? -size : size;
};
const dayNumber = (date: string) => Date.parse(`${date}T00:00:00Z`) / 86_400_000;

export async function readAccounts(db: Database, owner: string) {
  const read = async <Row>(query: string) => (await db.pool.query(query, [owner])).rows as Row[];
  return {
    entries: await read<Entry>('select * from ledger_entries where business_id = $1'),
    allocations: await read<Allocation>(
      `select a.*, y.customer_id from allocations a
       join payments y on y.business_id = a.business_id and y.id = a.payment_id
       where a.business_id = $1`,
    ),
    invoices: await read<Invoice>('select * from invoices where business_id = $1'),
    taxes: await read<TaxEntry>('select * from tax_entries where business_id = $1'),
  };
}
type Accounts = Awaited<ReturnType<typeof readAccounts>>;

/** Adds up by a key, in the minor unit of the currency that the key begins with. */
class Sums {
  readonly #sums = new Map<string, bigint>();
  add(key: string, value: bigint): this {
    this.#sums.set(key, (this.#sums.get(key) ?? 0n) + value);
    return this;
  }
  of(key: string): bigint {
    return this.#sums.get(key) ?? 0n;
  }
  get all(): [string, bigint][] {
    return [...this.#sums];
  }
}

const ABOUT_INVOICES = new Set([
  'issued',
  'revised',
  'withdrawn',
  'deleted',
  'restored',
  'adjusted',
  'written_off',
]);
const AGES = ['notDue', 'days1To30', 'days31To60', 'days61To90', 'over90'] as const;

/** Open amounts by 'currency customer', by age, with the balance of the account. */
export function agedOn(day: string, { entries, allocations, invoices }: Accounts) {
  const open = new Sums();
  const balances = new Sums();
  const byId = new Map(invoices.map((invoice) => [invoice.id, invoice]));
  for (const { customer_id, currency, type, invoice_id, amount, entry_date } of entries) {
    if (entry_date > day) continue;
    balances.add(`${currency} ${customer_id}`, units(amount, currency));
    if (ABOUT_INVOICES.has(type) && invoice_id !== null) {
      open.add(`${currency} ${customer_id} ${invoice_id}`, units(amount, currency));
    }
  }
  for (const { invoice_id, customer_id, amount, entry_date } of allocations) {
    const currency = byId.get(invoice_id)?.currency ?? '';
    if (entry_date > day) continue;
    open.add(`${currency} ${customer_id} ${invoice_id}`, -units(amount, currency));
  }
  const ages = new Sums();
  for (const [key, amount] of open.all) {
    if (amount <= 0n) continue;
    const [currency = '', customer = '', invoice = ''] = key.split(' ');
    const late = dayNumber(day) - dayNumber(byId.get(invoice)?.due_date ?? '');
    const age = late <= 0 ? 0 : Math.min(4, Math.ceil(late / 30));
    ages.add(`${currency} ${customer} ${AGES[age]}`, amount);
  }
  const keys = new Set([
    ...balances.all.filter(([, amount]) => amount !== 0n).map(([key]) => key),
    ...ages.all.map(([key]) => key.split(' ').slice(0, 2).join(' ')),
  ]);
  return new Map(
    [...keys].map((key) => {
      const [currency = ''] = key.split(' ');
      const amounts = AGES.map((age) => ages.of(`${key} ${age}`));
      const all = amounts.reduce((sum, amount) => sum + amount, 0n);
      const figures = AGES.map((age, n) => [age, written(amounts[n] ?? 0n, currency)]);
      return [
        key,
        {
          ...Object.fromEntries(figures),
          open: written(all, currency),
          credit: written(all - balances.of(key), currency),
          balance: written(balances.of(key), currency),
        },
      ];
    }),
  );
}

/** What entries of some types come to between two days, by currency or a longer key. */
export function entriesBetween(
  { entries }: Accounts,
  from: string,
  to: string,
  types?: readonly string[],
  keyOf: (entry: Entry) => string = ({ currency }) => currency,
): Sums {
  const sums = new Sums();
  for (const entry of entries) {
    if (entry.entry_date < from || entry.entry_date > to) continue;
    if (types && !types.includes(entry.type)) continue;
    sums.add(keyOf(entry), units(entry.amount, entry.currency));
  }
  return sums;
}

export function taxBetween({ taxes }: Accounts, from: string, to: string): Sums {
  const sums = new Sums();
  for (const { currency, amount, entry_date } of taxes) {
    if (entry_date >= from && entry_date <= to) sums.add(currency, units(amount, currency));
  }
  return sums;
}

/** Base and tax of what is dated in a period, by 'currency name rate'. */
export function taxesDated({ taxes }: Accounts, from: string, to: string): Sums {
  const sums = new Sums();
  for (const row of taxes) {
    if (row.tax_date < from || row.tax_date > to) continue;
    const key = `${row.tax_currency} ${row.name} ${Number(row.rate)}`;
    sums.add(`${key} base`, units(row.tax_base, row.tax_currency));
    sums.add(`${key} tax`, units(row.tax_amount, row.tax_currency));
  }
  return sums;
}

/**
 * What the documents say now: base and tax by 'currency name rate', in the currency in which tax is
 * owed; by invoice, or only the part of it that is paid.
 */
export function taxesOfInvoices({ invoices }: Accounts, part: 'all' | 'paid'): Sums {
  const sums = new Sums();
  for (const invoice of invoices) {
    if (invoice.status === 'draft' || invoice.deleted_at) continue;
    const { currency, exchange_rate: rate, total, amount_paid: paid } = invoice;
    const to = rate?.to ?? currency;
    const scale = 10n ** 10n;
    const [whole = '1', fraction = ''] = (rate?.rate ?? '1').split('.');
    const factor = BigInt(whole + fraction.padEnd(10, '0'));
    const converted = (amount: bigint) =>
      rounded(amount * factor * 10n ** BigInt(places(to)), scale * 10n ** BigInt(places(currency)));
    const share = (amount: bigint) => {
      if (part === 'all') return amount;
      const [came, asked] = [units(paid, currency), units(total, currency)];
      return asked > 0n ? rounded(amount * came, asked) : 0n;
    };
    const rows =
      invoice.tax_totals.length > 0
        ? invoice.tax_totals
        : [{ name: '', rate: '0', base: invoice.subtotal, amount: invoice.tax_amount }];
    let before = 0n;
    for (const { name, rate: percent, base, amount } of rows) {
      const upTo = before + units(amount, currency);
      const key = `${to} ${name} ${Number(percent)}`;
      sums.add(`${key} base`, share(converted(units(base, currency))));
      sums.add(`${key} tax`, share(converted(upTo) - converted(before)));
      before = upTo;
    }
  }
  return sums;
}
