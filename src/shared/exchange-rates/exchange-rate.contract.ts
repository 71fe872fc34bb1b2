import * as z from 'zod';
import { getCall } from '../contract/calls.ts';
import { currencyField, dateField, dateText, decimalText } from '../contract/fields.ts';

export const exchangeRateSchema = z.object({
  from: z.string(),
  to: z.string(),
  /** Units of `to` for one of `from`, with ten decimals. */
  rate: decimalText,
  /** The day that the rate is of: the one asked for, or at most a week before it. */
  date: dateText,
  source: z.string(),
});
export type FoundExchangeRate = z.output<typeof exchangeRateSchema>;

export const exchangeRateContract = {
  /** 404 where none is known: it is then typed. */
  find: getCall(
    '/exchange-rate',
    'Exchange rates',
    z.object({ from: currencyField('from'), to: currencyField('to'), date: dateField('date') }),
    exchangeRateSchema,
  ),
};
