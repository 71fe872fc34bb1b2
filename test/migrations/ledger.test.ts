import { expect, it } from 'vitest';
import { migrate } from '../../src/server/db/migrate.ts';
import { quietLog } from '../database/quiet-log.ts';
import { checkLedger } from '../ledger/check-ledger.ts';
import { openDatabaseBefore } from './migrations-before.ts';
import { PAID_INVOICES, PAID_OWNERS, storePaidInvoices } from './stored-rows/paid-invoices.ts';

it.each(['embedded', 'postgresql'] as const)(
  'invoices keep their status and what is due, and every payment has its rows (%s)',
  async (kind) => {
    const db = await openDatabaseBefore(kind, '0021_ledger');
    const query = async (text: string, values: unknown[] = []) =>
      (await db.pool.query(text, values)).rows;
    await storePaidInvoices(db);
    await migrate(db, { log: quietLog });

    for (const owner of PAID_OWNERS) {
      await checkLedger(db, owner);
      // What settled an invoice did so as it came; taxes are of the day of issue.
      expect(
        await query(
          `select a.id from allocations a
             join payments y on y.business_id = a.business_id and y.id = a.payment_id
             where a.business_id = $1 and a.entry_date <> y.payment_date
             union all
             select t.id from tax_entries t
             join invoices i on i.business_id = t.business_id and i.id = t.invoice_id
             where t.business_id = $1 and (t.entry_date, t.tax_date) <> (i.issue_date, i.issue_date)`,
          [owner],
        ),
      ).toEqual([]);
      for (const { name, status, total, due, received, deleted } of PAID_INVOICES) {
        const [row] = await query(
          `select i.status, i.total, i.amount_due, i.amount_paid, i.amount_adjusted,
               i.amount_written_off from invoices i
             where i.business_id = $1 and i.invoice_number = $2`,
          [owner, name],
        );
        expect(row, name).toMatchObject({ status, total });
        expect(Number(row.amount_due), name).toBe(Number(due));
        if (deleted) continue;
        const [{ sum }] = await query(
          `select coalesce(sum(y.amount - y.refunded_amount), 0) as sum from payments y
             join invoices i on i.business_id = y.business_id and i.id = y.invoice_id
             where i.business_id = $1 and i.invoice_number = $2 and y.status = 'completed'
               and y.currency = i.currency`,
          [owner, name],
        );
        expect(Number(sum), name).toBe(Number(received));
      }
      const figures = await query(
        `select i.invoice_number as name, i.amount_paid::float as paid,
             i.amount_adjusted::float as adjusted, i.amount_written_off::float as off
           from invoices i where i.business_id = $1
             and i.amount_paid + i.amount_adjusted + i.amount_written_off > 0 order by i.id`,
        [owner],
      );
      expect(figures).toEqual([
        { name: 'paid in two parts', paid: 100, adjusted: 0, off: 0 },
        { name: 'paid in part', paid: 40, adjusted: 0, off: 0 },
        { name: 'a part of a draft', paid: 40, adjusted: 0, off: 0 },
        { name: 'partly refunded', paid: 70, adjusted: 30, off: 0 },
        { name: 'partly refunded and owed again', paid: 70, adjusted: 0, off: 0 },
        { name: 'a part that was partly refunded', paid: 40, adjusted: 0, off: 0 },
        { name: 'accepted in another currency', paid: 0, adjusted: 0, off: 100 },
        { name: 'overpaid', paid: 100, adjusted: 0, off: 0 },
        { name: 'paid without a payment', paid: 0, adjusted: 0, off: 100 },
        { name: 'in yen', paid: 400, adjusted: 100, off: 0 },
      ]);
      // A deletion takes back what was recorded by hand; what a provider brought is credit.
      expect(
        await query(
          `select y.status, y.reversal, y.provider from payments y
             join invoices i on i.business_id = y.business_id and i.id = y.invoice_id
             where i.business_id = $1 and i.deleted_at is not null order by y.id`,
          [owner],
        ),
      ).toEqual([
        { status: 'reversed', reversal: 'deletion', provider: null },
        { status: 'completed', reversal: null, provider: 'stripe' },
      ]);
      const dated = await query(
        `select distinct e.type, e.entry_date::text as day from ledger_entries e
           where e.business_id = $1 order by 1, 2`,
        [owner],
      );
      expect(dated).toEqual([
        { type: 'adjusted', day: '2026-11-24' },
        { type: 'issued', day: '2026-11-20' },
        { type: 'received', day: '2026-11-21' },
        { type: 'refunded', day: '2026-11-24' },
        { type: 'written_off', day: '2026-11-20' },
      ]);
    }
  },
);
