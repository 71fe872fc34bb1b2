import pg from 'pg';
import type { InvoiceSummary } from '../src/shared/invoices/invoice.contract.ts';
import type { Counted, Row } from './measure.ts';
import { inTurn, median, ms, perSecond, requireSame, times, times2 } from './measure.ts';
import { type LoadLength, putLoad } from './put-load.ts';
import { startProgram } from './running-server.ts';
import type { Scene } from './scene.ts';
import { seedInvoices } from './seed-invoices.ts';

const PAGE = 50;
const FEW = 100;
/** The most that an owner's lists are planned for. */
const MOST = 1_000_000;

const listQuery = (condition: string) => `
  select i.business_id, i.id, i.customer_id, i.invoice_number, i.po_number, i.status, i.issue_date,
    i.due_date, i.currency, i.subtotal, i.tax_amount, i.tax_rate, i.total, i.notes, i.terms,
    i.stripe_payment_intent_id, i.payment_url, i.version, i.created_at, i.updated_at,
    c.name as customer_name, c.company as customer_company, c.email as customer_email, p.public_id
  from (
    select * from invoices i where i.business_id = $1 and i.deleted_at is null ${condition}
    order by i.issue_date desc, i.id desc limit ${PAGE + 1}
  ) i
  join customers c on c.business_id = i.business_id and c.id = i.customer_id
  join public_documents p on p.business_id = i.business_id and p.invoice_id = i.id
  order by i.issue_date desc, i.id desc`;
const LIST = listQuery('');
const SEARCH = listQuery('and i.search_text like $2');

/** Orders and filters, with and against the index of each. @param month in which there are invoices */
const narrowed = (month: string) =>
  [
    ['oldest first', 'sort=issueDate'],
    ['by due date', 'sort=nextDueDate'],
    ['by amount', 'sort=-total'],
    ['of drafts by amount', 'sort=-total&status=draft'],
    ['of a month', `from=${month}-01&to=${month}-31`],
    ['of a month by due date', `from=${month}-01&to=${month}-31&sort=-nextDueDate`],
    ['of a month by amount', `from=${month}-01&to=${month}-31&sort=-total`],
    ['above an amount that none has', 'minTotal=477'],
  ] as const;

