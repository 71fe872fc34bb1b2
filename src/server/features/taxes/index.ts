export { taxRateRoutes } from './tax-rate.routes.ts';
export { findTaxRates } from './tax-rate.store.ts';
