import type { Database } from '../src/server/db/database.ts';
import { migrate } from '../src/server/db/migrate.ts';
import { openDatabase } from '../src/server/db/open-database.ts';
import { createCustomer } from '../src/server/features/customers/save-customer.ts';
import { createInvoice } from '../src/server/features/invoices/save-invoice.ts';
import { systemClock } from '../src/server/platform/clock/clock.ts';
import { quietLog } from '../test/database/quiet-log.ts';
import { aCustomer, anInvoice } from '../test/factories/invoice.ts';
import { makeOwner } from '../test/factories/owner.ts';
import type { Counted, Row } from './measure.ts';
import { inTurn, perSecond, requireSame, times2 } from './measure.ts';
import type { Scene } from './scene.ts';

const FIVE_LINES = Array.from({ length: 5 }, (_, n) => ({
  description: `Line ${n + 1}`,
  quantity: '1.50',
  unitPrice: '120.00',
}));

interface Statement {
  text: string;
  values: unknown[];
}

const tax = (name: string, rate: string) => ({ name, rate, category: 'S' as const });

/** What is created: a plain draft, and an invoice that is issued with all that it can say. */
const SHAPES = [
  { what: 'an invoice with five lines', values: { lineItems: FIVE_LINES }, goal: 0.85 },
  {
    what: 'an issued one: two taxes a line, a discount, its revision',
    values: {
      status: 'sent',
      currency: 'EUR',
      taxRate: '0',
      exchangeRate: { rate: '1.0845' },
      discounts: [{ percent: '10' }],
      lineItems: FIVE_LINES.map((line) => ({
        ...line,
        taxes: [tax('GST', '5'), tax('QST', '9.975')],
      })),
    },
    goal: 0.75,
  },
];
type Shape = (typeof SHAPES)[number];

/** Creating invoices, against the same SQL in a bare loop, on both databases. */
export async function benchCreate(scene: Scene): Promise<Row[]> {
  return [
    ...(await measureAt(scene, { dataDir: await scene.dataDir() })),
    ...(await measureAt(scene, { databaseUrl: await scene.database(), dataDir: '' })),
  ];
}

async function measureAt(
  scene: Scene,
  place: { databaseUrl?: string; dataDir: string },
): Promise<Row[]> {
  const db = await openDatabase({ ...place, log: quietLog });
  await migrate(db, { log: quietLog });
  const rows: Row[] = [];
  for (const shape of SHAPES) rows.push(await measure(scene, db, shape));
  await db.close();
  return rows;
}

async function measure({ size }: Scene, db: Database, shape: Shape): Promise<Row> {
  const perRound = size(60, 2);
  const services = { db, clock: systemClock };
  const owner = await makeOwner(db);
  // Without an address, nothing is mailed.
  const customer = await createCustomer(services, owner, aCustomer({ email: null }));
  let n = 0;
  const create = () => {
    n += 1;
    const invoiceNumber = `REMIT-${n}`;
    const input = anInvoice(customer.id, { invoiceNumber, ...shape.values });
    return createInvoice(services, owner, input, `key-${n}`);
  };
  const recorded = await recordStatements(db, create);
  const rate = async (one: () => Promise<unknown>) => {
    const start = performance.now();
    for (let i = 0; i < perRound; i += 1) await one();
    return (perRound * 1000) / (performance.now() - start);
  };
  await rate(create);
  const result = await inTurn(
    size(5, 1),
    () => rate(create),
    () => rate(() => replay(db, recorded)),
  );
  const counted = requireSame(
    shape.what,
    await countRowsOfEach(db, owner, 'REMIT-'),
    await countRowsOfEach(db, owner, 'BARE-'),
  );
  return {
    what: `Create ${shape.what} (${db.kind === 'embedded' ? 'embedded' : 'PostgreSQL'})`,
    value: perSecond(result.a),
    against: `same SQL in a bare loop: ${perSecond(result.b)}`,
    ratio: times2(result.ratio),
    goal: `≥ ${shape.goal}×`,
    met: result.ratio >= shape.goal,
    counted,
  };
}

/** How many rows an invoice has whose number begins like this: one more means that not all are alike. */
async function countRowsOfEach(db: Database, owner: string, prefix: string): Promise<Counted> {
  const { rows } = await db.pool.query<Counted>(
    `select count(*)::float as invoices, sum(lines)::float / count(*) as lines,
       sum(revisions)::float / count(*) as revisions, sum(entries)::float / count(*) as entries,
       sum(addresses)::float / count(*) as addresses
     from invoices i
     cross join lateral (select count(*) as lines from invoice_line_items l
       where l.business_id = i.business_id and l.invoice_id = i.id) l
     cross join lateral (select count(*) as revisions from document_revisions r
       where r.business_id = i.business_id and r.invoice_id = i.id) r
     cross join lateral (select count(*) as entries from ledger_entries e
       where e.business_id = i.business_id and e.invoice_id = i.id) e
     cross join lateral (select count(*) as addresses from public_documents p
       where p.business_id = i.business_id and p.invoice_id = i.id) p
     where i.business_id = $1 and i.invoice_number like $2`,
    [owner, `${prefix}%`],
  );
  const { invoices = 0, ...each } = rows[0] ?? {};
  if (invoices === 0) throw new Error(`No invoice ${prefix} was created`);
  return each;
}

interface Recording {
  statements: Statement[];
  id: number;
  publicId: string;
  invoiceNumber: string;
  key: string;
}

/** The statements of one creation, as the driver sends them. */
async function recordStatements(
  db: Database,
  create: () => Promise<{ id: number; publicId: string; invoiceNumber: string }>,
): Promise<Recording> {
  const statements: Statement[] = [];
  const client = await db.pool.connect();
  const prototype = Object.getPrototypeOf(client) as { query: (...args: unknown[]) => unknown };
  client.release();
  const original = prototype.query;
  prototype.query = function record(this: unknown, ...args: unknown[]) {
    const [query, values] = args as [string | { text: string }, unknown[] | undefined];
    statements.push({ text: typeof query === 'string' ? query : query.text, values: values ?? [] });
    return original.apply(this, args);
  };
  try {
    const { id, publicId, invoiceNumber } = await create();
    return { statements, id, publicId, invoiceNumber, key: 'key-1' };
  } finally {
    prototype.query = original;
  }
}

let replays = 0;

/** The same statements again, with a number, a key and ids of their own. */
async function replay(db: Database, recorded: Recording): Promise<void> {
  replays += 1;
  let id: unknown;
  const publicId = replays.toString(16).padStart(32, '0');
  const renew = (value: unknown): unknown => {
    if (value === recorded.id && id !== undefined) return id;
    if (value === recorded.publicId || value === recorded.key) {
      return value === recorded.key ? `bare-${replays}` : publicId;
    }
    if (typeof value !== 'string') return value;
    return value
      .replace(recorded.invoiceNumber, `BARE-${replays}`)
      .replace(recorded.invoiceNumber.toLowerCase(), `bare-${replays}`);
  };
  const client = await db.pool.connect();
  try {
    for (const { text, values } of recorded.statements) {
      const fresh = text.includes('insert into "public_documents"')
        ? values.map((value) =>
            typeof value === 'string' && /^[0-9a-f]{32}$/.test(value) ? publicId : renew(value),
          )
        : values.map(renew);
      const { rows } = await client.query<{ id?: unknown }>(text, fresh);
      if (text.includes('insert into "invoices"')) id = rows[0]?.id;
    }
  } finally {
    client.release();
  }
}
