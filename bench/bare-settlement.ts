/**
 * The rows of a payment that settles an invoice, by hand: as few statements as the same rows take when
 * nothing but the plain case is thought of.
 */
import { randomBytes, randomUUID } from 'node:crypto';
import type { Pool, PoolClient } from 'pg';

export async function inTransaction<T>(
  pool: Pool,
  work: (client: PoolClient) => Promise<T>,
): Promise<T> {
  const client = await pool.connect();
  try {
    await client.query('begin');
    const result = await work(client);
    await client.query('commit');
    return result;
  } catch (error) {
    await client.query('rollback');
    throw error;
  } finally {
    client.release();
  }
}

interface Paid {
  business_id: string;
  invoice_id: string;
  customer_id: string;
  status: string;
  total: string;
  invoice_number: string;
  name: string;
  company: string | null;
  email: string;
  business_name: string;
}

const FOUND = `i.business_id, i.id as invoice_id, i.customer_id, i.status, i.total, i.invoice_number,
  c.name, c.company, c.email, p.business_name`;
const OF_INVOICE = `join customers c on c.business_id = i.business_id and c.id = i.customer_id
  join business_profiles p on p.business_id = i.business_id`;

interface Settled {
  session: string;
  event: { id: string; type: string };
  payment: string;
  amount: string;
}

export async function settleEvent(client: PoolClient, settled: Settled): Promise<void> {
  const { session, event, payment, amount } = settled;
  const { rows } = await client.query<Paid & { checkout_id: string }>(
    `select ${FOUND}, k.id as checkout_id from checkouts k
     join invoices i on i.business_id = k.business_id and i.id = k.invoice_id ${OF_INVOICE}
     where k.provider = 'stripe' and k.provider_id = $1 for update of i, k`,
    [session],
  );
  const [paid] = rows;
  if (!paid) throw new Error('no such checkout');
  await client.query(
    `insert into provider_events (business_id, provider, event_id, type) values ($1, 'stripe', $2, $3)`,
    [paid.business_id, event.id, event.type],
  );
  await client.query(
    `update checkouts set status = 'paid', url = null, next_check_at = now() + interval '1 day',
       updated_at = now() where business_id = $1 and id = $2`,
    [paid.business_id, paid.checkout_id],
  );
  const paymentId = await insertPayment(client, paid, amount, {
    method: 'card',
    checkoutId: paid.checkout_id,
    providerId: payment,
  });
  await markPaid(client, paid, amount, payment);
  await insertEvents(client, paid, [
    { type: 'payment.received', data: { provider: 'stripe', currency: 'USD', amount } },
    { type: 'invoice.paid', data: { from: paid.status, to: 'paid' } },
    { type: 'email.queued', data: { kind: 'receipt', to: paid.email } },
  ]);
  await notify(client, paid, 'Payment received', amount, false);
  const { invoice_number: number } = paid;
  const email = await client.query(
    `insert into emails (business_id, kind, invoice_id, payment_id, to_address, to_name, subject,
       message, message_id) values ($1, 'receipt', $2, $3, $4, $5, $6, $7, $8) returning id`,
    [
      paid.business_id,
      paid.invoice_id,
      paymentId,
      paid.email,
      paid.name,
      `Receipt for invoice ${number} from ${paid.business_name}`,
      `Hello ${paid.name},\n\nThank you for your payment of $${amount} for invoice ${number}.`,
      randomBytes(16).toString('hex'),
    ],
  );
  await client.query(
    `insert into pgboss.job (id, name, data, retry_limit, retry_delay, retry_backoff, expire_in, policy)
     values ($1, 'send email', $2, 12, 30, true, interval '6 minutes', 'standard')`,
    [
      randomUUID(),
      JSON.stringify({ businessId: paid.business_id, emailId: Number(email.rows[0].id) }),
    ],
  );
}

export async function recordByHand(client: PoolClient, invoiceId: number): Promise<object> {
  const { rows } = await client.query<Paid>(
    `select ${FOUND} from invoices i ${OF_INVOICE} where i.id = $1 for update of i`,
    [invoiceId],
  );
  const [paid] = rows;
  if (!paid) throw new Error('no such invoice');
  const amount = paid.total;
  const id = await insertPayment(client, paid, amount, { method: 'bank_transfer' });
  await markPaid(client, paid, amount, null);
  await insertEvents(client, paid, [
    { type: 'payment.recorded', data: { amount, currency: 'USD', paymentId: id } },
    { type: 'invoice.paid', data: { from: paid.status, to: 'paid' } },
  ]);
  await notify(client, paid, 'Payment recorded', amount, true);
  return { id: Number(id), amount, customer: { id: Number(paid.customer_id), name: paid.name } };
}

