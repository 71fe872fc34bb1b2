import { sql } from 'drizzle-orm';
import type { CalendarDate } from '../../../shared/dates/calendar-date.ts';
import { addDays, dateInZone } from '../../../shared/dates/calendar-date.ts';
import type { Queryable } from '../../db/database.ts';
import { fetchText } from '../../platform/http/fetch-text.ts';
import type { Services } from '../../platform/http/services.ts';
import type { RatesOfDay } from './parse-rates.ts';
import { parseRates } from './parse-rates.ts';

const HOUR_MS = 3_600_000;
/** The bank writes its file at about four in the afternoon, Frankfurt's time. */
const WRITTEN_AT_HOUR = 16;
const BANK_TIME = 'Europe/Berlin';
/** The file of a day has 2 kB, that of 90 days 200. */
const MOST_BYTES = 1_000_000;
const TIMEOUT_MS = 20_000;

interface Limits {
  timeoutMs?: number;
}

/**
 * Fetches the reference rates of the latest working day once they are out; nothing while they are
 * here. Runs through the day, so that what failed is tried again. Days are stored whole, once.
 * @returns how many days were stored
 * @throws Error that says why the file cannot be had or read
 */
export async function fetchExchangeRates(
  { db, clock, env }: Pick<Services, 'db' | 'clock' | 'env'>,
  { timeoutMs = TIMEOUT_MS }: Limits = {},
): Promise<number> {
  const url = env.exchangeRatesUrl;
  if (url === undefined) return 0;
  const now = clock.now();
  if (await isStored(db.orm, latestWorkday(now))) return 0;
  const days = parseRates(
    await fetchText(url, {
      timeoutMs,
      mostBytes: MOST_BYTES,
      accept: 'application/xml, text/xml',
    }),
  );
  const tomorrow = addDays(dateInZone(now, BANK_TIME), 1);
  const wrong = days.find(({ date }) => date > tomorrow);
  if (wrong) throw new Error(`The exchange rates are of ${wrong.date}, which is to come`);
  return storeDays(db.orm, days);
}

/** Of which day the rates are out. Holidays of the bank are not known here: they have no file. */
function latestWorkday(now: Date): CalendarDate {
  let day = dateInZone(new Date(now.getTime() - WRITTEN_AT_HOUR * HOUR_MS), BANK_TIME);
  while ([0, 6].includes(new Date(day).getUTCDay())) day = addDays(day, -1);
  return day;
}

async function isStored(db: Queryable, date: CalendarDate): Promise<boolean> {
  const { rows } = await db.execute(
    sql`select 1 from reference_rates where date = ${date}::date limit 1`,
  );
  return rows.length > 0;
}

/** In one statement: a day is there whole, or not; one that is there stays as it was read first. */
async function storeDays(db: Queryable, days: readonly RatesOfDay[]): Promise<number> {
  const all = days.flatMap(({ date, rates }) =>
    [...rates].map(([currency, perEuro]) => ({ date, currency, perEuro })),
  );
  const { rows } = await db.execute<{ date: string }>(sql`
    with stored as (
      insert into reference_rates (date, currency, per_euro)
      select n.date, n.currency, n.rate
      from unnest(
        ${sql.param(all.map(({ date }) => date))}::date[],
        ${sql.param(all.map(({ currency }) => currency))}::text[],
        ${sql.param(all.map(({ perEuro }) => perEuro))}::numeric[]
      ) as n (date, currency, rate)
      where not exists (select from reference_rates r where r.date = n.date)
      on conflict (date, currency) do nothing
      returning date
    )
    select distinct date from stored`);
  return rows.length;
}
