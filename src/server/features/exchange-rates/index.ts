export { addConverted } from './add-converted.ts';
export { exchangeRateRoutes } from './exchange-rate.routes.ts';
export { findExchangeRate, ratesSource } from './find-exchange-rate.ts';
export { fetchExchangeRates } from './fetch-exchange-rates.job.ts';
