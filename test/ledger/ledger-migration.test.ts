import { expect, it } from 'vitest';
import { migrate } from '../../src/server/db/migrate.ts';
import { openDatabaseBefore } from '../database/migrations-before.ts';
import { quietLog } from '../database/quiet-log.ts';
import { checkLedger } from './check-ledger.ts';

const OWNERS = [
  '00000000-0000-4000-8000-000000000001',
  '00000000-0000-4000-8000-000000000002',
] as const;

interface OldPayment {
  amount: string;
  currency?: string;
  refunded?: string;
  stillOwed?: string;
  status?: string;
  provider?: 'stripe';
}
interface OldInvoice {
  name: string;
  status: string;
  total: string;
  currency?: string;
  deleted?: boolean;
  payments: OldPayment[];
  /** What the version before said of it: what it received, and what is due. */
  received: string;
  due: string;
}

/** Everything that can stand in the tables of the version before. */
const INVOICES: OldInvoice[] = [
  {
    name: 'draft',
    status: 'draft',
    total: '100.00',
    payments: [],
    received: '0.00',
    due: '100.00',
  },
  { name: 'sent', status: 'sent', total: '100.00', payments: [], received: '0.00', due: '100.00' },
  {
    name: 'paid in two parts',
    status: 'paid',
    total: '100.00',
    payments: [{ amount: '40.00' }, { amount: '60.00', provider: 'stripe' }],
    received: '100.00',
    due: '0.00',
  },
  {
    name: 'paid in part',
    status: 'overdue',
    total: '100.00',
    payments: [{ amount: '40.00', provider: 'stripe' }],
    received: '40.00',
    due: '60.00',
  },
  {
    name: 'a part of a draft',
    status: 'draft',
    total: '100.00',
    payments: [{ amount: '40.00', provider: 'stripe' }],
    received: '40.00',
    due: '60.00',
  },
  {
    name: 'partly refunded',
    status: 'paid',
    total: '100.00',
    payments: [{ amount: '100.00', refunded: '30.00', provider: 'stripe' }],
    received: '70.00',
    due: '0.00',
  },
  {
    name: 'partly refunded and owed again',
    status: 'sent',
    total: '100.00',
    payments: [{ amount: '100.00', refunded: '30.00', stillOwed: '30.00', provider: 'stripe' }],
    received: '70.00',
    due: '30.00',
  },
  {
    name: 'a part that was partly refunded',
    status: 'sent',
    total: '100.00',
    payments: [{ amount: '60.00', refunded: '20.00', provider: 'stripe' }],
    received: '40.00',
    due: '60.00',
  },
  {
    name: 'refunded whole',
    status: 'sent',
    total: '100.00',
    payments: [{ amount: '100.00', refunded: '100.00', status: 'refunded', provider: 'stripe' }],
    received: '0.00',
    due: '100.00',
  },
  {
    name: 'accepted in another currency',
    status: 'paid',
    total: '100.00',
    payments: [{ amount: '90.00', currency: 'EUR', provider: 'stripe' }],
    received: '0.00',
    due: '0.00',
  },
  {
    name: 'overpaid',
    status: 'paid',
    total: '100.00',
    payments: [
      { amount: '100.00', provider: 'stripe' },
      { amount: '100.00', refunded: '25.00', provider: 'stripe' },
    ],
    received: '175.00',
    due: '0.00',
  },
  {
    name: 'of nothing, paid',
    status: 'paid',
    total: '0.00',
    payments: [{ amount: '0.00' }],
    received: '0.00',
    due: '0.00',
  },
  {
    name: 'of nothing',
    status: 'sent',
    total: '0.00',
    payments: [],
    received: '0.00',
    due: '0.00',
  },
  {
    name: 'paid without a payment',
    status: 'paid',
    total: '100.00',
    payments: [],
    received: '0.00',
    due: '0.00',
  },
  {
    name: 'reversed',
    status: 'sent',
    total: '100.00',
    payments: [{ amount: '100.00', status: 'reversed' }],
    received: '0.00',
    due: '100.00',
  },
  {
    name: 'in review',
    status: 'sent',
    total: '100.00',
    payments: [{ amount: '90.00', status: 'review', provider: 'stripe' }],
    received: '0.00',
    due: '100.00',
  },
  {
    name: 'in yen',
    status: 'paid',
    total: '500',
    currency: 'JPY',
    payments: [{ amount: '500', currency: 'JPY', refunded: '100', provider: 'stripe' }],
    received: '400',
    due: '0',
  },
  {
    name: 'deleted',
    status: 'paid',
    total: '100.00',
    deleted: true,
    payments: [{ amount: '40.00' }, { amount: '60.00', provider: 'stripe' }],
    received: '100.00',
    due: '100.00',
  },
];

