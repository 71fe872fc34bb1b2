import { rm } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { expect, it, onTestFinished } from 'vitest';
import { openDatabase } from '../../src/server/db/open-database.ts';
import { createEmbeddedDataDir } from '../database/embedded-template.ts';
import { quietLog } from '../database/quiet-log.ts';
import { createPostgresDatabase, dropPostgresDatabase } from '../database/shared-server.ts';
import { checkLedger } from '../ledger/check-ledger.ts';
import { PATIENCE } from '../patience.ts';
import { isRest } from '../run.ts';
import { startProcess } from './child-process.ts';

const program = fileURLToPath(new URL('./change-documents.ts', import.meta.url));
/** At length, and on both databases, in `npm run test:all`. */
const KILLS = isRest ? 20 : 4;
const KINDS = isRest ? (['embedded', 'postgresql'] as const) : (['postgresql'] as const);

it.each(KINDS)(
  'a process that is killed in the middle of what it writes leaves no gap, no double and no half entry (%s)',
  async (kind) => {
    const dataDir = kind === 'embedded' ? await createEmbeddedDataDir() : '';
    const databaseUrl = kind === 'postgresql' ? await createPostgresDatabase() : undefined;
    onTestFinished(async () => {
      if (databaseUrl) await dropPostgresDatabase(databaseUrl);
      else await rm(dataDir, { recursive: true, force: true });
    });
    const acknowledged = new Set<string>();
    for (let kill = 0; kill < KILLS; kill += 1) {
      const issuing = await startProcess([program, databaseUrl ?? dataDir]);
      // Both kinds of work are under way, however slow the machine is.
      await Promise.all([issuing.line('issued'), issuing.line('lived')]);
      await new Promise((resolve) => setTimeout(resolve, Math.random() * 300));
      await issuing.kill();
      const said = issuing.lines.filter((line) => /^issued RE-\d+$/.test(line));
      for (const line of said) acknowledged.add(line.slice('issued '.length));
    }
    const db = await openDatabase({ databaseUrl, dataDir, log: quietLog });
    onTestFinished(() => db.close());
    // What PostgreSQL was still at work on when its client went is over when the row can be had.
    await db.pool.query('begin; select 1 from number_series for update; commit');
    const { rows } = await db.pool.query<{ number: string; revisions: number }>(`
      select invoice_number as number, (select count(*)::int from document_revisions r
        where r.business_id = i.business_id and r.invoice_id = i.id) as revisions
      from invoices i where status <> 'draft'
        and business_id = (select business_id from number_series) order by length(invoice_number), invoice_number`);
    expect(rows).toEqual(rows.map((_, index) => ({ number: `RE-${index + 1}`, revisions: 1 })));
    const counters = await db.pool.query(
      'select last_number::int as last from number_series_counters',
    );
    expect(counters.rows).toEqual([{ last: rows.length }]);
    const drafts = await db.pool.query(
      `select 1 from invoices where status = 'draft'
         and business_id = (select business_id from number_series) and (invoice_number <> '' or number_key is not null)`,
    );
    expect(drafts.rows).toEqual([]);
    const issued = new Set(rows.map(({ number }) => number));
    expect([...acknowledged].filter((number) => !issued.has(number))).toEqual([]);
    expect(acknowledged.size).toBeGreaterThanOrEqual(KILLS);
    const owners = await db.pool.query<{ id: string }>('select id from businesses');
    for (const { id } of owners.rows) await checkLedger(db, id);
    expect(owners.rows.length).toBeGreaterThan(KILLS);
  },
  // Each start of the embedded database takes seconds.
  isRest ? 4 * PATIENCE.test : PATIENCE.test,
);
