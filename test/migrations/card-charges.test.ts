import { expect, test } from 'vitest';
import { migrate } from '../../src/server/db/migrate.ts';
import { quietLog } from '../database/quiet-log.ts';
import { openDatabaseBefore } from './migrations-before.ts';
import { storeMandates } from './stored-rows/payments.ts';

test.each(['embedded', 'postgresql'] as const)(
  'cards of agreements that are over are to be forgotten, and no charge of before was by hand (%s)',
  async (kind) => {
    const db = await openDatabaseBefore(kind, '_card_charges');
    await storeMandates(db);
    await migrate(db, { log: quietLog });
    const { rows: removals } = await db.pool.query<{ account: string; method: string }>(
      `select account, provider_method as method from card_removals order by 2`,
    );
    // A card that is still charged stays, whatever agreement it came with.
    expect(removals).toEqual([
      { account: 'a', method: 'pm_ended' },
      { account: 'a', method: 'pm_replaced' },
    ]);
    const { rows: charges } = await db.pool.query('select is_by_hand from automatic_charges');
    expect(charges).toEqual([{ is_by_hand: false }]);

    const change = (due: string | null, to: string | null) =>
      db.pool.query(
        `insert into automatic_charge_changes (business_id, invoice_id, due_date, moved_to)
         select business_id, id, $1::date, $2::date from invoices`,
        [due, to],
      );
    await change(null, null);
    await expect(change(null, null)).rejects.toMatchObject({ code: '23505' });
    await expect(change('2026-12-20', '2026-12-19')).rejects.toMatchObject({ code: '23514' });
    await change('2026-12-20', '2026-12-21');
    await expect(change('2026-12-20', null)).rejects.toMatchObject({ code: '23505' });
  },
);
