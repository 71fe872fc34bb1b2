import type { ContactField } from '../../../shared/customer-portal/contact-labels.ts';
import { CONTACT_FIELDS } from '../../../shared/customer-portal/contact-labels.ts';
import type { Customer } from '../../../shared/customers/customer.contract.ts';
import type { RevisionBody } from '../../../shared/documents/revision-body.ts';
import type { BusinessProfile } from '../../../shared/profile/profile.contract.ts';

type Seller = RevisionBody['seller'];
type Look = 'pdfTheme' | 'pdfPrimaryColor' | 'pdfAccentColor';

/** What a reader of the document would call the parts of what it says of the business. */
const SELLER_PARTS: readonly [name: string, fields: readonly (keyof Seller)[]][] = [
  ['business name', ['businessName']],
  ['contact person', ['contactName']],
  ['address', ['address', 'city', 'state', 'zipCode', 'country']],
  ['email address', ['email']],
  ['phone number', ['phone']],
  ['website', ['website']],
  ['tax number', ['taxNumber']],
  ['VAT ID', ['vatId']],
];

/**
 * What the next version of an issued document would show otherwise of its business than the one that
 * is out: 'address', 'logo'.
 */
export function changedBusinessParts(
  { seller, look, logo }: Pick<RevisionBody, 'seller' | 'look' | 'logo'>,
  profile: Pick<BusinessProfile, keyof Seller | Look | 'logoUrl'>,
): string[] {
  const parts = SELLER_PARTS.filter(([, fields]) =>
    fields.some((field) => (seller[field] || null) !== (profile[field] || null)),
  ).map(([name]) => name);
  const isSameLook =
    look.theme === profile.pdfTheme &&
    look.primary === profile.pdfPrimaryColor &&
    look.accent === profile.pdfAccentColor;
  if (!isSameLook) parts.push('theme and colors');
  // The address of a file ends with its key.
  const isSameLogo = logo ? profile.logoUrl?.endsWith(`/${logo.key}`) : !profile.logoUrl;
  if (!isSameLogo) parts.push('logo');
  return parts;
}

/** Whether the customer's record says otherwise than the version that is out. */
export const isCustomerChanged = (
  { customer }: Pick<RevisionBody, 'customer'>,
  record: Pick<Customer, ContactField>,
): boolean => CONTACT_FIELDS.some((field) => (customer[field] || null) !== (record[field] || null));

/** 'with your current address and logo' */
export function describeVersionChanges(parts: readonly string[], customer: boolean): string {
  const named = [
    ...(parts.length > 0 ? [`your current ${listed(parts)}`] : []),
    ...(customer ? ['the customer’s current details'] : []),
  ];
  return named.length === 0 ? '' : `with ${listed(named)}`;
}

const listed = (parts: readonly string[]): string =>
  new Intl.ListFormat('en', { type: 'conjunction' }).format(parts);
