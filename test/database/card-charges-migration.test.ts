import { expect, test } from 'vitest';
import { migrate } from '../../src/server/db/migrate.ts';
import { ONE_INVOICE, openDatabaseBefore } from './migrations-before.ts';
import { quietLog } from './quiet-log.ts';

test.each(['embedded', 'postgresql'] as const)(
  'cards of agreements that are over are to be forgotten, and no charge of before was by hand (%s)',
  async (kind) => {
    const db = await openDatabaseBefore(kind, '_card_charges');
    await db.pool.query(`
      ${ONE_INVOICE}, mandates as (
        insert into payment_mandates (business_id, customer_id, account, provider_customer,
          provider_method, brand, last4, expires_month, expires_year, agreement, agreed_at,
          ended_at, ended_by)
        select c.business_id, c.id, 'a', 'cus', given.method, 'Visa', '4242', 12, 2034, '{}', now(),
          given.ended_at, given.ended_by
        from customer c, (values
          ('pm_replaced', now(), 'replaced'), ('pm_kept', now(), 'replaced'),
          ('pm_ended', now(), 'owner'), ('pm_kept', null, null)
        ) as given (method, ended_at, ended_by)
        returning business_id, id, ended_at
      )
      insert into automatic_charges (business_id, invoice_id, due_date, attempt, mandate_id,
        checkout_id, status)
      select m.business_id, i.id, '2026-12-20', 1, m.id, 1, 'paid'
      from mandates m, invoice i where m.ended_at is null`);
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
