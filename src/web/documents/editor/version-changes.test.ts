import { describe, expect, it } from 'vitest';
import type { RevisionBody } from '../../../shared/documents/revision-body.ts';
import type { BusinessProfile } from '../../../shared/profile/profile.contract.ts';
import {
  changedBusinessParts,
  describeVersionChanges,
  isCustomerChanged,
} from './version-changes.ts';

const seller = {
  businessName: 'Northwind',
  contactName: 'Ada Quill',
  email: 'ada@northwind.example',
  phone: null,
  address: '48 Pine Street',
  city: 'Burlington',
  state: 'VT',
  zipCode: '05401',
  country: 'United States',
  website: null,
  taxNumber: null,
  vatId: null,
};
const customer = {
  name: 'Marta',
  company: null,
  email: null,
  phone: null,
  address: null,
  city: null,
  state: null,
  zipCode: null,
  country: null,
  vatId: null,
};
type Issued = Parameters<typeof changedBusinessParts>[0] & Pick<RevisionBody, 'customer'>;
const issued: Issued = {
  seller,
  customer,
  look: { theme: 'classic', primary: '#333333', accent: '#0079F2' },
  logo: { key: 'logos/7f/picture.png', sha256: null },
};
const profile: Parameters<typeof changedBusinessParts>[1] = {
  ...seller,
  phone: '',
  pdfTheme: 'classic' satisfies BusinessProfile['pdfTheme'],
  pdfPrimaryColor: '#333333',
  pdfAccentColor: '#0079F2',
  logoUrl: '/objects/logos/7f/picture.png',
};

describe('what the next version shows otherwise', () => {
  it('is nothing where nothing differs; an empty text is none', () => {
    expect(changedBusinessParts(issued, profile)).toEqual([]);
    expect(isCustomerChanged(issued, customer)).toBe(false);
    expect(describeVersionChanges([], false)).toBe('');
  });

  it('is named by what is read on the document', () => {
    const moved = { ...profile, city: 'Portland', zipCode: '04101', logoUrl: null };
    expect(changedBusinessParts(issued, moved)).toEqual(['address', 'logo']);
    expect(
      changedBusinessParts(issued, { ...profile, vatId: 'DE123456789', pdfAccentColor: '#000000' }),
    ).toEqual(['VAT ID', 'theme and colors']);
    const other = { ...profile, logoUrl: '/objects/logos/7f/other.png' };
    expect(changedBusinessParts(issued, other)).toEqual(['logo']);
    expect(changedBusinessParts({ ...issued, logo: null }, profile)).toEqual(['logo']);
    expect(isCustomerChanged(issued, { ...customer, address: '12 Dock Road' })).toBe(true);
  });

  it('is one line', () => {
    expect(describeVersionChanges(['address', 'logo'], false)).toBe(
      'with your current address and logo',
    );
    expect(describeVersionChanges(['VAT ID'], true)).toBe(
      'with your current VAT ID and the customer’s current details',
    );
  });
});
