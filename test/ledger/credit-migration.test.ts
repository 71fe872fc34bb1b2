import { expect, it } from 'vitest';
import { migrate } from '../../src/server/db/migrate.ts';
import { openDatabaseBefore } from '../database/migrations-before.ts';
import { quietLog } from '../database/quiet-log.ts';

const OWNER = '00000000-0000-4000-8000-00000000000c';

it.each(['embedded', 'postgresql'] as const)(
  'invoices keep what is due, and issued credit notes are credit (%s)',
  async (kind) => {
    const db = await openDatabaseBefore(kind, '0025_applied_credit');
    const query = async (text: string, values: unknown[] = []) =>
      (await db.pool.query(text, values)).rows;
    await query('insert into businesses (id) values ($1)', [OWNER]);
    await query(`insert into customers (business_id, name) values ($1, 'Marta')`, [OWNER]);
    await query(
      `insert into invoices (business_id, customer_id, invoice_number, number_key, issue_date,
           due_date, subtotal, line_total, total, currency, status, amount_paid, amount_adjusted,
           amount_written_off)
         select $1, id, n, n, '2026-11-20', '2026-12-20', 100, 100, 100, 'USD', 'sent', p, a, w
         from customers, (values ('A', 0, 0, 0), ('B', 40, 10, 20)) as i (n, p, a, w)
         where business_id = $1`,
      [OWNER],
    );
    const [payment] = await query(
      `insert into payments (business_id, customer_id, invoice_id, amount, payment_date, status,
           allocated_amount)
         select $1, customer_id, id, 40, '2026-11-21', 'completed', 40
         from invoices where business_id = $1 and invoice_number = 'B' returning id, invoice_id`,
      [OWNER],
    );
    await query(
      `insert into allocations (business_id, payment_id, invoice_id, amount)
         values ($1, $2, $3, 40)`,
      [OWNER, payment.id, payment.invoice_id],
    );
    await query(
      `insert into credit_notes (business_id, customer_id, credit_note_number, number_key,
           issue_date, subtotal, line_total, total, currency, status)
         select $1, id, n, n, '2026-11-22', 500, 500, 500, 'JPY', s
         from customers, (values ('C-1', 'issued'), ('C-2', 'draft')) as c (n, s)
         where business_id = $1`,
      [OWNER],
    );

    await migrate(db, { log: quietLog });

    expect(
      await query(
        `select invoice_number as number, amount_due::float as due,
             amount_credited::float as credited
           from invoices where business_id = $1 order by id`,
        [OWNER],
      ),
    ).toEqual([
      { number: 'A', due: 100, credited: 0 },
      { number: 'B', due: 30, credited: 0 },
    ]);
    expect(
      await query(
        `select payment_id, credit_note_id, amount::float from allocations where business_id = $1`,
        [OWNER],
      ),
    ).toEqual([{ payment_id: payment.id, credit_note_id: null, amount: 40 }]);
    expect(
      await query(
        `select n.credit_note_number as number, n.status, e.type, e.amount, e.currency,
             e.entry_date::text as day
           from credit_notes n
           left join ledger_entries e on e.business_id = n.business_id and e.credit_note_id = n.id
           where n.business_id = $1 order by n.id`,
        [OWNER],
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
