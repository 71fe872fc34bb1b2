import { expect, it } from 'vitest';
import { openDatabaseBefore } from '../../../test/database/migrations-before.ts';
import { quietLog } from '../../../test/database/quiet-log.ts';
import { computeTotals } from '../../shared/documents/totals.ts';
import { migrate } from './migrate.ts';

const OWNERS = [
  '00000000-0000-4000-8000-000000000001',
  '00000000-0000-4000-8000-000000000002',
] as const;

type OldLine = [quantity: string, price: string];
interface OldDocument {
  owner: string;
  number: string;
  lines: OldLine[];
  rate: string;
  flat: string;
}

/** Documents as the version before wrote them: rates, flat taxes, totals of nothing, 300 lines. */
function oldDocuments(): OldDocument[] {
  const many = (count: number, line: (n: number) => OldLine) =>
    Array.from({ length: count }, (_, n) => line(n));
  const shapes: Omit<OldDocument, 'owner' | 'number'>[] = [
    {
      lines: [
        ['1.00', '2400.00'],
        ['6.50', '110.00'],
      ],
      rate: '7.00',
      flat: '0.00',
    },
    { lines: many(3, () => ['1.00', '0.01']), rate: '50.00', flat: '0.00' },
    { lines: many(7, () => ['1.00', '0.10']), rate: '8.25', flat: '0.00' },
    { lines: [['1.00', '100.00']], rate: '0.00', flat: '0.00' },
    { lines: many(3, () => ['1.00', '33.33']), rate: '0.00', flat: '10.00' },
    {
      lines: [
        ['1.00', '0.00'],
        ['2.00', '0.00'],
      ],
      rate: '0.00',
      flat: '3.21',
    },
    {
      lines: [
        ['1.00', '0.00'],
        ['2.00', '0.00'],
      ],
      rate: '19.00',
      flat: '0.00',
    },
    {
      lines: [
        ['0.01', '0.01'],
        ['1.00', '0.00'],
        ['0.50', '0.03'],
      ],
      rate: '999.99',
      flat: '0.00',
    },
    { lines: many(300, (n) => ['1.50', `${n}.${n % 10}7`]), rate: '8.88', flat: '0.00' },
    { lines: many(300, (n) => ['0.33', `0.0${n % 10}`]), rate: '0.00', flat: '1.99' },
    { lines: [['99999999.99', '1.00']], rate: '0.00', flat: '0.00' },
    { lines: many(11, (n) => ['7.77', `${n * n}.99`]), rate: '0.01', flat: '0.00' },
  ];
  return OWNERS.flatMap((owner) =>
    shapes.map((shape, index) => ({ ...shape, owner, number: `N-${index}` })),
  );
}

const computeFigures = ({ lines, rate, flat }: OldDocument) =>
  computeTotals({
    currency: 'USD',
    lines: lines.map(([quantity, unitPrice]) => ({ quantity, unitPrice })),
    taxRate: rate,
    flatTax: flat,
  });

const KINDS = [
  {
    table: 'invoices',
    id: 'invoice_id',
    lines: 'invoice_line_items',
    number: 'invoice_number',
    end: 'due_date',
  },
  {
    table: 'estimates',
    id: 'estimate_id',
    lines: 'estimate_line_items',
    number: 'estimate_number',
    end: 'expiry_date',
  },
];

it.each(['embedded', 'postgresql'] as const)(
  'documents and payments keep every figure, and lines get their part of the tax (%s)',
  async (kind) => {
    const db = await openDatabaseBefore(kind, '0018_money_taxes');
    const query = async (text: string, values: unknown[] = []) =>
      (await db.pool.query(text, values)).rows;
    for (const owner of OWNERS) {
      await query(
        `insert into users (id, name, email) values ($1, 'Ada', gen_random_uuid() || '@quill.example')`,
        [owner],
      );
      await query(`insert into businesses (id) values ($1)`, [owner]);
      await query(
        `insert into business_profiles (business_id, business_name) values ($1, 'Quill')`,
        [owner],
      );
      await query(`insert into customers (business_id, name) values ($1, 'Marta')`, [owner]);
      await query(
        `insert into items (business_id, name, unit_price, search_text, sort_name)
          values ($1, 'Hour', 80.50, 'hour', 'hour')`,
        [owner],
      );
    }
    const documents = oldDocuments();
    for (const each of documents) {
      const { owner, number, rate, lines } = each;
      const figures = computeFigures(each);
      for (const of of KINDS) {
        const [made] = await query(
          `insert into ${of.table} (business_id, customer_id, ${of.number}, number_key, issue_date,
               ${of.end}, subtotal, tax_rate, tax_amount, total)
             select $1, id, $2, $2, '2026-11-20', '2026-12-20', $3, $4, $5, $6 from customers
             where business_id = $1 returning id`,
          [owner, number, figures.subtotal, rate, figures.taxAmount, figures.total],
        );
        await query(
          `insert into ${of.lines} (business_id, ${of.id}, position, description, quantity, unit_price, total)
             select $1, $2, n, 'Line ' || n, q, p, t
             from unnest($3::numeric[], $4::numeric[], $5::numeric[]) with ordinality as l (q, p, t, n)`,
          [
            owner,
            made.id,
            lines.map(([quantity]) => quantity),
            lines.map(([, price]) => price),
            figures.lines.map(({ total }) => total),
          ],
        );
      }
    }
    await query(
      `insert into payments (business_id, invoice_id, amount, currency, refunded_amount, payment_date, status)
         select business_id, id, p.amount, p.currency, p.refunded, '2026-11-21', 'completed'
         from invoices, (values (500.00, 'JPY', 100.00), (1.25, 'KWD', 0.05), (12.34, 'USD', 1.00),
           (7.10, 'EUR', 0)) as p (amount, currency, refunded)
         where invoice_number = 'N-0'`,
    );
    await query(
      `insert into refunds (business_id, payment_id, key, amount, status, created_at)
         select business_id, id, gen_random_uuid(), refunded_amount, 'succeeded', now() from payments where refunded_amount > 0`,
    );
    const stored = `select business_id, id, subtotal, tax_rate, tax_amount, total from `;
    const kept = () =>
      Promise.all([
        ...KINDS.map(({ table }) => query(`${stored} ${table} order by business_id, id`)),
        ...KINDS.map(({ lines }) =>
          query(`select id, position, description, quantity, unit_price, total from ${lines}
              order by business_id, id`),
        ),
        query('select id, name, unit_price from items order by id'),
      ]);
    const rows = await kept();

    await migrate(db, { log: quietLog });

    expect(await kept()).toEqual(rows);
    for (const of of KINDS) {
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
    expect(await query(payments, [OWNERS[0]])).toEqual([
      { currency: 'JPY', amount: '500', refunded_amount: '100', refund: '100' },
      { currency: 'KWD', amount: '1.250', refunded_amount: '0.050', refund: '0.050' },
      { currency: 'USD', amount: '12.34', refunded_amount: '1.00', refund: '1.00' },
      { currency: 'EUR', amount: '7.10', refunded_amount: '0.00', refund: null },
    ]);
    expect(
      await query('select distinct currency, vat_id, round_totals from business_profiles'),
    ).toEqual([{ currency: 'USD', vat_id: null, round_totals: false }]);
  },
);
