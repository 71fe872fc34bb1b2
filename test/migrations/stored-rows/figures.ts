import type { Database } from '../../../src/server/db/database.ts';
import { computeTotals } from '../../../src/shared/documents/totals.ts';
import { ownerId } from './owner-id.ts';

export const FIGURE_OWNERS = [ownerId(18, 1), ownerId(18, 2)] as const;

type OldLine = [quantity: string, price: string];
interface OldDocument {
  owner: string;
  number: string;
  lines: OldLine[];
  rate: string;
  flat: string;
}

/** Documents as programs before taxes on lines wrote them: rates, flat taxes, totals of nothing, 300 lines. */
function makeDocuments(): OldDocument[] {
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
  return FIGURE_OWNERS.flatMap((owner) =>
    shapes.map((shape, index) => ({ ...shape, owner, number: `N-${index}` })),
  );
}

export const computeFigures = ({ lines, rate, flat }: OldDocument) =>
  computeTotals({
    currency: 'USD',
    lines: lines.map(([quantity, unitPrice]) => ({ quantity, unitPrice })),
    taxRate: rate,
    flatTax: flat,
  });

export const FIGURE_KINDS = [
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

/** Documents of two owners with their lines, and payments in four currencies: before `0018_money_taxes`. */
export async function storeFigures({ pool }: Database): Promise<OldDocument[]> {
  const query = async (text: string, values: unknown[] = []) =>
    (await pool.query(text, values)).rows;
  for (const owner of FIGURE_OWNERS) {
    await query(
      `insert into users (id, name, email) values ($1, 'Ada', gen_random_uuid() || '@figures.example')`,
      [owner],
    );
    await query(`insert into businesses (id) values ($1)`, [owner]);
    await query(`insert into business_profiles (business_id, business_name) values ($1, 'Quill')`, [
      owner,
    ]);
    await query(`insert into customers (business_id, name) values ($1, 'Marta')`, [owner]);
    await query(
      `insert into items (business_id, name, unit_price, search_text, sort_name)
        values ($1, 'Hour', 80.50, 'hour', 'hour')`,
      [owner],
    );
  }
  const documents = makeDocuments();
  for (const each of documents) {
    const { owner, number, rate, lines } = each;
    const figures = computeFigures(each);
    for (const of of FIGURE_KINDS) {
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
       where invoice_number = 'N-0' and business_id = any($1)`,
    [FIGURE_OWNERS],
  );
  await query(
    `insert into refunds (business_id, payment_id, key, amount, status, created_at)
       select business_id, id, gen_random_uuid(), refunded_amount, 'succeeded', now() from payments
       where refunded_amount > 0 and business_id = any($1)`,
    [FIGURE_OWNERS],
  );
  return documents;
}
