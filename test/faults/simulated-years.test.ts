import { rm } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { expect, it, onTestFinished } from 'vitest';
import { openDatabase } from '../../src/server/db/open-database.ts';
import { createEmbeddedDataDir } from '../database/embedded-template.ts';
import { quietLog } from '../database/quiet-log.ts';
import { createPostgresDatabase, dropPostgresDatabase } from '../database/shared-server.ts';
import { isRest } from '../run.ts';
import { startProcess } from './child-process.ts';
import type { SimulatedSchedule, SimulationSize } from './expected-years.ts';
import {
  OWNERS,
  expectedReminders,
  expectedRuns,
  SCHEDULES,
  SIMULATION_START,
} from './expected-years.ts';

const program = fileURLToPath(new URL('./simulate-years.ts', import.meta.url));
/**
 * `npm run test:all` lives through a year; SIMULATION=whole through three, with 50 schedules and 2,000
 * invoices, in about ten minutes each; without either it is a month.
 */
const IS_WHOLE = process.env['SIMULATION'] === 'whole';
const SIZES: Record<string, SimulationSize> = {
  month: { templates: 11, invoices: 16, days: 36, kills: 3 },
  year: { templates: 20, invoices: 150, days: 366, kills: 15 },
  years: { templates: 50, invoices: 2_000, days: 1_096, kills: 40 },
};
const SIZE = SIZES[IS_WHOLE ? 'years' : isRest ? 'year' : 'month'] as SimulationSize;
/** Beyond the usual patience: a slow machine takes half an hour for three years. */
const TIMEOUT = IS_WHOLE ? 3 * 3_600_000 : 1_800_000;
const END = new Date(Date.parse(SIMULATION_START) + SIZE.days * 86_400_000);