/** Lists and searches on PostgreSQL: against a bare handler, and 100,000 invoices against 100. */
export async function benchLists(scene: Scene): Promise<Row[]> {
  const { size } = scene;
  const many = size(100_000, 200);
  const server = await scene.server('postgresql');
  const { databaseUrl } = server;
  const pool = new pg.Pool({ connectionString: databaseUrl });
  try {
    const manyCookie = await server.signUp('many@example.com');
    const fewCookie = await server.signUp('few@example.com');
    const owner = await seedInvoices(pool, 'many@example.com', many);
    await seedInvoices(pool, 'few@example.com', FEW);
    await pool.query('vacuum analyze');

    const list = `${server.url}/api/invoices?limit=${PAGE}`;
    const rows: Row[] = [];
    const bareList = await startBare(databaseUrl, owner, LIST);
    const bareSearch = await startBare(databaseUrl, owner, SEARCH);
    try {
      const listed = await requireSameInvoices(list, manyCookie, bareList.url);
      const against = await inTurn(
        size(3, 1),
        () => requestsPerSecond(scene, list, manyCookie),
        () => requestsPerSecond(scene, bareList.url),
      );
      rows.push({
        what: `List of 50, owner with 100,000 invoices`,
        value: perSecond(against.a),
        against: `bare Fastify + pg, same query: ${perSecond(against.b)}`,
        ratio: times2(against.ratio),
        goal: '≥ 0.7×',
        met: against.ratio >= 0.7,
        counted: listed,
      });
      const againstFew = async (what: string, cookie: string) => {
        const page = async (of: string) => countInvoices(await readJson(list, of));
        const counted = requireSame(what, await page(cookie), await page(fewCookie));
        const byOwner = await inTurn(
          size(5, 1),
          () => medianMs(scene, list, cookie),
          () => medianMs(scene, list, fewCookie),
        );
        rows.push({
          what,
          value: ms(byOwner.a),
          against: `owner with 100 invoices: ${ms(byOwner.b)}`,
          ratio: times2(byOwner.ratio),
          goal: '≤ 1.2×',
          met: byOwner.ratio <= 1.2,
          counted,
        });
      };
      await againstFew('The same list, one request at a time', manyCookie);
      for (const [what, query] of narrowed(size('2026-03', '2024-03'))) {
        const counted = countInvoices(await readJson(`${list}&${query}`, manyCookie));
        const byOrder = await inTurn(
          size(3, 1),
          () => medianMs(scene, `${list}&${query}`, manyCookie),
          () => medianMs(scene, list, manyCookie),
        );
        rows.push({
          what: `The same list ${what}`,
          value: ms(byOrder.a),
          against: `newest first: ${ms(byOrder.b)}`,
          ratio: times2(byOrder.ratio),
          counted,
        });
      }
      const number = size('inv-0054321', 'inv-0000054');
      for (const [word, finds] of [
        [number, 'one invoice'],
        ['c81e728d9d', 'one customer'],
        ['company', 'all 100,000'],
        ['nowhere at all', 'nothing'],
      ] as const) {
        const path = encodeURIComponent(word);
        const counted = await requireSameInvoices(
          `${list}&search=${path}`,
          manyCookie,
          `${bareSearch.url}/?search=${path}`,
        );
        const search = await inTurn(
          size(3, 1),
          () => medianMs(scene, `${list}&search=${path}`, manyCookie),
          () => medianMs(scene, `${bareSearch.url}/?search=${path}`),
        );
        rows.push({
          what: `Search that finds ${finds}`,
          value: ms(search.a),
          against: `bare handler: ${ms(search.b)}`,
          ratio: times2(search.ratio),
          counted,
        });
      }
      const explained = await pool.query<{ 'QUERY PLAN': string }>(`explain ${SEARCH}`, [
        owner,
        `%${number}%`,
      ]);
      const plan = explained.rows.map((row) => row['QUERY PLAN']).join('\n');
      const indexed = plan.includes('invoices_search') && !plan.includes('Seq Scan on invoices');
      rows.push({
        what: 'Plan of a search',
        value: indexed ? 'index invoices_search' : 'no index',
        goal: 'an index',
        met: indexed,
      });
      const summaryUrl = `${server.url}/api/invoices/summary`;
      const { all } = (await readJson(summaryUrl, manyCookie)) as InvoiceSummary;
      const summary = await times(size(30, 1), size(5, 0), () => read(summaryUrl, manyCookie));
      rows.push({
        what: 'Counts and sums of 100,000 invoices',
        value: ms(median(summary)),
        counted: { invoices: all.count },
      });
      const mostCookie = await server.signUp('most@example.com');
      await seedInvoices(pool, 'most@example.com', size(MOST, 300));
      await pool.query('vacuum analyze');
      await againstFew('List of 50, 1,000,000 invoices added, one request at a time', mostCookie);
      return rows;
    } finally {
      await bareList.stop();
      await bareSearch.stop();
    }
  } finally {
    await pool.end();
  }
}

async function requestsPerSecond({ size }: Scene, url: string, cookie = ''): Promise<number> {
  const run = (length: LoadLength) =>
    putLoad({ url, connections: 8, headers: cookie ? { cookie } : {} }, length);
  // Until both have been compiled for speed: the longer program takes longer.
  await run(size<LoadLength>({ duration: 4 }, { amount: 8 }));
  const result = await run(size<LoadLength>({ duration: 5 }, { amount: 16 }));
  return result.perSecond;
}

/** Of one request at a time. */
export async function medianMs({ size }: Scene, url: string, cookie = ''): Promise<number> {
  return median(await times(size(40, 1), size(5, 0), () => read(url, cookie)));
}

async function read(url: string, cookie = ''): Promise<void> {
  const answer = await fetch(url, { headers: { cookie } });
  await answer.arrayBuffer();
  if (!answer.ok) throw new Error(`${url}: ${answer.status}`);
}

export async function readJson(url: string, cookie = ''): Promise<unknown> {
  const answer = await fetch(url, { headers: { cookie } });
  if (!answer.ok) throw new Error(`${url}: ${answer.status}`);
  return answer.json();
}

const countInvoices = (answer: unknown): Counted => ({ invoices: (answer as unknown[]).length });

/** That a page is the beginning of what the bare handler reads, which is one invoice more. */
async function requireSameInvoices(url: string, cookie: string, bareUrl: string): Promise<Counted> {
  const ids = (answer: unknown) =>
    (answer as { id: number | string }[]).map(({ id }) => Number(id));
  const ours = ids(await readJson(url, cookie));
  const bare = ids(await readJson(bareUrl)).slice(0, PAGE);
  if (ours.join() !== bare.join()) throw new Error(`${url}: other invoices than ${bareUrl}`);
  return { invoices: ours.length };
}

function startBare(databaseUrl: string, owner: string, query: string) {
  return startProgram(['--import', 'tsx', 'bench/bare-server.ts'], {
    DATABASE_URL: databaseUrl,
    OWNER: owner,
    QUERY: query,
  });
}
