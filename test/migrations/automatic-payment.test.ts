import { expect, test } from 'vitest';
import { migrate } from '../../src/server/db/migrate.ts';
import { quietLog } from '../database/quiet-log.ts';
import { openDatabaseBefore } from './migrations-before.ts';
import { storeCheckout } from './stored-rows/payments.ts';

test.each(['embedded', 'postgresql'] as const)(
  'checkouts of before agree to nothing, and one card is charged for a customer (%s)',
  async (kind) => {
    const db = await openDatabaseBefore(kind, '_automatic_payment');
    await storeCheckout(db);
    const read = async (table: string) => (await db.pool.query(`select * from ${table}`)).rows;
    const [checkouts, profiles] = [await read('checkouts'), await read('business_profiles')];
    expect([checkouts.length, profiles.length]).toEqual([1, 1]);
    await migrate(db, { log: quietLog });
    expect(await read('checkouts')).toMatchObject([
      { ...checkouts[0], agreement: null, mandate_id: null },
    ]);
    // The switch of rounding is a list by now: rounded-totals.test.ts.
    const { round_totals: _replaced, ...kept } = profiles[0];
    expect(await read('business_profiles')).toEqual([
      expect.objectContaining({ ...kept, offer_automatic_payment: false }),
    ]);

    const agree = (values = '') =>
      db.pool.query(`
        insert into payment_mandates (business_id, customer_id, account, provider_customer,
          provider_method, brand, last4, expires_month, expires_year, agreement, agreed_at
          ${values ? ', ended_at, ended_by' : ''})
        select business_id, id, 'a', 'cus', 'pm', 'Visa', '4242', 12, 2034, '{}', now() ${values}
        from customers`);
    await agree(`, now(), 'customer'`);
    await agree();
    await expect(agree()).rejects.toMatchObject({ code: '23505' });
    await expect(agree(`, now(), null`)).rejects.toMatchObject({ code: '23514' });
    await expect(agree(`, now(), 'somebody'`)).rejects.toMatchObject({ code: '23514' });
    const charge = (attempt: number, status = 'charging') =>
      db.pool.query(
        `insert into automatic_charges (business_id, invoice_id, due_date, attempt, mandate_id,
           checkout_id, status)
         select m.business_id, i.id, '2026-12-20', $1::int, m.id, c.id + $1::int, $2
         from payment_mandates m, invoices i, checkouts c where m.ended_at is null`,
        [attempt, status],
      );
    await charge(1);
    await expect(charge(1)).rejects.toMatchObject({ code: '23505' });
    await expect(charge(0)).rejects.toMatchObject({ code: '23514' });
    await expect(charge(2, 'perhaps')).rejects.toMatchObject({ code: '23514' });
    await charge(2, 'failed');
  },
);
