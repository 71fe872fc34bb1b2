import { randomUUID } from 'node:crypto';
import pg from 'pg';
import Stripe from 'stripe';
import { countRecorded, countSettled } from './count-payments.ts';
import type { Row } from './measure.ts';
import { inTurn, mib, ms, perSecond, requireSame, times2 } from './measure.ts';
import { rebuildSums } from './rebuild-sums.ts';
import { startProgram, startServer } from './running-server.ts';
import type { Scene } from './scene.ts';
import { seedInvoices } from './seed-invoices.ts';

const AT_ONCE = 8;
const SECRET_KEY = 'sk_test_benchbusiness';
const SIGNING_SECRET = 'whsec_bench';
const EMAIL = 'paid@example.com';

/** Making a payment, settling an event and recording by hand, against bare handlers; and 1,000 events at once. */
export async function benchPayments({ size, database }: Scene): Promise<Row[]> {
  const [rounds, perRound, atOnce] = size([3, 60, 1_000], [1, 4, 20]);
  const databaseUrl = await database();
  const pool = new pg.Pool({ connectionString: databaseUrl });
  const sandbox = await startProgram(['dist/sandbox/main.js'], { SANDBOX_CONTROLS: '1' });
  const server = await startServer({
    DATABASE_URL: databaseUrl,
    STRIPE_API_BASE: sandbox.url,
    TRUST_PROXY: '1',
  });
  const bare = await startProgram(['--import', 'tsx', 'bench/bare-payments-server.ts'], {
    DATABASE_URL: databaseUrl,
    STRIPE_API_BASE: sandbox.url,
    SECRET_KEY,
    SIGNING_SECRET,
  });
  const control = (path: string, body: object) => post(`${sandbox.url}/_sandbox/${path}`, body);
  try {
    // Events are sent by this program, signed as the provider signs.
    await control('webhooks', { mode: 'drop' });
    const { address, cookie } = await setUp(server.url, pool, size(4_000, 80));
    const ids = await publicIds(pool);
    const take = (count: number) => ids.splice(0, count);

    const urls: Record<'remit' | 'bare', Set<unknown>> = { remit: new Set(), bare: new Set() };
    const create = (side: 'remit' | 'bare', url: (id: string) => string) => async () =>
      rate(take(perRound), async (id) => urls[side].add((await post(url(id), {}))['paymentUrl']));
    const remitCreate = create('remit', (id) => `${server.url}/api/invoices/${id}/create-payment`);
    const bareCreate = create('bare', (id) => `${bare.url}/create/${id}`);
    await remitCreate();
    await bareCreate();
    const created = await inTurn(rounds, remitCreate, bareCreate);
    const checkouts = requireSame(
      'Checkouts',
      { checkouts: urls.remit.size },
      { checkouts: urls.bare.size },
    );

    const paid = async (count: number) => {
      const chosen = take(count);
      await rate(chosen, (id) => post(`${server.url}/api/invoices/${id}/create-payment`, {}));
      const sessions = await readSessions(pool, chosen);
      await rate(sessions, (session) => control('pay', { session }));
      return sessions;
    };
    const settle = (url: string, sent: string[]) => async () => {
      const sessions = await paid(perRound);
      sent.push(...sessions);
      return rate(sessions, (id) => sendEvent(url, id));
    };
    const events: Record<'remit' | 'bare', string[]> = { remit: [], bare: [] };
    const remitSettle = settle(server.url + address, events.remit);
    const bareSettle = settle(`${bare.url}/event`, events.bare);
    await remitSettle();
    events.remit.length = 0;
    const settled = await inTurn(rounds, remitSettle, bareSettle);
    const payments = requireSame(
      'Payments by events',
      await countSettled(pool, events.remit),
      await countSettled(pool, events.bare),
    );

    const toRecord = take(2 * (rounds + 1) * perRound);
    const open = await openInvoices(pool, toRecord);
    const record = (one: (invoice: OpenInvoice) => Promise<unknown>) => async () =>
      rate(open.splice(0, perRound), one);
    const remitRecord = record((invoice) =>
      call('POST', `${server.url}/api/payments`, paymentInFull(invoice), cookie),
    );
    const bareRecord = record(({ id }) => post(`${bare.url}/record/${id}`, {}));
    await remitRecord();
    await bareRecord();
    const recorded = await inTurn(rounds, remitRecord, bareRecord);
    const byHand = requireSame('Payments by hand', await countRecorded(pool, toRecord), {
      invoices: toRecord.length,
      payments: toRecord.length,
      entries: toRecord.length,
    });
    return [
      { ...against('Create a payment, a new checkout each', created, CALLS), counted: checkouts },
      {
        ...against("Settle a provider's event", settled, `${CALLS}, same rows`),
        counted: payments,
      },
      {
        ...against('Record a payment by hand', recorded, 'bare handler, same rows', 0.7),
        counted: byHand,
      },
      await burst(await paid(atOnce), server, pool, server.url + address),
    ];
  } finally {
    await bare.stop();
    await server.stop();
    await sandbox.stop();
    await pool.end();
  }
}

const CALLS = 'bare handler, same calls to the provider';

function against(
  what: string,
  { a, b, ratio }: { a: number; b: number; ratio: number },
  to: string,
  goal = 0.5,
): Row {
  return {
    what: `${what} (PostgreSQL)`,
    value: perSecond(a),
    against: `${to}: ${perSecond(b)}`,
    ratio: times2(ratio),
    goal: `≥ ${goal}×`,
    met: ratio >= goal,
  };
}

interface OpenInvoice {
  id: number;
  customerId: number;
  total: string;
}

const paymentInFull = ({ id, customerId, total }: OpenInvoice) => ({
  customerId,
  amount: total,
  allocations: [{ invoiceId: id, amount: total }],
});

