import type { Database } from '../../../src/server/db/database.ts';
import { ownerId } from './owner-id.ts';

export const PAID_OWNERS = [ownerId(21, 1), ownerId(21, 2)] as const;

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

/** Everything that can stand in the tables of a program before the ledger. */
export const PAID_INVOICES: OldInvoice[] = [
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

/** Those invoices of two owners with their payments and the sums of them: before `0021_ledger`. */
export async function storePaidInvoices({ pool }: Database): Promise<void> {
  const query = async (text: string, values: unknown[] = []) =>
    (await pool.query(text, values)).rows;
  for (const owner of PAID_OWNERS) {
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
    for (const invoice of PAID_INVOICES) await insertInvoice(query, owner, invoice);
  }
  await query(
    `insert into customer_invoice_totals
        (business_id, customer_id, currency, status, invoice_count, total, received)
      select business_id, customer_id, currency, status, count(*), sum(total), sum(amount_received)
      from invoices where deleted_at is null and business_id = any($1) group by 1, 2, 3, 4`,
    [PAID_OWNERS],
  );
  await query(
    `insert into invoice_totals (business_id, currency, status, invoice_count, total, received)
      select business_id, currency, status, sum(invoice_count), sum(total), sum(received)
      from customer_invoice_totals where business_id = any($1) group by 1, 2, 3`,
    [PAID_OWNERS],
  );
}

async function insertInvoice(
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
         still_owed_amount, payment_date, status, provider, provider_payment_id, notes, created_at)
       values ($1, $2, $3, $4, $5, $6, '2026-11-21', $7, $8, $9, $10, '2026-11-21T02:00:00Z')
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
        name,
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
