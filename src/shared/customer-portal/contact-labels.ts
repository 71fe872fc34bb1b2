import { findAddressParts } from '../contract/address-parts.ts';

/** Contact details in the order in which they are shown. */
export const CONTACT_FIELDS = [
  'name',
  'company',
  'email',
  'phone',
  'address',
  'city',
  'state',
  'zipCode',
  'country',
  'vatId',
] as const;
export type ContactField = (typeof CONTACT_FIELDS)[number];

const CONTACT_LABELS: Record<ContactField, string> = {
  name: 'Name',
  company: 'Company',
  email: 'Email',
  phone: 'Phone',
  address: 'Address',
  city: 'City',
  state: 'State',
  zipCode: 'ZIP code',
  country: 'Country',
  vatId: 'VAT ID',
};

/** What a field is called where somebody lives. */
export const contactLabel = (field: ContactField, country: string | null | undefined): string =>
  (field === 'state' || field === 'zipCode' ? findAddressParts(country)[field] : null) ??
  CONTACT_LABELS[field];