it.each(['embedded', 'postgresql'] as const)(
  'invoices keep their status and what is due, and every payment has its rows (%s)',
  async (kind) => {
    const db = await openDatabaseBefore(kind, '0021_ledger');
    const query = async (text: string, values: unknown[] = []) =>
      (await db.pool.query(text, values)).rows;
    for (const owner of OWNERS) {
      await query(`insert into users (id, name, email) values ($1, 'Ada', $2)`, [
        owner,
        `${owner}@quill.example`,
      ]);
      await query(`insert into businesses (id) values ($1)`, [owner]);
      await query(
        `insert into business_profiles (business_id, business_name, time_zone)
           values ($1, 'Quill', 'Pacific/Auckland')`,
        [owner],
      );
      await query(`insert into customers (business_id, name) values ($1, 'Marta')`, [owner]);
      for (const invoice of INVOICES) await insertOld(query, owner, invoice);
    }
    await query(`
        insert into customer_invoice_totals
          (business_id, customer_id, currency, status, invoice_count, total, received)
        select business_id, customer_id, currency, status, count(*), sum(total), sum(amount_received)
        from invoices where deleted_at is null group by 1, 2, 3, 4`);
    await query(`
        insert into invoice_totals (business_id, currency, status, invoice_count, total, received)
        select business_id, currency, status, sum(invoice_count), sum(total), sum(received)
        from customer_invoice_totals group by 1, 2, 3`);

    await migrate(db, { log: quietLog });

    for (const owner of OWNERS) {
      await checkLedger(db, owner);
      // What settled an invoice did so as it came; taxes are of the day of issue.
      expect(
        await query(
          `select a.id from allocations a
             join payments y on y.business_id = a.business_id and y.id = a.payment_id
             where a.business_id = $1 and a.entry_date <> y.payment_date
             union all
             select t.id from tax_entries t
             join invoices i on i.business_id = t.business_id and i.id = t.invoice_id
             where t.business_id = $1 and (t.entry_date, t.tax_date) <> (i.issue_date, i.issue_date)`,
          [owner],
        ),
      ).toEqual([]);
      for (const { name, status, total, due, received, deleted } of INVOICES) {
        const [row] = await query(
          `select i.status, i.total, i.amount_due, i.amount_paid, i.amount_adjusted,
               i.amount_written_off from invoices i
             where i.business_id = $1 and i.invoice_number = $2`,
          [owner, name],
        );
        expect(row, name).toMatchObject({ status, total });
        expect(Number(row.amount_due), name).toBe(Number(due));
        if (deleted) continue;
        const [{ sum }] = await query(
          `select coalesce(sum(y.amount - y.refunded_amount), 0) as sum from payments y
             join invoices i on i.business_id = y.business_id and i.id = y.invoice_id
             where i.business_id = $1 and i.invoice_number = $2 and y.status = 'completed'
               and y.currency = i.currency`,
          [owner, name],
        );
        expect(Number(sum), name).toBe(Number(received));
      }
      const figures = await query(
        `select i.invoice_number as name, i.amount_paid::float as paid,
             i.amount_adjusted::float as adjusted, i.amount_written_off::float as off
           from invoices i where i.business_id = $1
             and i.amount_paid + i.amount_adjusted + i.amount_written_off > 0 order by i.id`,
        [owner],
      );
      expect(figures).toEqual([
        { name: 'paid in two parts', paid: 100, adjusted: 0, off: 0 },
        { name: 'paid in part', paid: 40, adjusted: 0, off: 0 },
        { name: 'a part of a draft', paid: 40, adjusted: 0, off: 0 },
        { name: 'partly refunded', paid: 70, adjusted: 30, off: 0 },
        { name: 'partly refunded and owed again', paid: 70, adjusted: 0, off: 0 },
        { name: 'a part that was partly refunded', paid: 40, adjusted: 0, off: 0 },
        { name: 'accepted in another currency', paid: 0, adjusted: 0, off: 100 },
        { name: 'overpaid', paid: 100, adjusted: 0, off: 0 },
        { name: 'paid without a payment', paid: 0, adjusted: 0, off: 100 },
        { name: 'in yen', paid: 400, adjusted: 100, off: 0 },
      ]);
      // A deletion takes back what was recorded by hand; what a provider brought is credit.
      expect(
        await query(
          `select y.status, y.reversal, y.provider from payments y
             join invoices i on i.business_id = y.business_id and i.id = y.invoice_id
             where i.business_id = $1 and i.deleted_at is not null order by y.id`,
          [owner],
        ),
      ).toEqual([
        { status: 'reversed', reversal: 'deletion', provider: null },
        { status: 'completed', reversal: null, provider: 'stripe' },
      ]);
      const dated = await query(
        `select distinct e.type, e.entry_date::text as day from ledger_entries e
           where e.business_id = $1 order by 1, 2`,
        [owner],
      );
      expect(dated).toEqual([
        { type: 'adjusted', day: '2026-11-24' },
        { type: 'issued', day: '2026-11-20' },
        { type: 'received', day: '2026-11-21' },
        { type: 'refunded', day: '2026-11-24' },
        { type: 'written_off', day: '2026-11-20' },
      ]);
    }
  },
);

