import { skipToken, useQuery } from '@tanstack/react-query';
import { parseCalendarDate } from '../../../shared/dates/calendar-date.ts';
import { formatQuantity } from '../../../shared/money/decimal.ts';
import { orpc } from '../../lib/api.ts';

/** A rate that is offered where one has to be typed. */
export interface OfferedRate {
  rate: string;
  date: string;
  source: string;
}

/**
 * Units of `to` for one of `from` on a day, where the installation has one.
 * @returns undefined where it has none: it is typed then
 */
export function useExchangeRate(from: string, to: string, day: string): OfferedRate | undefined {
  const date = parseCalendarDate(day);
  const input = date && from !== to ? { from, to, date } : skipToken;
  const { data } = useQuery(
    orpc.exchangeRates.find.queryOptions({ input, retry: false, staleTime: Infinity }),
  );
  return data && { ...data, rate: formatQuantity(data.rate) };
}