/** The payment, what of it settles the invoice, and the entry in the ledger. @returns its id */
async function insertPayment(
  client: PoolClient,
  { business_id, customer_id, invoice_id }: Paid,
  amount: string,
  { method, checkoutId, providerId }: { method: string; checkoutId?: string; providerId?: string },
): Promise<string> {
  const { rows } = await client.query(
    `with payment as (
       insert into payments (business_id, customer_id, invoice_id, amount, allocated_amount,
         payment_date, payment_method, checkout_id, provider, provider_payment_id,
         stripe_payment_intent_id, status)
       values ($1, $2, $3, $4, $4, current_date, $5, $6,
         case when $7::text is not null then 'stripe' end, $7, $7, 'completed')
       returning business_id, customer_id, invoice_id, id, amount, payment_date
     ), divided as (
       insert into allocations (business_id, payment_id, invoice_id, amount, entry_date)
       select business_id, id, invoice_id, amount, payment_date from payment
     ), posted as (
       insert into ledger_entries (business_id, customer_id, currency, type, invoice_id, payment_id,
         amount, entry_date)
       select business_id, customer_id, 'USD', 'received', invoice_id, id, -amount, payment_date
       from payment
     ) select id from payment`,
    [business_id, customer_id, invoice_id, amount, method, checkoutId ?? null, providerId ?? null],
  );
  return rows[0].id;
}

/** The invoice and the sums of its business and its customer, which it moves from 'sent' to 'paid'. */
async function markPaid(
  client: PoolClient,
  { business_id, customer_id, invoice_id, status, total }: Paid,
  amount: string,
  paymentIntent: string | null,
): Promise<void> {
  await client.query(
    `update invoices set status = 'paid', amount_paid = $3, payment_url = null,
       stripe_payment_intent_id = $4, version = version + 1, updated_at = now()
     where business_id = $1 and id = $2`,
    [business_id, invoice_id, amount, paymentIntent],
  );
  const add = `invoice_count = t.invoice_count + excluded.invoice_count,
    total = t.total + excluded.total, paid = t.paid + excluded.paid, due = t.due + excluded.due`;
  await client.query(
    `insert into invoice_totals as t (business_id, currency, status, invoice_count, total, paid, due)
     values ($1, 'USD', 'paid', 1, $3, $4, 0), ($1, 'USD', $2, -1, -$3::numeric, 0, -$3::numeric)
     on conflict (business_id, currency, status) do update set ${add}`,
    [business_id, status, total, amount],
  );
  await client.query(
    `insert into customer_invoice_totals as t
       (business_id, customer_id, currency, status, invoice_count, total, paid, due)
     values ($1, $2, 'USD', 'paid', 1, $4, $5, 0), ($1, $2, 'USD', $3, -1, -$4::numeric, 0, -$4::numeric)
     on conflict (business_id, customer_id, currency, status) do update set ${add}`,
    [business_id, customer_id, status, total, amount],
  );
}

async function insertEvents(
  client: PoolClient,
  { business_id, invoice_id }: Paid,
  events: readonly { type: string; data: object }[],
): Promise<void> {
  await client.query(
    `insert into events (business_id, invoice_id, type, data)
     select $1, $2, type, data from json_to_recordset($3) as e (type text, data jsonb)`,
    [business_id, invoice_id, JSON.stringify(events)],
  );
}

/** News for the owner, and the notice of it to whoever listens. */
async function notify(
  client: PoolClient,
  { business_id, invoice_id, name, company }: Paid,
  title: string,
  amount: string,
  isRead: boolean,
): Promise<void> {
  await client.query(
    `with news as (
       insert into notifications (business_id, type, title, message, is_read, invoice_id)
       values ($1, 'invoice.paid', $2, $3, $4, $5) returning business_id, id
     ) select pg_notify('remit_live', json_build_array(business_id, id)::text) from news`,
    [business_id, title, `${company ?? name} paid $${amount}`, isRead, invoice_id],
  );
}
