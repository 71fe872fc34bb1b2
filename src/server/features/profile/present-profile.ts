import { notFound } from '../../../shared/errors/app-error.ts';
import { pickDefaults } from '../../../shared/profile/document-defaults.ts';
import type { BusinessProfile } from '../../../shared/profile/profile.contract.ts';
import type { Queryable } from '../../db/database.ts';
import type { Services } from '../../platform/http/services.ts';
import { findBusiness } from '../businesses/index.ts';
import { maskedCredential } from './credentials.ts';
import type { ProfileRow } from './profile.store.ts';
import { isEndpointActive, listWebhookEndpoints, webhookPath } from './webhook-endpoint.store.ts';

/**
 * What the owner sees; credentials are masked. Without an id while nobody has saved it.
 * @throws AppError NOT_FOUND where the owner has no profile
 */
export async function presentProfile(
  { seal, appUrl }: Pick<Services, 'seal' | 'appUrl'>,
  db: Queryable,
  row: ProfileRow | undefined,
): Promise<BusinessProfile> {
  if (!row) throw notFound('Business profile');
  const business = await findBusiness(db, row.businessId);
  if (!business) throw notFound('Business profile');
  const endpoints = await listWebhookEndpoints(db, row.businessId);
  const of = (provider: 'stripe' | 'paypal') => endpoints.find((one) => one.provider === provider);
  const stripe = of('stripe');
  return {
    ...(row.savedAt && { id: row.id }),
    userId: business.owner.accountId,
    businessName: row.businessName,
    contactName: row.contactName,
    email: row.email,
    phone: row.phone,
    address: row.address,
    city: row.city,
    state: row.state,
    zipCode: row.zipCode,
    country: row.country,
    website: row.website,
    logoUrl: row.logoUrl,
    taxNumber: row.taxNumber,
    vatId: row.vatId,
    currency: row.currency,
    pricesIncludeTax: row.pricesIncludeTax,
    roundedTotals: row.roundedTotals,
    allowPartialPayments: row.allowPartialPayments,
    offerAutomaticPayment: row.offerAutomaticPayment,
    onAcceptance: row.onAcceptance,
    issuedInvoices: row.issuedInvoices,
    issuedInvoicesChosen: row.issuedInvoicesChosenAt !== null,
    editorColumns: row.editorColumns,
    ...pickDefaults(row),
    timeZone: row.timeZone,
    pdfTheme: row.pdfTheme,
    pdfPrimaryColor: row.pdfPrimaryColor,
    pdfAccentColor: row.pdfAccentColor,
    stripePublishableKey: maskedCredential(seal, row, 'stripePublishableKey'),
    stripeSecretKey: maskedCredential(seal, row, 'stripeSecretKey'),
    stripeAccountStatus: row.stripeAccountStatus,
    stripeAccountDetail: row.stripeAccountDetail,
    stripeWebhookActive: row.stripeSecretKey !== null && isEndpointActive(stripe),
    stripeWebhookUrl:
      row.stripeSecretKey !== null && stripe ? appUrl() + webhookPath(stripe) : null,
    paypalClientId: maskedCredential(seal, row, 'paypalClientId'),
    paypalClientSecret: maskedCredential(seal, row, 'paypalClientSecret'),
    paypalEmail: row.paypalEmail,
    paypalAccountStatus: row.paypalAccountStatus,
    paypalAccountDetail: row.paypalAccountDetail,
    paypalWebhookActive: row.paypalClientSecret !== null && isEndpointActive(of('paypal')),
    preferredPaymentMethod: row.preferredPaymentMethod,
    version: row.version,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  };
}
