import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import type { Database } from '../../src/server/db/database.ts';
import { migrate } from '../../src/server/db/migrate.ts';
import { openDatabase } from '../../src/server/db/open-database.ts';
import { shippedMigrationsDir } from '../../src/server/db/read-migrations.ts';
import { createEmbeddedDataDir } from './embedded-template.ts';
import { quietLog } from './quiet-log.ts';
import { createPostgresDatabase, dropPostgresDatabase } from './shared-server.ts';

/** The beginning of a statement that fills a database of before: one sent invoice, and whose it is. */
export const ONE_INVOICE = `
  with business as (
    insert into businesses (id) values (gen_random_uuid()) returning id
  ), customer as (
    insert into customers (business_id, name) select id, 'Marta' from business
    returning business_id, id
  ), invoice as (
    insert into invoices (business_id, customer_id, invoice_number, number_key, issue_date,
      due_date, next_due_date, line_total, subtotal, total, status)
    select business_id, id, 'INV-1', 'inv-1', '2026-11-20', '2026-12-20', '2026-12-20', 5, 5, 5,
      'sent'
    from customer returning business_id, id
  )`;

/**
 * A database of a test's own as an earlier version left it: with the shipped migrations before one.
 * It is removed once the test has ended.
 */
export async function openDatabaseBefore(
  kind: 'embedded' | 'postgresql',
  tag: string,
): Promise<Database> {
  const dataDir = kind === 'embedded' ? await createEmbeddedDataDir({ empty: true }) : '';
  const databaseUrl =
    kind === 'postgresql' ? await createPostgresDatabase({ empty: true }) : undefined;
  const db = await openDatabase({ databaseUrl, dataDir, log: quietLog });
  onTestFinished(async () => {
    await db.close();
    if (databaseUrl) await dropPostgresDatabase(databaseUrl);
    if (dataDir) await rm(dataDir, { recursive: true, force: true });
  });
  const migrationsDir = await migrationsBefore(tag);
  onTestFinished(() => rm(migrationsDir, { recursive: true, force: true }));
  await migrate(db, { log: quietLog, migrationsDir });
  return db;
}

/**
 * The shipped migrations before one, named by its tag or the end of it, in a folder of their own, for a database as an earlier version
 * left it. @returns the folder, which the caller removes
 */
export async function migrationsBefore(tag: string): Promise<string> {
  const dir = await mkdtemp(join(tmpdir(), 'remit-migrations-'));
  await cp(shippedMigrationsDir(), dir, { recursive: true });
  const file = join(dir, 'meta', '_journal.json');
  const journal = JSON.parse(await readFile(file, 'utf8')) as { entries: { tag: string }[] };
  const at = journal.entries.findIndex((entry) => entry.tag.endsWith(tag));
  if (at < 0) throw new Error(`There is no migration ${tag}`);
  for (const later of journal.entries.slice(at)) await rm(join(dir, `${later.tag}.sql`));
  await writeFile(file, JSON.stringify({ ...journal, entries: journal.entries.slice(0, at) }));
  return dir;
}