async function openInvoices(pool: pg.Pool, publicIds: string[]): Promise<OpenInvoice[]> {
  const { rows } = await pool.query<{ id: string; customerId: string; total: string }>(
    `select i.id, i.customer_id as "customerId", i.total from invoices i
     join public_documents p on p.business_id = i.business_id and p.invoice_id = i.id
     where p.public_id = any($1)`,
    [publicIds],
  );
  return rows.map((row) => ({ ...row, id: Number(row.id), customerId: Number(row.customerId) }));
}

/** All at once, each sent twice: every one settled, none twice, and memory as before. */
async function burst(
  sessions: string[],
  server: { memory(): number },
  pool: pg.Pool,
  url: string,
): Promise<Row> {
  const events = sessions.map((session) => signEvent(session));
  const before = server.memory();
  let peak = before;
  const watch = setInterval(() => {
    peak = Math.max(peak, server.memory());
  }, 50);
  const start = performance.now();
  await Promise.all([...events, ...events].map((event) => deliver(url, event)));
  const took = performance.now() - start;
  clearInterval(watch);
  const { sessions: paid = 0, payments = 0, once = 0 } = await countSettled(pool, sessions);
  const exact = payments === paid && once === paid;
  const grown = peak - before;
  return {
    what: `${sessions.length.toLocaleString('en-US')} events at once, each sent twice`,
    value: `${payments} settled, ${payments - once} twice, in ${ms(took)}`,
    against: `memory ${mib(before)} before, ${mib(peak)} at most`,
    ratio: `+${mib(grown)}`,
    goal: 'each once, + ≤ 96 MiB',
    met: exact && grown <= 96 * 1_048_576,
    counted: { events: 2 * events.length, sessions: paid, payments, once, grown },
  };
}

/** An account with keys at the sandbox and invoices to be paid. @returns where its events go */
async function setUp(
  url: string,
  pool: pg.Pool,
  invoices: number,
): Promise<{ address: string; cookie: string }> {
  const answer = await fetch(`${url}/api/auth/sign-up/email`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: EMAIL, password: 'correct horse battery', name: 'Bench Owner' }),
  });
  if (!answer.ok) throw new Error(`sign-up failed: ${await answer.text()}`);
  const cookie = answer.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ');
  await seedInvoices(pool, EMAIL, invoices);
  await pool.query(`update invoices set status = 'sent', due_date = current_date + 30,
    next_due_date = current_date + 30`);
  await pool.query(rebuildSums());
  await pool.query('vacuum analyze');
  const saved = await call(
    'POST',
    `${url}/api/business-profile`,
    {
      businessName: 'Bench',
      stripePublishableKey: SECRET_KEY.replace('sk_', 'pk_'),
      stripeSecretKey: SECRET_KEY,
      stripeWebhookSecret: SIGNING_SECRET,
    },
    cookie,
  );
  return { address: new URL(String(saved['stripeWebhookUrl'])).pathname, cookie };
}

async function publicIds(pool: pg.Pool): Promise<string[]> {
  const { rows } = await pool.query<{ public_id: string }>(
    'select public_id from public_documents order by invoice_id',
  );
  return rows.map((row) => row.public_id);
}

async function readSessions(pool: pg.Pool, ids: string[]): Promise<string[]> {
  const { rows } = await pool.query<{ provider_id: string }>(
    `select c.provider_id from checkouts c
     join public_documents p on p.business_id = c.business_id and p.invoice_id = c.invoice_id
     where p.public_id = any($1)`,
    [ids],
  );
  return rows.map((row) => row.provider_id);
}

function signEvent(session: string): { body: string; signature: string } {
  const body = JSON.stringify({
    id: `evt_${randomUUID()}`,
    object: 'event',
    type: 'checkout.session.completed',
    created: Math.floor(Date.now() / 1000),
    livemode: false,
    data: { object: { id: session, object: 'checkout.session' } },
  });
  const signature = Stripe.webhooks.generateTestHeaderString({
    payload: body,
    secret: SIGNING_SECRET,
  });
  return { body, signature };
}

const sendEvent = (url: string, session: string) => deliver(url, signEvent(session));

async function deliver(url: string, event: ReturnType<typeof signEvent>): Promise<void> {
  const answer = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'stripe-signature': event.signature },
    body: event.body,
  });
  if (!answer.ok) throw new Error(`${url}: ${answer.status} ${await answer.text()}`);
  await answer.arrayBuffer();
}

/** Pieces of work a second, some at once. */
async function rate<T>(items: T[], work: (item: T) => Promise<unknown>): Promise<number> {
  const start = performance.now();
  const waiting = [...items];
  const worker = async () => {
    for (let item = waiting.shift(); item !== undefined; item = waiting.shift()) await work(item);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  return (items.length * 1000) / (performance.now() - start);
}

let visitors = 0;

/** Each from an address of its own: what one network may ask for in a minute is limited. */
const post = (url: string, body: object) => {
  visitors += 1;
  return call(
    'POST',
    url,
    body,
    '',
    `10.${visitors >> 16}.${(visitors >> 8) & 255}.${visitors & 255}`,
  );
};

async function call(
  method: string,
  url: string,
  body?: object,
  cookie = '',
  address?: string,
): Promise<Record<string, unknown>> {
  const answer = await fetch(url, {
    method,
    headers: {
      'content-type': 'application/json',
      ...(cookie ? { cookie } : {}),
      ...(address ? { 'x-forwarded-for': address } : {}),
    },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  if (!answer.ok) throw new Error(`${method} ${url}: ${answer.status} ${await answer.text()}`);
  return (await answer.json()) as Record<string, unknown>;
}
