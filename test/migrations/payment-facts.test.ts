import { expect, it } from 'vitest';
import { migrate } from '../../src/server/db/migrate.ts';
import { quietLog } from '../database/quiet-log.ts';
import { openDatabaseBefore } from './migrations-before.ts';
import { REFUNDER, storePartlyRefunded } from './stored-rows/payments.ts';

it.each(['embedded', 'postgresql'] as const)(
  'pays invoices that asked again for what was given back, and leaves those of an owner’s own word (%s)',
  async (kind) => {
    const db = await openDatabaseBefore(kind, '_payment_facts');
    const { wrong, own, stays } = await storePartlyRefunded(db);
    expect(await migrate(db, { log: quietLog })).toContainEqual(
      expect.stringMatching(/_payment_facts$/),
    );

    const rows = async (text: string, values: unknown[]) =>
      (await db.pool.query(text, values)).rows;
    const read = async (id: number) =>
      (
        await rows(
          `select i.status, i.version, y.still_owed_amount as owed from invoices i
           join payments y on y.business_id = i.business_id and y.invoice_id = i.id where i.id = $1`,
          [id],
        )
      )[0];
    expect(await read(wrong)).toEqual({ status: 'paid', version: 2, owed: '0.00' });
    expect(await read(own)).toEqual({ status: 'sent', version: 1, owed: '25.00' });
    expect(await read(stays)).toEqual({ status: 'paid', version: 1, owed: '0.00' });
    expect(await rows('select type, data from events where invoice_id = $1', [wrong])).toEqual([
      { type: 'invoice.paid', data: { from: 'overdue', to: 'paid' } },
    ]);
    const sums = `select status, invoice_count::int as count, paid, due from invoice_totals
                  where business_id = $1 and invoice_count > 0 order by status`;
    expect(await rows(sums, [REFUNDER])).toEqual([
      { status: 'paid', count: 2, paid: '150.00', due: '0.00' },
      { status: 'sent', count: 1, paid: '75.00', due: '25.00' },
    ]);
  },
);
