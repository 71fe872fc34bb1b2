import { invalidField, notFound } from '../../../shared/errors/app-error.ts';
import { ownerApi } from '../../platform/http/api-context.ts';
import type { Services } from '../../platform/http/services.ts';
import { EXCHANGE_RATES_OF_AN_OWNER } from '../../platform/limits/limit-rules.ts';
import { findExchangeRate, ratesSource } from './find-exchange-rate.ts';

export function exchangeRateRoutes({ db, limits, env }: Pick<Services, 'db' | 'limits' | 'env'>) {
  return {
    find: ownerApi.exchangeRates.find.handler(async ({ input, context: { actor } }) => {
      const { from, to, date } = input;
      if (from === to) throw invalidField('to', 'to must be another currency than from');
      const key = `exchange rate ${actor.businessId}`;
      await limits.count(key, EXCHANGE_RATES_OF_AN_OWNER, 'exchange rates');
      const found = await findExchangeRate(db.orm, from, to, date);
      if (!found) throw notFound('Exchange rate');
      return { ...found, source: ratesSource(env.exchangeRatesUrl) };
    }),
  };
}
