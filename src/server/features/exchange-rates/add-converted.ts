import type { CalendarDate } from '../../../shared/dates/calendar-date.ts';
import { convertMoney } from '../../../shared/money/convert.ts';
import type { Decimal } from '../../../shared/money/decimal.ts';
import { money, sumMoneyIn } from '../../../shared/money/money.ts';
import type { Queryable } from '../../db/database.ts';
import { findExchangeRates } from './find-exchange-rate.ts';

type Figures<Name extends string> = Record<Name, Decimal> & { currency: string };

/**
 * About what figures in several currencies come to in one, by the rates of a day: each is converted and
 * rounded, then added.
 * @param names of the figures that are added
 * @returns null where there are no others, or a rate is not known
 */
export async function addConverted<Name extends string>(
  db: Queryable,
  names: readonly Name[],
  own: Figures<Name>,
  others: readonly Figures<Name>[],
  day: CalendarDate,
): Promise<(Record<Name, Decimal> & { rateDate: CalendarDate }) | null> {
  const to = own.currency;
  const currencies = others.map(({ currency }) => currency);
  const rates = await findExchangeRates(db, currencies, to, day);
  const [first] = rates?.values() ?? [];
  if (!rates || !first) return null;
  const sums = names.map((name) => {
    const converted = others.map((figures) =>
      convertMoney(money(figures[name], figures.currency), {
        to,
        rate: rates.get(figures.currency)?.rate ?? '',
      }),
    );
    return [name, sumMoneyIn(to, [money(own[name], to), ...converted]).amount];
  });
  return { ...(Object.fromEntries(sums) as Record<Name, Decimal>), rateDate: first.date };
}
