import type { Database } from '../../src/server/db/database.ts';

type StoredRow = Record<string, unknown>;
/** The rows of every table but the list of migrations, by the table's name. */
type StoredRows = Map<string, StoredRow[]>;

interface Change {
  by: string;
  table: string;
  /** The columns that a migration gives other values; without them, the rows that it removes. */
  columns?: string[];
  removes?: (row: StoredRow) => boolean;
}

/**
 * All that migrations do to rows that were stored before, beside adding to them. Everything else is
 * compared: each row of each table in each column that the newest version has as well.
 */
const CHANGES: Change[] = [
  {
    by: '0008_unproven_identities',
    table: 'accounts',
    removes: ({ account_id: id }) => id === 'unproven 1' || id === 'joined 0',
  },
  {
    by: '0008_unproven_identities',
    table: 'sessions',
    removes: ({ sid }) => sid === 'sid of unproven' || sid === 'sid of joined',
  },
  // Invoices that asked again for what was given back become paid.
  {
    by: '0012_payment_facts',
    table: 'invoices',
    columns: ['status', 'version', 'updated_at', 'payment_url'],
  },
  // Sums are made once more from the invoices: those of nothing are not, and 'paid' has more.
  { by: '0012_payment_facts', table: 'invoice_totals', columns: ['invoice_count', 'total'] },
  {
    by: '0012_payment_facts',
    table: 'customer_invoice_totals',
    columns: ['invoice_count', 'total'],
  },
  {
    by: '0016_sums_without_triggers',
    table: 'invoice_totals',
    removes: ({ invoice_count: count }) => count === 0,
  },
  {
    by: '0016_sums_without_triggers',
    table: 'customer_invoice_totals',
    removes: ({ invoice_count: count }) => count === 0,
  },
  // Payments by hand for an invoice that was deleted are reversed.
  { by: '0021_ledger', table: 'payments', columns: ['status'] },
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
 * @returns a line for each row that is missing or has another value, and for each that is still there
 *   although a migration removes it
 */
export function findLostRows(before: StoredRows, after: StoredRows, pending: string[]): string[] {
  const ahead = CHANGES.filter(({ by }) => pending.includes(by));
  return [...before].flatMap(([oldName, rows]) => {
    const table = RENAMED_TABLES[oldName] ?? oldName;
    const now = after.get(table);
    if (now === undefined) return rows.length > 0 ? [`${table}: the table is gone`] : [];
    const changes = ahead.filter((change) => change.table === table);
    const changed = new Set(changes.flatMap(({ columns = [] }) => columns));
    const [current] = now;
    const columns = listShared(rows[0], current, changed);
    const there = countAlike(
      now.map((row) =>
        project(
          row,
          columns.map(({ to }) => to),
        ),
      ),
    );
    return rows.flatMap((row) => {
      const key = project(
        row,
        columns.map(({ from }) => from),
      );
      const count = there.get(key) ?? 0;
      const isRemoved = changes.some(({ removes }) => removes?.(row));
      if (isRemoved) return count > 0 ? [`${table}: ${key} is still there`] : [];
      if (count === 0) return [`${table}: ${key} is gone`];
      there.set(key, count - 1);
      return [];
    });
  });
}

/** The columns of a table that it has before and after, and their names in both. */
function listShared(
  before: StoredRow | undefined,
  after: StoredRow | undefined,
  changed: ReadonlySet<string>,
): { from: string; to: string }[] {
  if (before === undefined || after === undefined) return [];
  return Object.keys(before).flatMap((from) => {
    // What belonged to an account became its business's.
    const to = from === 'user_id' && !(from in after) ? 'business_id' : from;
    return to in after && !changed.has(to) ? [{ from, to }] : [];
  });
}

const project = (row: StoredRow, columns: string[]) =>
  JSON.stringify(columns.map((name) => row[name]));

function countAlike(keys: string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const key of keys) counts.set(key, (counts.get(key) ?? 0) + 1);
  return counts;
}

/** The migrations that change rows. */
export const NAMED_CHANGES = CHANGES.map(({ by }) => by);
