import type { Database } from '../../../src/server/db/database.ts';
import { ownerId } from './owner-id.ts';

export const REFUNDING = [ownerId(49, 1), ownerId(49, 2)] as const;

interface OldPayment {
  amount: string;
  /** When it came, and what was given back of it when: days of November. */
  day: number;
  refunds?: [day: number, amount: string][];
  stillOwed?: string;
  status?: 'completed' | 'refunded' | 'review';
  /** What of it settles the invoice. */
  settles?: string;
  byHand?: true;
}

interface OldInvoice {
  name: string;
  total: string;
  currency?: string;
  status: 'paid' | 'sent';
  paid?: string;
  adjusted?: string;
  /** Deleted, and what was recorded by hand reversed. */
  deleted?: true;
  payments: OldPayment[];
  /** What the refunds become, each with who decided, whether it is still owed and what it took off. */
  becomes: [decidedBy: string, stillOwed: boolean, adjusted: string][];
  /** What is due, and what would be by the rule, where that is something else. */
  due?: string;
  byRule?: string;
}

/** Refunds as earlier releases decided them: by what the invoice came to, whenever it did. */
export const REFUNDED_INVOICES: OldInvoice[] = [
  {
    name: 'paid, a part refunded',
    total: '100.00',
    status: 'paid',
    paid: '70.00',
    adjusted: '30.00',
    payments: [{ amount: '100.00', day: 2, refunds: [[3, '30.00']], settles: '70.00' }],
    becomes: [['update', false, '30.00']],
  },
  {
    name: 'paid in two parts, one refunded',
    total: '100.00',
    status: 'sent',
    paid: '60.00',
    payments: [
      { amount: '40.00', day: 2, refunds: [[5, '40.00']], status: 'refunded' },
      { amount: '60.00', day: 3, settles: '60.00' },
    ],
    becomes: [['update', true, '0.00']],
  },
  {
    name: 'a part refunded, then the rest',
    total: '100.00',
    status: 'sent',
    payments: [
      {
        amount: '100.00',
        day: 2,
        refunds: [
          [3, '60.00'],
          [4, '40.00'],
        ],
        status: 'refunded',
      },
    ],
    becomes: [
      ['update', true, '0.00'],
      ['update', true, '0.00'],
    ],
    due: '100.00',
    byRule: '40.00',
  },
  {
    name: 'a part refunded of a part, then paid: forgiven',
    total: '100.00',
    status: 'paid',
    paid: '80.00',
    adjusted: '20.00',
    payments: [
      { amount: '50.00', day: 2, refunds: [[3, '20.00']], settles: '30.00' },
      { amount: '50.00', day: 4, settles: '50.00' },
    ],
    becomes: [['update', false, '20.00']],
    byRule: '20.00',
  },
  {
    name: 'a part refunded of a part',
    total: '100.00',
    status: 'sent',
    paid: '30.00',
    payments: [{ amount: '50.00', day: 2, refunds: [[3, '20.00']], settles: '30.00' }],
    becomes: [['update', true, '0.00']],
  },
  {
    name: 'set back by its owner',
    total: '100.00',
    status: 'sent',
    paid: '70.00',
    payments: [
      { amount: '100.00', day: 2, refunds: [[3, '30.00']], stillOwed: '30.00', settles: '70.00' },
    ],
    becomes: [['owner', true, '0.00']],
  },
  {
    name: 'set back, paid again, and refunded once more',
    total: '100.00',
    status: 'paid',
    paid: '90.00',
    adjusted: '10.00',
    payments: [
      {
        amount: '100.00',
        day: 2,
        refunds: [
          [3, '30.00'],
          [6, '10.00'],
        ],
        stillOwed: '30.00',
        settles: '60.00',
      },
      { amount: '30.00', day: 5, settles: '30.00' },
    ],
    becomes: [
      ['owner', true, '0.00'],
      ['update', false, '10.00'],
    ],
  },
  {
    name: 'paid twice, a part of one refunded',
    total: '100.00',
    status: 'paid',
    paid: '100.00',
    payments: [
      { amount: '100.00', day: 2, settles: '100.00' },
      { amount: '100.00', day: 3, refunds: [[4, '90.00']] },
    ],
    becomes: [['update', false, '0.00']],
  },
  {
    name: 'in review, a part refunded',
    total: '100.00',
    status: 'sent',
    payments: [{ amount: '90.00', day: 2, refunds: [[3, '20.00']], status: 'review' }],
    becomes: [['rule', true, '0.00']],
  },
  {
    name: 'deleted, paid, a part refunded',
    total: '100.00',
    status: 'paid',
    deleted: true,
    payments: [
      { amount: '60.00', day: 2, refunds: [[4, '25.00']] },
      { amount: '40.00', day: 3, byHand: true },
    ],
    becomes: [['update', false, '25.00']],
  },
  {
    name: 'deleted, set back and paid again',
    total: '100.00',
    status: 'paid',
    deleted: true,
    payments: [
      { amount: '100.00', day: 2, refunds: [[3, '25.00']], stillOwed: '25.00' },
      { amount: '25.00', day: 4 },
    ],
    becomes: [['owner', true, '0.00']],
  },
  {
    name: 'deleted, open, a part refunded of a part',
    total: '100.00',
    status: 'sent',
    deleted: true,
    payments: [{ amount: '50.00', day: 2, refunds: [[3, '20.00']] }],
    becomes: [['update', true, '0.00']],
  },
  {
    name: 'in yen',
    total: '500',
    currency: 'JPY',
    status: 'paid',
    paid: '400',
    adjusted: '100',
    payments: [{ amount: '500', day: 2, refunds: [[3, '100']], settles: '400' }],
    becomes: [['update', false, '100']],
  },
];

