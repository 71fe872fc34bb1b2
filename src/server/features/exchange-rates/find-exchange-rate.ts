import { sql } from 'drizzle-orm';
import type { CalendarDate } from '../../../shared/dates/calendar-date.ts';
import type { FoundExchangeRate } from '../../../shared/exchange-rates/exchange-rate.contract.ts';
import { EXCHANGE_RATE_PLACES } from '../../../shared/money/convert.ts';
import type { Decimal } from '../../../shared/money/decimal.ts';
import { divideRounded, scaleDecimal, writeDecimal } from '../../../shared/money/decimal.ts';
import type { Queryable } from '../../db/database.ts';

type KnownRate = Omit<FoundExchangeRate, 'source'>;

const BANK = 'European Central Bank';
const BANK_HOST = 'ecb.europa.eu';

/** The bank's own currency, which its files take for granted. */
const EURO = 'EUR';
/** Over weekends and holidays the last rate stands; an older one is none. */
const DAYS_BEFORE = 7;

/**
 * The rate of a day, or of the latest before it that is at most a week older: both currencies' of the
 * same day, through the euro.
 * @returns undefined where none is known
 */
export async function findExchangeRate(
  db: Queryable,
  from: string,
  to: string,
  date: CalendarDate,
): Promise<KnownRate | undefined> {
  return (await findExchangeRates(db, [from], to, date))?.get(from);
}

/**
 * The rates of several currencies, all of one day, by currency.
 * @returns undefined where that of any is not known
 */
export async function findExchangeRates(
  db: Queryable,
  from: readonly string[],
  to: string,
  date: CalendarDate,
): Promise<Map<string, KnownRate> | undefined> {
  if (from.length === 0) return undefined;
  const wanted = [...new Set([...from, to])].filter((currency) => currency !== EURO);
  if (wanted.length === 0) return undefined;
  const { rows } = await db.execute<{ date: string; currency: string; per_euro: string }>(sql`
    with day as (
      select date from reference_rates
      where currency = any(${sql.param(wanted)}::text[])
        and date between ${date}::date - ${DAYS_BEFORE}::int and ${date}::date
      group by date having count(*) = ${wanted.length}::int
      order by date desc limit 1
    )
    select r.date, r.currency, r.per_euro::text as per_euro
    from reference_rates r join day on day.date = r.date
    where r.currency = any(${sql.param(wanted)}::text[])`);
  const [first] = rows;
  if (!first) return undefined;
  const perEuro = new Map([
    [EURO, '1'],
    ...rows.map(({ currency, per_euro }): [string, Decimal] => [currency, per_euro]),
  ]);
  return new Map(
    from.map((currency) => [
      currency,
      {
        from: currency,
        to,
        rate: crossRate(perEuro.get(currency) ?? '', perEuro.get(to) ?? ''),
        date: first.date,
      },
    ]),
  );
}

/** Rounded half away from zero. */
function crossRate(from: Decimal, to: Decimal): Decimal {
  const [units, of] = [to, from].map((rate) => scaleDecimal(rate, EXCHANGE_RATE_PLACES));
  const scaled = (units ?? 0n) * 10n ** BigInt(EXCHANGE_RATE_PLACES);
  return writeDecimal(divideRounded(scaled, of ?? 1n), EXCHANGE_RATE_PLACES);
}

/**
 * Whose rates those of a file are, as documents keep it beside their rate: the bank's where the bank
 * gives them out, otherwise the host's that does. Without a setting the rates are left from one, which
 * is the bank's by the manual.
 */
export function ratesSource(url: string | undefined): string {
  if (url === undefined) return BANK;
  const { hostname } = new URL(url);
  return hostname === BANK_HOST || hostname.endsWith(`.${BANK_HOST}`) ? BANK : hostname;
}
