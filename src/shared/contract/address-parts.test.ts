import { expect, test } from 'vitest';
import { findAddressParts, shownAddressParts } from './address-parts.ts';

test.each([
  ['United States', 'State', 'ZIP code'],
  ['us', 'State', 'ZIP code'],
  ['Canada', 'Province', 'Postal code'],
  ['Germany', null, 'Postal code'],
  ['Netherlands', null, 'Postcode'],
  ['United Kingdom', 'County', 'Postcode'],
  ['Japan', 'Prefecture', 'Postal code'],
  ['India', 'State', 'PIN code'],
  ['United Arab Emirates', 'Emirate', null],
  ['Hong Kong SAR China', 'District', null],
  ['Qatar', null, null],
  // Nobody has said where, or it is no country that is known.
  ['', 'State', 'ZIP code'],
  [null, 'State', 'ZIP code'],
  ['Atlantis', 'State', 'ZIP code'],
])('addresses in %j have %j and %j', (country, state, zipCode) => {
  expect(findAddressParts(country)).toEqual({ state, zipCode });
});

test('without a country, the parts of the usual one are shown', () => {
  expect(shownAddressParts({ country: '' }, {}, 'Germany')).toEqual({
    state: null,
    zipCode: 'Postal code',
  });
  expect(shownAddressParts({ country: 'India' }, {}, 'Germany').zipCode).toBe('PIN code');
});

test('a part that has a text stays to be seen', () => {
  const typed = { country: 'Germany', state: 'Bayern', zipCode: '' };
  expect(shownAddressParts(typed)).toEqual({ state: 'State or region', zipCode: 'Postal code' });
  const cleared = { ...typed, country: 'Qatar', state: '' };
  expect(shownAddressParts(cleared)).toEqual({ state: null, zipCode: null });
  expect(shownAddressParts(cleared, typed)).toEqual({ state: 'State or region', zipCode: null });
});
