import { expect, it } from 'vitest';
import { migrate } from '../../src/server/db/migrate.ts';
import { openDatabaseBefore } from './migrations-before.ts';
import { quietLog } from './quiet-log.ts';

const OWNER = '11111111-1111-4111-8111-111111111111';
it('pays invoices that asked again for what was given back, and leaves those of an owner’s own word', async () => {
  const db = await openDatabaseBefore('postgresql', '_payment_facts');
  const one = async (text: string, values: unknown[]) => {
    const { rows } = await db.pool.query<{ id: string }>(`${text} returning id`, values);
    return Number(rows[0]?.id);
  };
  await db.pool.query(
    `insert into users (id, email, name) values ($1, 'ada@remit.example', 'Ada')`,
    [OWNER],
  );
  const customer = await one('insert into customers (user_id, name) values ($1, $2)', [
    OWNER,
    'Marta',
  ]);
  const invoice = async (status: string, refunded: string, events: [string, object][]) => {
    const number = `M-${Math.random().toString(36).slice(2)}`;
    const id = await one(
      `insert into invoices (user_id, customer_id, invoice_number, status, issue_date, due_date,
         subtotal, total)
       values ($1, $2, $3, $4, '2026-11-01', '2026-12-01', 100, 100)`,
      [OWNER, customer, number, status],
    );
    await one(
      `insert into payments (user_id, invoice_id, amount, payment_date, provider,
         provider_payment_id, refunded_amount, status)
       values ($1, $2, 100, '2026-11-02', 'stripe', $3, $4, 'completed')`,
      [OWNER, id, `pi_${id}`, refunded],
    );
    for (const [type, data] of events) {
      await one('insert into events (user_id, type, invoice_id, data) values ($1, $2, $3, $4)', [
        OWNER,
        type,
        id,
        data,
      ]);
    }
    return id;
  };
  const paid: [string, object] = ['invoice.paid', { from: 'sent', to: 'paid' }];
  const reopened: [string, object] = ['invoice.reopened', { from: 'paid', to: 'sent' }];
  const wrong = await invoice('overdue', '25', []);
  const own = await invoice('sent', '25', [paid, reopened]);
  const stays = await invoice('paid', '25', [paid]);

  expect(await migrate(db, { log: quietLog })).toContainEqual(
    expect.stringMatching(/_payment_facts$/),
  );

  const rows = async (text: string, values: unknown[]) => (await db.pool.query(text, values)).rows;
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
  expect(await rows(sums, [OWNER])).toEqual([
    { status: 'paid', count: 2, paid: '150.00', due: '0.00' },
    { status: 'sent', count: 1, paid: '75.00', due: '25.00' },
  ]);
});