const at = (day: number) => `2026-11-${String(day).padStart(2, '0')}T10:00:00Z`;

/**
 * Those invoices of two owners with all that stands beside them, and a payment for two invoices of
 * which a part was given back: before `0049_payment_refunds`.
 */
export async function storeRefunds({ pool }: Database): Promise<void> {
  const query = async (text: string, values: unknown[] = []) =>
    (await pool.query<{ id: string }>(text, values)).rows[0]?.id;
  for (const owner of REFUNDING) {
    await query(`insert into users (id, name, email) values ($1, 'Ada', $2)`, [
      owner,
      `${owner}@quill.example`,
    ]);
    await query('insert into businesses (id) values ($1)', [owner]);
    await query(`insert into business_profiles (business_id, business_name) values ($1, 'Quill')`, [
      owner,
    ]);
    const customer = await query(
      `insert into customers (business_id, name) values ($1, 'Marta') returning id`,
      [owner],
    );
    const store = storeFor(query, owner, customer);
    for (const invoice of REFUNDED_INVOICES) await store.invoice(invoice);
    const one = { total: '50.00', payments: [], becomes: [] };
    const both = [
      await store.invoice({ ...one, name: 'first of two', status: 'paid', paid: '50.00' }),
      await store.invoice({ ...one, name: 'second of two', status: 'sent', paid: '30.00' }),
    ];
    const payment = { amount: '100.00', day: 2, refunds: [[3, '20.00']] } satisfies OldPayment;
    const paid = await store.payment(null, payment, 'USD', 'combined');
    await store.settle(paid, both[0], '50.00', 2);
    await store.settle(paid, both[1], '50.00', 2);
    await store.settle(paid, both[1], '-20.00', 3);
    await query('update payments set allocated_amount = 80 where id = $1', [paid]);
  }
  await query(
    `insert into customer_invoice_totals
       (business_id, customer_id, currency, status, invoice_count, total, paid, due)
     select business_id, customer_id, currency, status, count(*), sum(total), sum(amount_paid),
       sum(amount_due)
     from invoices where deleted_at is null and business_id = any($1) group by 1, 2, 3, 4`,
    [REFUNDING],
  );
  await query(
    `insert into invoice_totals (business_id, currency, status, invoice_count, total, paid, due)
     select business_id, currency, status, sum(invoice_count), sum(total), sum(paid), sum(due)
     from customer_invoice_totals where business_id = any($1) group by 1, 2, 3`,
    [REFUNDING],
  );
}

type Query = (text: string, values?: unknown[]) => Promise<string | undefined>;

