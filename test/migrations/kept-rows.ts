import type { Database } from '../../src/server/db/database.ts';
import { REFUNDER } from './stored-rows/payments.ts';

type StoredRow = Record<string, unknown>;
/** The rows of every table but the list of migrations, by the table's name. */
type StoredRows = Map<string, StoredRow[]>;

interface Change {
  by: string;
  table: string;
  /** Which rows as they were before. */
  of: (row: StoredRow) => boolean;
  /** The columns that get other values; a row without any of them is removed. */
  columns?: string[];
  /** Whether some of them stay as they are: what decides is in other tables. */
  someStay?: true;
}

const hasNoInvoice = ({ invoice_count: count }: StoredRow) => count === 0;
const isOfRefunder = ({ user_id: owner }: StoredRow) => owner === REFUNDER;

/**
 * All that migrations do to rows that were stored before, beside adding to them. Everything else is
 * compared: each row of each table in each column that the newest version has as well.
 */
const CHANGES: Change[] = [
  {
    by: '0008_unproven_identities',
    table: 'accounts',
    of: ({ account_id: id }) => id === 'unproven 1' || id === 'joined 0',
  },
  {
    by: '0008_unproven_identities',
    table: 'sessions',
    of: ({ sid }) => sid === 'sid of unproven' || sid === 'sid of joined',
  },
  // An invoice that asked again for what was given back is paid, and counts there.
  {
    by: '0012_payment_facts',
    table: 'invoices',
    of: (row) => isOfRefunder(row) && row['status'] === 'overdue',
    columns: ['status', 'version', 'updated_at'],
  },
  ...['invoice_totals', 'customer_invoice_totals'].flatMap((table): Change[] => [
    {
      by: '0012_payment_facts',
      table,
      of: (row) => isOfRefunder(row) && row['status'] === 'paid',
      columns: ['invoice_count', 'total'],
    },
    {
      by: '0012_payment_facts',
      table,
      of: (row) => isOfRefunder(row) && row['status'] === 'overdue',
    },
    // Sums are made once more from the invoices: those of none are not.
    { by: '0016_sums_without_triggers', table, of: hasNoInvoice },
  ]),
  // A payment by hand for an invoice that was deleted is reversed.
  {
    by: '0021_ledger',
    table: 'payments',
    of: ({ notes, provider }) => notes === 'deleted' && provider === null,
    columns: ['status'],
  },
  // What is still owed of refunds is the sum of their rows, also where no owner has set it back.
  {
    by: '0049_payment_refunds',
    table: 'payments',
    of: ({ refunded_amount: refunded }) => Number(refunded) > 0,
    columns: ['still_owed_amount'],
    someStay: true,
  },
  // Each says what its invoices are rounded to.
  {
    by: '0050_rounded_totals',
    table: 'recurring_invoices',
    of: () => true,
    columns: ['content'],
  },
];

const RENAMED_TABLES: Record<string, string> = { public_invoices: 'public_documents' };

export async function readRows({ pool }: Database): Promise<StoredRows> {
  const tables = await pool.query<{ name: string }>(`
    select relname as name from pg_class
    where relnamespace = 'public'::regnamespace and relkind = 'r' and relname <> 'schema_migrations'
    order by 1`);
  const stored: StoredRows = new Map();
  for (const { name } of tables.rows) {
    const { rows } = await pool.query<{ row: StoredRow }>(
      `select to_jsonb(t) as row from "${name}" t`,
    );
    stored.set(
      name,
      rows.map(({ row }) => row),
    );
  }
  return stored;
}

/**
 * What of a database's rows is not there any more after the migrations that were pending.
 * @param pending their names
 * @returns a line for each row that is gone or has another value, and for each that is as it was although
 *   a migration changes or removes it
 */
export function findLostRows(before: StoredRows, after: StoredRows, pending: string[]): string[] {
  return [...before].flatMap(([oldName, rows]) => {
    const table = RENAMED_TABLES[oldName] ?? oldName;
    const now = after.get(table);
    if (now === undefined) return [`${table}: the table is gone`];
    const changes = CHANGES.filter(
      (change) => change.table === table && pending.includes(change.by),
    );
    const whole = compareIn(listShared(rows[0], now[0]), now);
    return rows.flatMap((row) => {
      const change = changes.find(({ of }) => of(row));
      if (change === undefined)
        return whole.take(row) ? [] : [`${table}: ${whole.name(row)} is gone`];
      const { columns, someStay } = change;
      if (whole.take(row)) return someStay ? [] : [`${table}: ${whole.name(row)} is as it was`];
      if (columns === undefined) return [];
      const rest = listShared(rows[0], now[0]).filter(({ to }) => !columns.includes(to));
      const kept = compareIn(rest, now);
      return kept.take(row) ? [] : [`${table}: ${kept.name(row)} is gone`];
    });
  });
}

interface Column {
  from: string;
  to: string;
}

/** The columns of a table that it has before and after, and their names in both. */
function listShared(before: StoredRow | undefined, after: StoredRow | undefined): Column[] {
  if (before === undefined || after === undefined) return [];
  return Object.keys(before).flatMap((from) => {
    // What belonged to an account became its business's.
    const to = from === 'user_id' && !(from in after) ? 'business_id' : from;
    return to in after ? [{ from, to }] : [];
  });
}

/** Finds rows of before among those of now by some columns, each of these for one of those. */
function compareIn(columns: Column[], now: StoredRow[]) {
  const counts = new Map<string, number>();
  for (const row of now) {
    const key = JSON.stringify(columns.map(({ to }) => row[to]));
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  const name = (row: StoredRow) => JSON.stringify(columns.map(({ from }) => row[from]));
  return {
    name,
    take(row: StoredRow): boolean {
      const count = counts.get(name(row)) ?? 0;
      if (count > 0) counts.set(name(row), count - 1);
      return count > 0;
    },
  };
}

/** The migrations that change rows. */
export const NAMED_CHANGES = CHANGES.map(({ by }) => by);
