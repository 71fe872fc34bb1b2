/**
 * What payments are measured against: a bare Fastify that does the same work without being careful.
 * `POST /create` makes a checkout at the provider and stores its address; `POST /event` checks the
 * signature, reads the session from the provider, and writes the rows that Remit writes, and so does
 * `POST /record` for money that came past the provider (bare-settlement.ts).
 * No session, no contract, no checks, no second customer, no payment that is divided or too high.
 */
import { Agent } from 'node:http';
import Fastify from 'fastify';
import pg from 'pg';
import Stripe from 'stripe';
import { inTransaction, recordByHand, settleEvent } from './bare-settlement.ts';

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
  const intent = session.payment_intent as Stripe.PaymentIntent;
  const amount = ((session.amount_total ?? 0) / 100).toFixed(2);
  await inTransaction(pool, (client) =>
    settleEvent(client, { session: id, event, payment: intent.id, amount }),
  );
  return { received: true };
});

app.post<{ Params: { id: string } }>('/record/:id', async (request) =>
  inTransaction(pool, (client) => recordByHand(client, Number(request.params.id))),
);

await app.listen({ port: 0, host: '127.0.0.1' });
const bound = app.server.address();
process.stdout.write(
  `running at http://127.0.0.1:${typeof bound === 'object' ? bound?.port : ''}\n`,
);
