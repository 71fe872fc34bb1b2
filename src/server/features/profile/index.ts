export {
  paymentMethods,
  takesCards,
  takesPayPal,
} from '../../../shared/profile/payment-methods.ts';
export { checkPaymentKeys, connectAccounts } from './connect-accounts.ts';
export { formatChargeFaults, offeredMethods, partLimits } from './offered-methods.ts';
export { isTestBusiness, openAccount } from './payment-accounts.ts';
export { profileRoutes } from './profile.routes.ts';
export type { ProfileRow } from './profile.store.ts';
export {
  findProfile,
  readBusinessCurrency,
  readBusinessDay,
  readBusinessLocale,
} from './profile.store.ts';
export { readLogo } from './read-logo.ts';
export type { ResealOutcome } from './reseal-keys.ts';
export { isSealedWithOtherKey, resealPaymentKeys } from './reseal-keys.ts';
export { accountName, forgetRetiredKeys, openRetiredAccount } from './retired-keys.ts';
export { prefillProfile } from './save-profile.ts';
export type { SellerRow } from './seller-columns.ts';
export { sellerColumns } from './seller-columns.ts';
export { endpointSecret, findWebhookEndpoint, isEndpointActive } from './webhook-endpoint.store.ts';
export { replaceLostTimeZones } from './time-zones.ts';
