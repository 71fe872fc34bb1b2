import { expect, it } from 'vitest';
import { migrate } from '../../src/server/db/migrate.ts';
import { quietLog } from '../database/quiet-log.ts';
import { openDatabaseBefore } from './migrations-before.ts';
import { CREDITOR, storeCredit } from './stored-rows/payments.ts';

it.each(['embedded', 'postgresql'] as const)(
  'invoices keep what is due, and issued credit notes are credit (%s)',
  async (kind) => {
    const db = await openDatabaseBefore(kind, '0025_applied_credit');
    const query = async (text: string, values: unknown[] = []) =>
      (await db.pool.query(text, values)).rows;
    const paymentId = await storeCredit(db);
    await migrate(db, { log: quietLog });

    expect(
      await query(
        `select invoice_number as number, amount_due::float as due,
             amount_credited::float as credited
           from invoices where business_id = $1 order by id`,
        [CREDITOR],
      ),
    ).toEqual([
      { number: 'A', due: 100, credited: 0 },
      { number: 'B', due: 30, credited: 0 },
    ]);
    expect(
      await query(
        `select payment_id, credit_note_id, amount::float from allocations where business_id = $1`,
        [CREDITOR],
      ),
    ).toEqual([{ payment_id: paymentId, credit_note_id: null, amount: 40 }]);
    expect(
      await query(
        `select n.credit_note_number as number, n.status, e.type, e.amount, e.currency,
             e.entry_date::text as day
           from credit_notes n
           left join ledger_entries e on e.business_id = n.business_id and e.credit_note_id = n.id
           where n.business_id = $1 order by n.id`,
        [CREDITOR],
      ),
    ).toEqual([
      {
        number: 'C-1',
        status: 'issued',
        type: 'credited',
        amount: '-500',
        currency: 'JPY',
        day: '2026-11-22',
      },
      { number: 'C-2', status: 'draft', type: null, amount: null, currency: null, day: null },
    ]);
  },
);
