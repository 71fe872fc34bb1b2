import { expect, it } from 'vitest';
import { migrate } from '../../src/server/db/migrate.ts';
import { quietLog } from '../database/quiet-log.ts';
import { openDatabaseBefore } from './migrations-before.ts';
import {
  computeFigures,
  FIGURE_KINDS,
  FIGURE_OWNERS,
  storeFigures,
} from './stored-rows/figures.ts';

it.each(['embedded', 'postgresql'] as const)(
  'documents and payments keep every figure, and lines get their part of the tax (%s)',
  async (kind) => {
    const db = await openDatabaseBefore(kind, '0018_money_taxes');
    const query = async (text: string, values: unknown[] = []) =>
      (await db.pool.query(text, values)).rows;
    const documents = await storeFigures(db);
    const stored = `select business_id, id, subtotal, tax_rate, tax_amount, total from `;
    const kept = () =>
      Promise.all([
        ...FIGURE_KINDS.map(({ table }) => query(`${stored} ${table} order by business_id, id`)),
        ...FIGURE_KINDS.map(({ lines }) =>
          query(`select id, position, description, quantity, unit_price, total from ${lines}
              order by business_id, id`),
        ),
        query('select id, name, unit_price from items order by id'),
      ]);
    const rows = await kept();

    await migrate(db, { log: quietLog });

    expect(await kept()).toEqual(rows);
    for (const of of FIGURE_KINDS) {
      for (const each of documents) {
        const [row] = await query(
          `select * from ${of.table} where business_id = $1 and ${of.number} = $2`,
          [each.owner, each.number],
        );
        const { lines, ...figures } = computeFigures(each);
        expect(row).toMatchObject({
          currency: 'USD',
          line_total: figures.lineTotal,
          discount_total: '0.00',
          charge_total: '0.00',
          discounts: [],
          charges: [],
          prices_include_tax: false,
          exchange_rate: null,
          rounding_increment: null,
          rounding: '0.00',
          tax_totals: figures.taxTotals,
          total: figures.total,
        });
        const items = await query(
          `select * from ${of.lines} where business_id = $1 and ${of.id} = $2 order by position`,
          [each.owner, row.id],
        );
        expect(
          items.map(({ discount, total, net, tax, gross }) => ({
            discount,
            total,
            net,
            tax,
            gross,
          })),
        ).toEqual(lines);
        expect(items[0]).toMatchObject({ unit: null, discount_percent: null, taxes: [] });
      }
    }
    const payments = `select p.currency, p.amount, p.refunded_amount, r.amount as refund
        from payments p left join refunds r on r.business_id = p.business_id and r.payment_id = p.id
        where p.business_id = $1 order by p.id`;
    expect(await query(payments, [FIGURE_OWNERS[0]])).toEqual([
      { currency: 'JPY', amount: '500', refunded_amount: '100', refund: '100' },
      { currency: 'KWD', amount: '1.250', refunded_amount: '0.050', refund: '0.050' },
      { currency: 'USD', amount: '12.34', refunded_amount: '1.00', refund: '1.00' },
      { currency: 'EUR', amount: '7.10', refunded_amount: '0.00', refund: null },
    ]);
    expect(
      await query('select distinct currency, vat_id, rounded_totals from business_profiles'),
    ).toEqual([{ currency: 'USD', vat_id: null, rounded_totals: [] }]);
  },
);
