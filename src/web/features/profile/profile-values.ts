import { DEFAULT_CURRENCY } from '../../../shared/money/currencies.ts';
import { DAYS_LABELS, REMARK_LABELS } from '../../../shared/profile/document-defaults.ts';
import type { PdfTheme } from '../../../shared/profile/pdf-style.ts';
import { DEFAULT_PDF_STYLE, SUGGESTED_COLORS } from '../../../shared/profile/pdf-style.ts';
import type { BusinessProfile } from '../../../shared/profile/profile.contract.ts';
import { textValues } from '../../lib/contract-form.ts';

const TEXT_LABELS = {
  businessName: 'Business name',
  contactName: 'Contact name',
  email: 'Email',
  phone: 'Phone',
  website: 'Website',
  taxNumber: 'Tax number',
  vatId: 'VAT ID',
  currency: 'Currency',
  address: 'Street address',
  city: 'City',
  state: 'State',
  zipCode: 'ZIP code',
  country: 'Country',
  timeZone: 'Time zone',
  ...REMARK_LABELS,
  pdfTheme: 'Theme',
  pdfPrimaryColor: 'Primary color',
  pdfAccentColor: 'Accent color',
  paypalEmail: 'PayPal email',
  preferredPaymentMethod: 'Preferred payment method',
  onAcceptance: 'When a customer accepts an estimate online',
} as const;

export const PROFILE_LABELS = { ...TEXT_LABELS, ...DAYS_LABELS } as const;

/** Every field of the form by its label. */
export const FIELD_LABELS = {
  ...PROFILE_LABELS,
  pricesIncludeTax: 'Prices include tax',
  roundedTotals: 'Round totals',
  allowPartialPayments: 'Let customers pay in part',
  offerAutomaticPayment: 'Offer automatic payment',
  stripePublishableKey: 'Publishable key',
  stripeSecretKey: 'Secret key',
  stripeWebhookSecret: 'Webhook signing secret',
  paypalClientId: 'Client ID',
  paypalClientSecret: 'Client secret',
} as const;

/** Where a profile stands that nobody has given a time zone. */
const NO_ZONE = 'UTC';

/** A profile that was not saved yet begins in the time zone of this device. */
function chooseTimeZone(profile: BusinessProfile | null): string {
  const known = profile && (profile.id !== undefined || profile.timeZone !== NO_ZONE);
  return known ? profile.timeZone : Intl.DateTimeFormat().resolvedOptions().timeZone;
}

/** What the form starts from. */
export function profileValues(profile: BusinessProfile | null) {
  return {
    ...textValues(TEXT_LABELS, profile),
    invoiceDueDays: String(profile?.invoiceDueDays ?? ''),
    estimateExpiryDays: String(profile?.estimateExpiryDays ?? ''),
    timeZone: chooseTimeZone(profile),
    currency: profile?.currency ?? DEFAULT_CURRENCY,
    pricesIncludeTax: profile?.pricesIncludeTax ?? false,
    roundedTotals: profile?.roundedTotals ?? [],
    allowPartialPayments: profile?.allowPartialPayments ?? false,
    offerAutomaticPayment: profile?.offerAutomaticPayment ?? false,
    pdfTheme: profile?.pdfTheme ?? DEFAULT_PDF_STYLE.pdfTheme,
    pdfPrimaryColor: profile?.pdfPrimaryColor ?? DEFAULT_PDF_STYLE.pdfPrimaryColor,
    pdfAccentColor: profile?.pdfAccentColor ?? DEFAULT_PDF_STYLE.pdfAccentColor,
    preferredPaymentMethod: profile?.preferredPaymentMethod ?? 'stripe',
    onAcceptance: profile?.onAcceptance ?? 'draft',
    // Credentials come back masked; an empty field leaves the stored one as it is.
    stripePublishableKey: '',
    stripeSecretKey: '',
    stripeWebhookSecret: '',
    paypalClientId: '',
    paypalClientSecret: '',
  };
}

/** What only other actions than the form's save change, or follows from what they change. */
const APART: readonly (keyof BusinessProfile)[] = [
  'id',
  'logoUrl',
  'editorColumns',
  'issuedInvoices',
  'issuedInvoicesChosen',
  'stripeAccountStatus',
  'stripeAccountDetail',
  'stripeWebhookActive',
  'stripeWebhookUrl',
  'paypalAccountStatus',
  'paypalAccountDetail',
  'paypalWebhookActive',
  'version',
  'updatedAt',
];

/** Whether two versions differ in nothing that the form saves: in the logo alone, for one. */
export function sameForForm(one: BusinessProfile, other: BusinessProfile): boolean {
  return (Object.keys(one) as (keyof BusinessProfile)[]).every(
    (name) => APART.includes(name) || JSON.stringify(one[name]) === JSON.stringify(other[name]),
  );
}

export function sameColor(one: string, other: string): boolean {
  return one.trim().toLowerCase() === other.trim().toLowerCase();
}

/** Whether nobody has chosen colors beside those of the theme, so that another may bring its own. */
export function colorsUntouched(theme: PdfTheme, primary: string, accent: string): boolean {
  return [SUGGESTED_COLORS[theme], SUGGESTED_COLORS[DEFAULT_PDF_STYLE.pdfTheme]].some(
    (own) => sameColor(primary, own.primary) && sameColor(accent, own.accent),
  );
}
