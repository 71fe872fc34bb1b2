/**
 * What payments are measured against: a bare Fastify that does the same work without being careful.
 * `POST /create` makes a checkout at the provider and stores its address; `POST /event` checks the
 * signature, reads the session from the provider, and writes the event, the payment and the status.
 * No session, no contract, no history, no totals but what the database's triggers keep.
 */
import { Agent } from 'node:http';
import Fastify from 'fastify';
import pg from 'pg';
import Stripe from 'stripe';

const { DATABASE_URL, STRIPE_API_BASE = '', SECRET_KEY = '', SIGNING_SECRET = '' } = process.env;
const { hostname, port } = new URL(STRIPE_API_BASE);
const stripe = new Stripe(SECRET_KEY, {
  host: hostname,
  port,
  protocol: 'http',
  telemetry: false,
  httpAgent: new Agent({ keepAlive: true, maxSockets: 32 }),
});
const pool = new pg.Pool({ connectionString: DATABASE_URL, max: 10 });
const app = Fastify();

app.post<{ Params: { id: string } }>('/create/:id', async (request) => {
  const { rows } = await pool.query(
    `select i.business_id, i.id, i.total, i.invoice_number from public_documents p
     join invoices i on i.business_id = p.business_id and i.id = p.invoice_id where p.public_id = $1`,
    [request.params.id],
  );
  const [invoice] = rows;
  const session = await stripe.checkout.sessions.create({
    mode: 'payment',
    line_items: [
      {
        quantity: 1,
        price_data: {
          currency: 'usd',
          unit_amount: Math.round(Number(invoice.total) * 100),
          product_data: { name: invoice.invoice_number },
        },
      },
    ],
    success_url: 'http://localhost/success',
    cancel_url: 'http://localhost/cancel',
  });
  await pool.query('update invoices set payment_url = $3 where business_id = $1 and id = $2', [
    invoice.business_id,
    invoice.id,
    session.url,
  ]);
  return { paymentUrl: session.url };
});

app.removeContentTypeParser('application/json');
app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_request, body, done) =>
  done(null, body),
);
app.post<{ Body: Buffer }>('/event', async (request) => {
  const signature = String(request.headers['stripe-signature']);
  const event = stripe.webhooks.constructEvent(request.body, signature, SIGNING_SECRET);
  const { id } = event.data.object as { id: string };
  const session = await stripe.checkout.sessions.retrieve(id, {
    expand: ['payment_intent', 'payment_intent.latest_charge'],
  });
  const client = await pool.connect();
  try {
    await client.query('begin');
    const { rows } = await client.query(
      'select business_id, invoice_id from checkouts where provider_id = $1',
      [id],
    );
    const [row] = rows;
    await client.query(
      `insert into provider_events (business_id, provider, event_id, type) values ($1, 'stripe', $2, $3)`,
      [row.business_id, event.id, event.type],
    );
    const found = await client.query(
      'select customer_id from invoices where business_id = $1 and id = $2 for update',
      [row.business_id, row.invoice_id],
    );
    const { customer_id: customerId } = found.rows[0];
    const intent = session.payment_intent as Stripe.PaymentIntent;
    const amount = ((session.amount_total ?? 0) / 100).toFixed(2);
    const paid = await client.query(
      `insert into payments (business_id, customer_id, invoice_id, amount, allocated_amount,
         payment_date, payment_method, provider, provider_payment_id, status)
       values ($1, $5, $2, $3, $3, current_date, 'card', 'stripe', $4, 'completed') returning id`,
      [row.business_id, row.invoice_id, amount, intent.id, customerId],
    );
    const { id: paymentId } = paid.rows[0];
    await client.query(
      `insert into allocations (business_id, payment_id, invoice_id, amount, entry_date)
       values ($1, $2, $3, $4, current_date)`,
      [row.business_id, paymentId, row.invoice_id, amount],
    );
    await client.query(
      `insert into ledger_entries (business_id, customer_id, currency, type, invoice_id, payment_id,
         amount, entry_date) values ($1, $2, 'USD', 'received', $3, $4, -$5::numeric, current_date)`,
      [row.business_id, customerId, row.invoice_id, paymentId, amount],
    );
    await client.query(
      `update invoices set status = 'paid', amount_paid = $3 where business_id = $1 and id = $2`,
      [row.business_id, row.invoice_id, amount],
    );
    await client.query('commit');
  } catch (error) {
    await client.query('rollback');
    throw error;
  } finally {
    client.release();
  }
  return { received: true };
});

await app.listen({ port: 0, host: '127.0.0.1' });
const bound = app.server.address();
process.stdout.write(
  `running at http://127.0.0.1:${typeof bound === 'object' ? bound?.port : ''}\n`,
);