async function insertOld(
  query: (text: string, values?: unknown[]) => Promise<{ id: string }[]>,
  owner: string,
  { name, status, total, currency = 'USD', deleted, payments, received }: OldInvoice,
): Promise<void> {
  const [made] = await query(
    `insert into invoices (business_id, customer_id, invoice_number, number_key, issue_date, due_date,
       subtotal, line_total, total, currency, status, amount_received, deleted_at)
     select $1, id, $2, $2, '2026-11-20', '2026-12-20', $3, $3, $3, $4, $5, $6, $7
     from customers where business_id = $1 returning id`,
    [owner, name, total, currency, status, received, deleted ? '2026-11-22T12:00:00Z' : null],
  );
  for (const [index, payment] of payments.entries()) {
    const { amount, refunded = '0.00', stillOwed = '0.00', provider = null } = payment;
    const [paid] = await query(
      `insert into payments (business_id, invoice_id, amount, currency, refunded_amount,
         still_owed_amount, payment_date, status, provider, provider_payment_id, created_at)
       values ($1, $2, $3, $4, $5, $6, '2026-11-21', $7, $8, $9, '2026-11-21T02:00:00Z')
       returning id`,
      [
        owner,
        made?.id,
        amount,
        payment.currency ?? currency,
        refunded,
        stillOwed,
        payment.status ?? 'completed',
        provider,
        provider && `pi_${name}_${index}`,
      ],
    );
    // Noon in London is the next day in Auckland.
    if (Number(refunded) > 0) {
      await query(
        `insert into events (business_id, invoice_id, type, data, created_at)
         values ($1, $2, 'payment.refunded', jsonb_build_object('paymentId', $3::bigint),
           '2026-11-23T12:00:00Z')`,
        [owner, made?.id, paid?.id],
      );
    }
  }
}