it.each([
  ['embedded', 1] as const,
  ...(IS_WHOLE ? [['postgresql', 2] as const] : []),
  ['postgresql', 3] as const,
])(
  'each day is dealt with once and nobody is reminded of what is paid, in processes that are killed (%s, %i at once)',
  async (kind, instances) => {
    const dataDir = kind === 'embedded' ? await createEmbeddedDataDir() : '';
    const databaseUrl = kind === 'postgresql' ? await createPostgresDatabase() : undefined;
    onTestFinished(async () => {
      if (databaseUrl) await dropPostgresDatabase(databaseUrl);
      else await rm(dataDir, { recursive: true, force: true });
    });
    const start = () => startProcess([program, databaseUrl ?? dataDir, JSON.stringify(SIZE)]);
    const first = await start();
    await first.line('populated');
    await first.kill();
    const isOver = ({ lines }: { lines: string[] }) =>
      lines.some((line) => line.startsWith('lived') && new Date(line.slice(6)) > END);
    for (let kill = 0; ; kill += 1) {
      const living = await Promise.all(Array.from({ length: instances }, start));
      await Promise.all(living.map((one) => one.line('lived')));
      const until = kill < SIZE.kills ? Date.now() + Math.random() * (SIZE.days * 4) : Infinity;
      while (Date.now() < until && !living.some(isOver)) {
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
      const isDone = living.some(isOver);
      await Promise.all(living.map((one) => one.kill()));
      if (isDone) break;
    }

    const db = await openDatabase({ databaseUrl, dataDir, log: quietLog });
    onTestFinished(() => db.close());
    const read = async <Row extends object>(text: string) =>
      (await db.pool.query(text)).rows as Row[];
    // What PostgreSQL was still at work on when its client went is over when the rows can be had.
    await db.pool.query(
      'begin; select 1 from recurring_invoices for update; select 1 from invoices for update; commit',
    );
    const moments = (await read<{ moment: Date }>('select moment from sim_moments order by 1')).map(
      ({ moment }) => new Date(moment),
    );
    // The last was perhaps not lived through to its end by everyone.
    const { zones } = await readOwners(read);

    const templates = await read<{ id: string; name: string; business_id: string }>(
      'select id, name, business_id from recurring_invoices',
    );
    expect(templates).toHaveLength(SIZE.templates);
    const runs = await read<Record<'recurring_id' | 'date' | 'outcome' | 'issue_date', string>>(`
      select r.recurring_id, r.date::text as date, r.outcome, i.issue_date::text as issue_date
      from recurring_runs r
      left join invoices i on i.business_id = r.business_id and i.id = r.invoice_id
      order by r.date`);
    for (const { id, name, business_id } of templates) {
      const n = Number(name.slice(3));
      const simulated = SCHEDULES[n % SCHEDULES.length] as SimulatedSchedule;
      const own = runs.filter(({ recurring_id }) => recurring_id === id);
      const expected = expectedRuns(simulated, moments, zones.get(business_id) ?? '');
      const seen = own.map(({ date, outcome }) => [date, outcome]);
      // A moment that had begun when everything was ended may have gone further.
      expect(seen.slice(0, expected.length), name).toEqual(expected);
      expect(seen.length - expected.length, name).toBeLessThanOrEqual(2);
      for (const { date, outcome, issue_date } of own) {
        expect(issue_date, `${name} ${date}`).toBe(outcome === 'made' ? date : null);
      }
    }
    const [doubles] = await read<{ invoices: number; runs: number; made: number }>(`
      select (select count(*)::int from invoices where invoice_number not like 'SIM-%') as invoices,
        (select count(*)::int from recurring_runs where outcome = 'made') as runs,
        (select sum(made_count)::int from recurring_invoices) as made`);
    expect(doubles?.invoices).toBe(doubles?.runs);
    expect(doubles?.made).toBe(doubles?.runs);

    const invoices = await read<{
      number: string;
      business_id: string;
      due_date: string;
      until: string | null;
      at: Date | null;
      status: string;
      reminders: { days: number; onDate: string }[];
      late: number;
      messages: number;
    }>(`
      select i.invoice_number as number, i.business_id, i.due_date::text as due_date,
        p.until_date::text as until, s.at, i.status,
        coalesce((select json_agg(json_build_object('days', r.days, 'onDate', r.on_date) order by r.id)
          from invoice_reminders r
          where r.business_id = i.business_id and r.invoice_id = i.id), '[]') as reminders,
        (select count(*)::int from events e
          where e.business_id = i.business_id and e.invoice_id = i.id and e.type = 'email.queued'
            and e.data ->> 'kind' = 'reminder'
            and e.id > (select min(paid.id) from events paid where paid.business_id = i.business_id
              and paid.invoice_id = i.id and paid.type = 'invoice.paid')) as late,
        (select count(*)::int from emails m where m.business_id = i.business_id
          and m.invoice_id = i.id and m.kind = 'reminder') as messages
      from invoices i
      left join reminder_pauses p on p.business_id = i.business_id and p.invoice_id = i.id
      left join sim_payments s on s.business_id = i.business_id and s.invoice_id = i.id
      where i.invoice_number like 'SIM-%'`);
    expect(invoices).toHaveLength(SIZE.invoices);
    let reminded = 0;
    for (const { number, reminders, ...invoice } of invoices) {
      const owner = OWNERS.find(({ timeZone }) => timeZone === zones.get(invoice.business_id));
      if (!owner) throw new Error('an owner without a time zone');
      const paidAt = invoice.at ? new Date(invoice.at) : undefined;
      const facts = { dueDate: invoice.due_date, pausedUntil: invoice.until ?? undefined, paidAt };
      const expected = expectedReminders(facts, moments, owner);
      const certain = expected.filter(({ mayBe }) => !mayBe);
      const seen = reminders.map(({ days, onDate }) => `${days} on ${onDate}`);
      const words = (one: { days: number; onDate: string }) => `${one.days} on ${one.onDate}`;
      expect(seen, number).toEqual(expect.arrayContaining(certain.map(words)));
      const possible = new Set(expected.map(words));
      const others = seen.filter((one) => !possible.has(one));
      // Only what a moment that was cut off has done is not expected.
      const lastDay = moments.at(-1)?.toISOString().slice(0, 8) ?? '';
      expect(
        others.filter((one) => !one.includes(lastDay)),
        number,
      ).toEqual([]);
      expect([invoice.late, invoice.messages], number).toEqual([0, reminders.length]);
      if (paidAt && paidAt < (moments.at(-1) ?? 0)) expect(invoice.status, number).toBe('paid');
      reminded += reminders.length;
    }
    expect(reminded).toBeGreaterThan(SIZE.invoices / 2);
  },
  TIMEOUT,
);

async function readOwners(read: <Row extends object>(text: string) => Promise<Row[]>) {
  const rows = await read<{ business_id: string; time_zone: string }>(
    'select business_id, time_zone from business_profiles',
  );
  return { zones: new Map(rows.map((row) => [row.business_id, row.time_zone])) };
}
