import { rm } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { expect, it, onTestFinished } from 'vitest';
import { openDatabase } from '../../src/server/db/open-database.ts';
import { createEmbeddedDataDir } from '../database/embedded-template.ts';
import { quietLog } from '../database/quiet-log.ts';
import { createPostgresDatabase, dropPostgresDatabase } from '../database/shared-server.ts';
import { isRest } from '../run.ts';
import { startProcess } from './child-process.ts';

const program = fileURLToPath(new URL('./make-recurring.ts', import.meta.url));
/** At length, and on both databases, in `npm run test:all`. */
const KILLS = isRest ? 8 : 3;
const KINDS = isRest ? (['embedded', 'postgresql'] as const) : (['postgresql'] as const);

it.each(KINDS)(
  'recurring invoices are made once each, with message and news, though a process is killed among them (%s)',
  async (kind) => {
    const dataDir = kind === 'embedded' ? await createEmbeddedDataDir() : '';
    const databaseUrl = kind === 'postgresql' ? await createPostgresDatabase() : undefined;
    onTestFinished(async () => {
      if (databaseUrl) await dropPostgresDatabase(databaseUrl);
      else await rm(dataDir, { recursive: true, force: true });
    });
    for (let kill = 0; kill < KILLS; kill += 1) {
      // The first makes what there is to do; then two instances share a PostgreSQL.
      const instances = kind === 'postgresql' && kill > 0 ? [1, 2] : [1];
      const making = await Promise.all(
        instances.map(() => startProcess([program, databaseUrl ?? dataDir])),
      );
      await Promise.all(making.map((one) => one.line('made')));
      for (const one of making) {
        await new Promise((resolve) => setTimeout(resolve, Math.random() * 200));
        await one.kill();
      }
    }
    const db = await openDatabase({ databaseUrl, dataDir, log: quietLog });
    onTestFinished(() => db.close());
    // What PostgreSQL was still at work on when its client went is over when the rows can be had.
    await db.pool.query(
      'begin; select 1 from recurring_invoices for update; select 1 from number_series for update; commit',
    );
    const ofEach = await db.pool.query<Record<'steps' | 'days' | 'runs' | 'made', number>>(`
      select (r.next_date - r.start_date) / r.every as steps, r.made_count as made,
        r.next_index as days, count(n.*)::int as runs
      from recurring_invoices r
      left join recurring_runs n on n.business_id = r.business_id and n.recurring_id = r.id
      group by r.business_id, r.id`);
    expect(ofEach.rows).toHaveLength(3);
    for (const { steps, days, runs, made } of ofEach.rows) {
      // The clock waits for each of them, so that nothing is missed.
      expect([days, runs, made]).toEqual([steps, steps, steps]);
      expect(runs).toBeGreaterThanOrEqual(KILLS / 2);
    }
    const { rows } = await db.pool.query<Record<'number' | 'recurring', string>>(`
      select i.invoice_number as number, n.recurring_id::text as recurring, n.date, i.issue_date,
        (select count(*)::int from emails e
         where e.business_id = i.business_id and e.invoice_id = i.id) as emails,
        (select count(*)::int from notifications t
         where t.business_id = i.business_id and t.invoice_id = i.id
           and t.type = 'recurring.made') as news,
        (select count(*)::int from document_revisions v
         where v.business_id = i.business_id and v.invoice_id = i.id) as revisions
      from invoices i
      left join recurring_runs n on n.business_id = i.business_id and n.invoice_id = i.id
      order by length(i.invoice_number), i.invoice_number`);
    expect(rows.length).toBe(ofEach.rows.reduce((sum, { made }) => sum + made, 0));
    expect(rows).toMatchObject(
      rows.map((_, index) => ({
        number: `RE-${index + 1}`,
        recurring: expect.stringMatching(/^\d+$/),
        emails: 1,
        news: 1,
        revisions: 1,
      })),
    );
  },
);