function storeFor(query: Query, owner: string, customer: string | undefined) {
  const settle = (
    payment: string | undefined,
    invoice: string | undefined,
    amount: string,
    day: number,
  ) =>
    query(
      `insert into allocations (business_id, payment_id, invoice_id, amount, entry_date, created_at)
       values ($1, $2, $3, $4, $5::timestamptz::date, $5)`,
      [owner, payment, invoice, amount, at(day)],
    );
  /** What changed the account of the customer. */
  const enter = (
    type: string,
    amount: string,
    of: { currency: string; invoice: string | undefined; payment?: string | undefined },
    day: number,
  ) =>
    query(
      `insert into ledger_entries (business_id, customer_id, currency, type, invoice_id, payment_id,
         amount, entry_date, created_at)
       values ($1, $2, $3, $4, $5, $6, $7, $8::timestamptz::date, $8)`,
      [owner, customer, of.currency, type, of.invoice, of.payment, amount, at(day)],
    );
  const payment = async (
    invoice: string | undefined | null,
    one: OldPayment,
    currency: string,
    name: string,
    isDeleted = false,
  ) => {
    const { amount, day, refunds = [], stillOwed = '0.00', settles = '0.00', byHand } = one;
    const { status = 'completed' } = one;
    const isReversed = isDeleted && byHand;
    const back = refunds.reduce((sum, [, part]) => sum + Number(part), 0);
    const decimals = currency === 'JPY' ? 0 : 2;
    const id = await query(
      `insert into payments (business_id, customer_id, invoice_id, amount, currency,
         refunded_amount, still_owed_amount, allocated_amount, payment_date, status, reversal,
         provider, provider_payment_id, created_at)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9::timestamptz::date, $10, $11, $12, $13, $9)
       returning id`,
      [
        owner,
        customer,
        invoice,
        amount,
        currency,
        back.toFixed(decimals),
        stillOwed,
        settles,
        at(day),
        isReversed ? 'reversed' : status,
        isReversed ? 'deletion' : null,
        byHand ? null : 'stripe',
        byHand ? null : `pi_${name}_${day}`,
      ],
    );
    const of = { currency, invoice: invoice ?? undefined, payment: id };
    const counted = status !== 'review';
    if (counted) await enter('received', `-${amount}`, of, day);
    for (const [when, part] of refunds) {
      if (counted) await enter('refunded', part, of, when);
      if (!invoice) continue;
      await query(
        `insert into events (business_id, invoice_id, type, data, created_at)
         values ($1, $2, 'payment.refunded', jsonb_build_object('paymentId', $3::bigint), $4)`,
        [owner, invoice, id, at(when)],
      );
    }
    if (isReversed) await enter('reversed', amount, of, 20);
    if (settles !== '0.00' && invoice) await settle(id, invoice, settles, day);
    return id;
  };
  const invoice = async (one: OldInvoice) => {
    const { name, total, currency = 'USD', status } = one;
    const nothing = currency === 'JPY' ? '0' : '0.00';
    const { paid = nothing, adjusted = nothing } = one;
    const { deleted = false } = one;
    const id = await query(
      `insert into invoices (business_id, customer_id, invoice_number, number_key, issue_date,
         due_date, next_due_date, subtotal, line_total, total, currency, status, amount_paid,
         amount_adjusted, amount_credited, amount_written_off, deleted_at, created_at)
       values ($1, $2, $3, $3, '2026-11-01', '2027-12-01', '2027-12-01', $4, $4, $4, $5, $6, $7,
         $8, $9, $9, $10, $11)
       returning id`,
      [
        owner,
        customer,
        name,
        total,
        currency,
        status,
        paid,
        adjusted,
        nothing,
        deleted ? at(20) : null,
        at(1),
      ],
    );
    const of = { currency, invoice: id };
    await enter('issued', total, of, 1);
    if (Number(adjusted) > 0) await enter('adjusted', `-${adjusted}`, of, 6);
    if (deleted) await enter('deleted', `-${total}`, of, 20);
    const tax = deleted ? ['issued', 'deleted'] : ['issued'];
    for (const type of tax) {
      await query(
        `insert into tax_entries (business_id, customer_id, type, invoice_id, name, rate, currency,
           base, amount, tax_currency, tax_base, tax_amount, entry_date, tax_date)
         values ($1, $2, $3, $4, '', 0, $5, $6, 0, $5, $6, 0, '2026-11-01', '2026-11-01')`,
        [owner, customer, type, id, currency, type === 'deleted' ? `-${total}` : total],
      );
    }
    if (status === 'paid') {
      await query(
        `insert into events (business_id, invoice_id, type, data, created_at)
         values ($1, $2, 'invoice.paid', '{"from": "sent", "to": "paid"}', $3)`,
        [owner, id, at(2)],
      );
    }
    for (const each of one.payments) await payment(id, each, currency, name, deleted);
    return id;
  };
  return { invoice, payment, settle };
}
