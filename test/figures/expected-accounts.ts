/**
 * The reports on customers' accounts, worked out anew: plain loops over all rows of an owner, forward
 * from the first one, with bigints and days of its own.
 */
import type { Database } from '../../src/server/db/database.ts';
import type { Installment } from '../../src/shared/documents/installments/installment-content.ts';
import type { Taxed, TaxSums } from './converted-taxes.ts';
import { convertedTaxes } from './converted-taxes.ts';
import { dueParts } from './due-parts.ts';
import { roundHalfAway, units, written } from './minor-units.ts';

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
interface Document extends Taxed {
  id: string;
  total: string;
  status: string;
}
interface Invoice extends Document {
  issue_date: string;
  due_date: string;
  installments: Installment[];
  amount_paid: string;
  deleted_at: Date | null;
}
interface CreditNote extends Document {
  corrects_invoice_id: string | null;
  refunded_amount: string;
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

const dayNumber = (date: string) => Date.parse(`${date}T00:00:00Z`) / 86_400_000;

export async function readAccounts(db: Database, owner: string) {
  const read = async <Row>(query: string) => (await db.pool.query(query, [owner])).rows as Row[];
  return {
    entries: await read<Entry>('select * from ledger_entries where business_id = $1'),
    allocations: await read<Allocation>(
      `select a.*, coalesce(
         (select y.customer_id from payments y
          where y.business_id = a.business_id and y.id = a.payment_id),
         (select n.customer_id from credit_notes n
          where n.business_id = a.business_id and n.id = a.credit_note_id)) as customer_id
       from allocations a where a.business_id = $1`,
    ),
    credits: await read<CreditNote>(
      `select * from credit_notes where business_id = $1 and status <> 'draft'`,
    ),
    roots: new Map(
      (
        await read<{ id: string; merged_into_id: string | null }>(
          'select id, merged_into_id from customers where business_id = $1',
        )
      ).map((row) => [row.id, row.merged_into_id ?? row.id]),
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
const AGES = ['notDue', 'days1To30', 'days31To60', 'days61To90', 'over90Days'] as const;

/** Open amounts by 'currency customer', by age, with the balance of the account. */
export function agedOn(day: string, { entries, allocations, invoices, roots }: Accounts) {
  const open = new Sums();
  const balances = new Sums();
  const root = (id: string) => roots.get(id) ?? id;
  const byId = new Map(invoices.map((invoice) => [invoice.id, invoice]));
  for (const { customer_id, currency, type, invoice_id, amount, entry_date } of entries) {
    if (entry_date > day) continue;
    balances.add(`${currency} ${root(customer_id)}`, units(amount, currency));
    if (ABOUT_INVOICES.has(type) && invoice_id !== null) {
      open.add(`${currency} ${root(customer_id)} ${invoice_id}`, units(amount, currency));
    }
  }
  for (const { invoice_id, customer_id, amount, entry_date } of allocations) {
    const currency = byId.get(invoice_id)?.currency ?? '';
    if (entry_date > day) continue;
    open.add(`${currency} ${root(customer_id)} ${invoice_id}`, -units(amount, currency));
  }
  const ages = new Sums();
  for (const [key, amount] of open.all) {
    if (amount <= 0n) continue;
    const [currency = '', customer = '', invoice = ''] = key.split(' ');
    const owed = byId.get(invoice);
    for (const [due, part] of owed ? dueParts(owed, amount) : []) {
      const late = dayNumber(day) - dayNumber(due);
      const age = late <= 0 ? 0 : Math.min(4, Math.ceil(late / 30));
      ages.add(`${currency} ${customer} ${AGES[age]}`, part);
    }
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
 * owed; of invoices less what was credited of them, and of free credit notes. Or only the part of it
 * that is money: of an invoice what payments settle of what is left of it, of a free credit note what
 * was paid back.
 */
export function taxesOfInvoices({ invoices, credits }: Accounts, part: 'all' | 'paid'): Sums {
  const sums = new Sums();
  const add = (
    sides: readonly { of: TaxSums; sign: bigint }[],
    { came, asked }: { came: bigint; asked: bigint },
  ) => {
    const taxes = new Map<string, { base: bigint; tax: bigint }>();
    for (const { of, sign } of sides) {
      for (const [key, { base, tax }] of of) {
        const sum = taxes.get(key) ?? { base: 0n, tax: 0n };
        taxes.set(key, { base: sum.base + sign * base, tax: sum.tax + sign * tax });
      }
    }
    const share = (amount: bigint) => {
      if (part === 'all') return amount;
      return asked > 0n ? roundHalfAway(amount * came, asked) : 0n;
    };
    for (const [key, { base, tax }] of taxes) {
      const name = (JSON.parse(key) as unknown[]).slice(0, 3).join(' ');
      sums.add(`${name} base`, share(base)).add(`${name} tax`, share(tax));
    }
  };
  for (const invoice of invoices) {
    if (invoice.status === 'draft' || invoice.deleted_at) continue;
    const { currency } = invoice;
    const corrections = credits.filter((note) => note.corrects_invoice_id === invoice.id);
    const credited = corrections.reduce((sum, { total }) => sum + units(total, currency), 0n);
    const hasNoTax = invoice.tax_totals.length === 0;
    const sides = [
      { of: convertedTaxes([invoice]), sign: 1n },
      { of: convertedTaxes(corrections, hasNoTax), sign: -1n },
    ];
    add(sides, {
      came: units(invoice.amount_paid, currency),
      asked: units(invoice.total, currency) - credited,
    });
  }
  for (const of of credits) {
    if (of.corrects_invoice_id !== null) continue;
    const { currency } = of;
    add([{ of: convertedTaxes([of]), sign: -1n }], {
      came: units(of.refunded_amount, currency),
      asked: units(of.total, currency),
    });
  }
  return sums;
}
