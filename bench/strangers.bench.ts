import pg from 'pg';
import type { Row } from './measure.ts';
import { ms, quantile } from './measure.ts';
import { type LoadLength, putLoad } from './put-load.ts';
import type { RunningServer } from './running-server.ts';
import type { Scene } from './scene.ts';

const GOAL_MS = 150;
/** A PDF, or that there are too many to be drawn just now. */
const EXPECTED = [200, 429, 503];

/** What an owner feels in the editor while others ask for another owner's PDFs as fast as they can. */
export async function benchStrangers(scene: Scene): Promise<Row[]> {
  const connections = scene.size(80, 4);
  const seconds = scene.size(20, 1);
  const links = scene.size(20, 2);
  const server = await scene.server('postgresql');
  const owner = await server.signUp('editing@example.com');
  const other = await server.signUp('linked@example.com');
  const pool = new pg.Pool({ connectionString: server.databaseUrl });
  await pool.query(`update businesses set subscription_status = 'active'`);
  await pool.end();
  const [longest = '', ...long] = [
    ...(await makeLinks(server, other, 1, scene.size(5_000, 400))),
    ...(await makeLinks(server, other, links, scene.size(1_000, 20))),
  ];
  const alone = await typing(server, owner, () => performance.now() + 1000 * seconds);
  const attack = async (what: string, paths: string[], addresses: number): Promise<Row> => {
    let over = false;
    const attacking = putLoad(
      {
        url: server.url,
        connections,
        workers: 1,
        requests: paths.flatMap((path, n) =>
          Array.from({ length: Math.ceil(addresses / paths.length) }, (_, m) => ({
            path,
            headers: {
              'x-forwarded-for': `198.51.100.${1 + ((n + m * paths.length) % addresses)}`,
            },
          })),
        ),
      },
      scene.size<LoadLength>({ duration: seconds }, { amount: 12 }),
      { statuses: EXPECTED, mayTimeOut: true },
    ).finally(() => {
      over = true;
    });
    const typed = await typing(server, owner, () => (over ? 0 : Infinity));
    const { answers } = await attacking;
    const p95 = quantile(typed, 0.95);
    const served = [...answers].map(([code, count]) => `${count}× ${code}`).join(', ');
    return {
      what: `Preview of another owner, ${what}`,
      value: `p50 ${ms(quantile(typed, 0.5))}, p95 ${ms(p95)}, at most ${ms(Math.max(...typed))}`,
      against: `alone: p50 ${ms(quantile(alone, 0.5))}, p95 ${ms(quantile(alone, 0.95))}; strangers: ${served}`,
      goal: `p95 ≤ ${GOAL_MS} ms`,
      met: p95 <= GOAL_MS,
      counted: { previews: typed.length, alone: alone.length, served: answers.get(200) ?? 0 },
    };
  };
  return [
    await attack(`${connections} connections ask for one PDF of 5,000 lines`, [longest], 1),
    await attack(
      `${connections} connections from 60 addresses ask for ${links} PDFs of 1,000 lines`,
      long,
      60,
    ),
  ];
}

/** Asks for one preview after the other, no two alike; milliseconds of each. */
async function typing(
  { url }: RunningServer,
  cookie: string,
  until: () => number,
): Promise<number[]> {
  const end = until();
  const taken: number[] = [];
  for (let n = 0; n < 5 || performance.now() < Math.min(end, until()); n += 1) {
    const start = performance.now();
    const answer = await fetch(`${url}/api/invoices/preview`, {
      method: 'POST',
      headers: { cookie, 'content-type': 'application/json' },
      body: JSON.stringify({
        issueDate: '2026-11-20',
        dueDate: '2026-12-20',
        taxRate: '7',
        notes: `Thank you ${n}`,
        lineItems: makeLines(14),
      }),
    });
    if (!answer.ok) throw new Error(`no preview: ${answer.status} ${await answer.text()}`);
    const body = await answer.text();
    taken.push(performance.now() - start);
    if (!body.includes(`<svg`)) throw new Error('no picture in the preview');
  }
  return taken;
}

const makeLines = (count: number) =>
  Array.from({ length: count }, (_, n) => ({
    description: `Design of page template ${n + 1}`,
    quantity: '2.50',
    unitPrice: '120.00',
  }));

/** Sent invoices of so many lines. @returns where their PDFs are for everybody */
async function makeLinks(
  { url }: RunningServer,
  cookie: string,
  count: number,
  lines: number,
): Promise<string[]> {
  const call = async <T>(path: string, body: unknown): Promise<T> => {
    const answer = await fetch(url + path, {
      method: 'POST',
      headers: { cookie, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    if (!answer.ok) throw new Error(`${path}: ${await answer.text()}`);
    return (await answer.json()) as T;
  };
  const customer = await call<{ id: number }>('/api/customers', { name: 'Marta Lindqvist' });
  const paths: string[] = [];
  for (let n = 0; n < count; n += 1) {
    const { publicId } = await call<{ publicId: string }>('/api/invoices', {
      customerId: customer.id,
      invoiceNumber: `LONG-${lines}-${n}`,
      status: 'sent',
      issueDate: '2026-11-20',
      dueDate: '2026-12-20',
      lineItems: makeLines(lines),
    });
    paths.push(`/api/public/invoice/${publicId}/pdf`);
  }
  return paths;
}
