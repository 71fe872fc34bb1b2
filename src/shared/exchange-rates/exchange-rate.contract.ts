import { oc } from '@orpc/contract';
import * as z from 'zod';
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
  find: oc
    .route({ method: 'GET', path: '/exchange-rate', tags: ['Exchange rates'] })
    .input(
      z.object({ from: currencyField('from'), to: currencyField('to'), date: dateField('date') }),
    )
    .output(exchangeRateSchema),
};
