import { readdir, readFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { getTableName, is } from 'drizzle-orm';
import { PgTable } from 'drizzle-orm/pg-core';
import { beforeAll, describe, expect, it } from 'vitest';

/** Who writes a table (decision 34). What stands in `platform` is written there, below all features. */
const OWNERS: Record<string, string[]> = {
  accounts: [
    'users',
    'accounts',
    'sessions',
    'verifications',
    'passkeys',
    'known_browsers',
    'security_events',
    'rate_limits',
  ],
  businesses: ['businesses', 'members'],
  profile: ['business_profiles', 'webhook_endpoints', 'retired_payment_keys'],
  customers: ['customers'],
  'customer-portal': ['portal_links', 'portal_sessions', 'contact_proposals'],
  'exchange-rates': ['reference_rates'],
  items: ['items'],
  taxes: ['tax_rates'],
  senders: ['mail_senders', 'mail_recipients', 'mail_days'],
  documents: [
    'public_documents',
    'invoice_line_items',
    'estimate_line_items',
    'credit_note_line_items',
    'number_series',
    'number_series_counters',
    'document_revisions',
    'revision_pdfs',
  ],
  emails: ['emails', 'email_files', 'email_settings'],
  ledger: [
    'allocations',
    'credit_refunds',
    'ledger_entries',
    'payment_refunds',
    'payments',
    'refunds',
    'tax_entries',
  ],
  invoices: ['invoices', 'invoice_totals', 'customer_invoice_totals', 'deposit_invoices'],
  expenses: ['expenses'],
  'credit-notes': ['credit_notes'],
  estimates: ['estimates', 'estimate_answers'],
  recurring: ['recurring_invoices', 'recurring_runs'],
  reminders: [
    'invoice_reminders',
    'late_fees',
    'reminder_changes',
    'reminder_pauses',
    'reminder_settings',
  ],
  calendar: ['calendar_feeds'],
  payments: [
    'checkouts',
    'checkout_parts',
    'payment_mandates',
    'card_changes',
    'automatic_charges',
    'automatic_charge_changes',
    'card_removals',
  ],
  subscription: ['subscriptions'],
  notifications: ['notifications'],
  platform: ['events', 'idempotency_keys', 'provider_events', 'uploads'],
};

/** Whose tables else a feature reads, in its own SQL. A new one is a decision. */
const READS: Record<string, string[]> = {
  accounts: ['businesses', 'members'],
  admin: ['businesses', 'members', 'users'],
  businesses: ['users'],
  // Whether the money of one settles what another owes, before they are separated.
  customers: [
    'allocations',
    'business_profiles',
    'checkout_parts',
    'checkouts',
    'credit_notes',
    'customer_invoice_totals',
    'estimates',
    'invoices',
    'payments',
  ],
  // What is open by age, and the names of what a statement's entries are about.
  'customer-accounts': [
    'allocations',
    'credit_notes',
    'customer_invoice_totals',
    'customers',
    'invoices',
    'ledger_entries',
    'payments',
  ],
  // Whose portal a session opens, what is to be paid, and whether a link is still on its way.
  'customer-portal': ['businesses', 'customer_invoice_totals', 'customers', 'emails', 'invoices'],
  dashboard: ['credit_notes', 'estimates', 'events', 'invoices'],
  // The currency, VAT id and rounding that a document begins with, in one statement with its customer;
  // the messages that a draft's number is on its way with.
  documents: ['business_profiles', 'customers', 'emails', 'events'],
  emails: ['business_profiles', 'businesses', 'credit_notes', 'customers', 'estimates', 'invoices'],
  // What the history tells of an answer, beside the answer.
  estimates: ['business_profiles', 'events', 'invoices'],
  // Whose there is anything to verify.
  evidence: [
    'credit_notes',
    'document_revisions',
    'estimates',
    'invoices',
    'payments',
    'public_documents',
  ],
  expenses: ['customers', 'uploads'],
  invoices: [
    'business_profiles',
    'checkouts',
    'credit_notes',
    'estimates',
    'events',
    'recurring_invoices',
    'recurring_runs',
  ],
  // Which invoices an online payment was made for.
  ledger: ['checkout_parts', 'credit_notes', 'invoices'],
  notifications: ['customers', 'estimates', 'invoices', 'recurring_invoices'],
  payments: [
    'allocations',
    'business_profiles',
    'businesses',
    'invoices',
    'payments',
    'public_documents',
    // Which cards are saved in accounts that are the business's no more.
    'retired_payment_keys',
    'webhook_endpoints',
  ],
  profile: ['checkouts', 'card_changes', 'card_removals', 'payment_mandates'],
  // Whose day has begun, what was saved since a refusal, and the state of what was made.
  recurring: ['business_profiles', 'businesses', 'customers', 'invoices'],
  // Which invoices have reached a step, and whether a payment of one is disputed.
  reminders: ['businesses', 'checkout_parts', 'invoices', 'payments'],
  // Sums over the ledger, what corrects an invoice, and the names of customers.
  reports: [
    'allocations',
    'credit_notes',
    'customers',
    'expenses',
    'invoices',
    'ledger_entries',
    'payments',
    'tax_entries',
  ],
  // The names that documents are found by.
  search: ['customers'],
  subscription: ['businesses', 'members', 'users'],
};

/** Writes of what another feature owns that are still to go through its door, each with its reason. */
const STILL_WRITES: Record<string, string[]> = {
  // What is left of a credit note follows from its invoices, which stand below credit notes.
  ledger: ['credit_notes'],
  // Another master key renames the accounts that checkouts and saved cards name.
  profile: ['checkouts', 'card_changes', 'card_removals', 'payment_mandates'],
  // The plan stands on the business.
  subscription: ['businesses'],
};

/** Where the name of the table that is written is computed: lines of either kind, search text. */
const COMPUTED = [
  'customers/rename-on-documents.ts',
  'documents/line-items.store.ts',
  'search/rewrite-search-texts.ts',
];

const root = join(import.meta.dirname, '../../src/server');
/** The name of each table, by the name of its definition. */
const definitions = new Map<string, string>();
const sources: Source[] = [];

interface Source {
  /** 'payments/settle.ts' */
  path: string;
  text: string;
}

beforeAll(async () => {
  for (const file of await readdir(join(root, 'db/tables'))) {
    if (!file.endsWith('.table.ts')) continue;
    const module: Record<string, unknown> = await import(join(root, 'db/tables', file));
    for (const [name, value] of Object.entries(module)) {
      if (is(value, PgTable)) definitions.set(name, getTableName(value));
    }
  }
  const features = join(root, 'features');
  for (const entry of await readdir(features, { recursive: true, withFileTypes: true })) {
    const file = join(entry.parentPath, entry.name);
    if (!entry.isFile() || !file.endsWith('.ts') || file.endsWith('.test.ts')) continue;
    sources.push({ path: relative(features, file), text: await readFile(file, 'utf8') });
  }
});

const SQL =
  /\b(insert\s+into|merge\s+into|update|delete\s+from|truncate|from|join)\s+(?:table\s+|only\s+)?(?:public\.)?"?(?:\$\{(\w+)\}|(\w+))/gi;
const STORE = /\brecordStore\(\s*(\w+)/g;
const CALL =
  /\.(insert|update|delete|from|innerJoin|leftJoin|rightJoin|fullJoin|\$count)\(\s*(\w+)/g;
const IMPORT = /import (?:type )?(\{[^}]*\}|\* as \w+) from '[^']*\/db\/tables\/[^']*'/g;
const WRITES = new Set([
  'insert into',
  'merge into',
  'update',
  'delete from',
  'truncate',
  'insert',
  'delete',
]);

/** 'feature writes table' and 'feature reads table', of whatever a file does by SQL or drizzle. */
function uses({ path, text }: Source): Set<string> {
  const code = text.replaceAll(/\/\*[\s\S]*?\*\//g, '').replaceAll(/^\s*\/\/.*$/gm, '');
  const feature = path.split('/')[0] ?? '';
  const tables = new Set(definitions.values());
  const found = new Set<string>();
  for (const [, verb = '', defined, named = ''] of code.matchAll(SQL)) {
    const does = verb.toLowerCase().replaceAll(/\s+/g, ' ');
    const table = defined ? definitions.get(defined) : named.toLowerCase();
    if (table && tables.has(table)) {
      found.add(`${feature} ${WRITES.has(does) ? 'writes' : 'reads'} ${table}`);
    } else if (defined && WRITES.has(does) && !COMPUTED.includes(path)) {
      found.add(`${feature} writes a table whose name is computed`);
    }
  }
  for (const [, name = ''] of code.matchAll(STORE)) {
    const table = definitions.get(name);
    if (table) found.add(`${feature} writes ${table}`);
  }
  for (const [, does = '', name = ''] of code.matchAll(CALL)) {
    const table = definitions.get(name);
    if (table) found.add(`${feature} ${WRITES.has(does) ? 'writes' : 'reads'} ${table}`);
  }
  for (const [, names = ''] of code.matchAll(IMPORT)) {
    // Under another name, what is done with it would not be seen.
    if (/\bas\b/.test(names)) found.add(`${feature} imports a table under another name`);
    for (const name of names.replaceAll(/[{}]/g, '').split(',')) {
      const table = definitions.get(name.trim());
      if (table) found.add(`${feature} reads ${table}`);
    }
  }
  return found;
}

/** What files do with tables of other features and no list allows. */
function breaches(files: Source[]): string[] {
  return used(files).filter((use) => {
    const [feature = '', does, table = ''] = use.split(' ');
    if (OWNERS[feature]?.includes(table)) return false;
    if (STILL_WRITES[feature]?.includes(table)) return false;
    return does === 'writes' || !READS[feature]?.includes(table);
  });
}

const used = (files: Source[]) => [...new Set(files.flatMap((file) => [...uses(file)]))].sort();

describe('the owners of tables', () => {
  it('are known for every table, one for each', () => {
    expect(Object.values(OWNERS).flat().sort()).toEqual([...definitions.values()].sort());
  });

  it('alone write them, and who else reads them is on the list', () => {
    expect(sources.length).toBeGreaterThan(150);
    expect(breaches(sources)).toEqual([]);
  });

  it('are asked for nothing that nobody does any more', () => {
    const uncalled = (list: Record<string, string[]>, does: string) =>
      Object.entries(list)
        .flatMap(([feature, tables]) => tables.map((table) => `${feature} ${does} ${table}`))
        .filter((use) => !used(sources).includes(use));
    expect(uncalled(READS, 'reads')).toEqual([]);
    expect(uncalled(STILL_WRITES, 'writes')).toEqual([]);
  });

  it.each([
    ['reports/breach.ts', 'sql`update payments set amount = 0`', 'reports writes payments'],
    ['reports/breach.ts', 'sql`insert into customers (id)`', 'reports writes customers'],
    ['invoices/breach.ts', 'sql`delete from\n  refunds where true`', 'invoices writes refunds'],
    ['emails/breach.ts', 'sql`update ${payments} y set amount = 0`', 'emails writes payments'],
    ['payments/breach.ts', 'await tx\n  .insert(payments)', 'payments writes payments'],
    ['estimates/breach.ts', 'tx.update(\n  invoices).set({})', 'estimates writes invoices'],
    ['search/breach.ts', 'tx.delete(items)', 'search writes items'],
    ['search/breach.ts', 'recordStore(items)', 'search writes items'],
    ['reports/breach.ts', 'sql`UPDATE "payments" set amount = 0`', 'reports writes payments'],
    ['reports/breach.ts', 'sql`Update public.payments set a = 0`', 'reports writes payments'],
    ['reports/breach.ts', 'sql`truncate table payments`', 'reports writes payments'],
    ['reports/breach.ts', 'sql`merge into payments y`', 'reports writes payments'],
    [
      'items/breach.ts',
      "import { customers as c } from '../../db/tables/customers.table.ts';",
      'items imports a table under another name',
    ],
    [
      'items/breach.ts',
      "import * as t from '../../db/tables/customers.table.ts';",
      'items imports a table under another name',
    ],
    ['items/breach.ts', 'sql`select 1 from items join payments y', 'items reads payments'],
    ['items/breach.ts', 'tx.select().from(customers)', 'items reads customers'],
    [
      'items/breach.ts',
      "import {\n  payments,\n} from '../../db/tables/ledger.table.ts';",
      'items reads payments',
    ],
    ['items/breach.ts', 'sql`delete from ${any}`', 'items writes a table whose name is computed'],
  ])('in %s, %j is a breach', (path, text, breach) => {
    expect(breaches([{ path, text }])).toEqual([breach]);
  });

  it('leave the status of an invoice to one file', () => {
    const setters = sources.filter(({ text }) => /\bupdateStatus\b/.test(text));
    expect(setters.map(({ path }) => path).sort()).toEqual([
      'invoices/invoice.store.ts',
      'invoices/reconcile-invoice-status.ts',
    ]);
    const raw = sources.filter(({ text }) => /update (invoices|\$\{invoices\}) /.test(text));
    expect(raw.map(({ path }) => path)).toEqual([]);
  });

  it('leave what was issued as it is: revisions are only ever added (decision 38)', () => {
    const changes =
      /(update|delete|delete from|update)\W+\$?\{?\(?(document_?revisions|revision_?pdfs)\b/i;
    expect(sources.filter(({ text }) => changes.test(text)).map(({ path }) => path)).toEqual([]);
    expect(changes.test('tx.delete(documentRevisions)')).toBe(true);
    expect(changes.test('update document_revisions set')).toBe(true);
    const writers = sources.filter(({ text }) => /\binsert(Revision|TakenOver)\(/.test(text));
    expect(writers.map(({ path }) => path).sort()).toEqual([
      'documents/revisions/revision.store.ts',
      'documents/revisions/take-over.ts',
      'documents/revisions/write-revision.ts',
    ]);
  });

  it('in a comment nothing is', () => {
    const text = '/* insert into payments */\n// update payments\nsql`select 1`';
    expect(breaches([{ path: 'items/clean.ts', text }])).toEqual([]);
  });
});
