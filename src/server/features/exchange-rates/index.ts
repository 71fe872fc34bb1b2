export { exchangeRateRoutes } from './exchange-rate.routes.ts';
export { fetchExchangeRates } from './fetch-exchange-rates.job.ts';
export { findExchangeRate, findExchangeRates } from './find-exchange-rate.ts';
