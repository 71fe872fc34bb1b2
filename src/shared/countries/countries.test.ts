import { expect, test } from 'vitest';
import { countryCode, countryLocale } from './countries.ts';

test.each([
  ['Germany', 'DE'],
  ['Deutschland', 'DE'],
  [' germany ', 'DE'],
  ['DE', 'DE'],
  ['Schweiz', 'CH'],
  ['España', 'ES'],
  ['United Kingdom', 'GB'],
  ['UK', 'GB'],
  ['USA', 'US'],
  ['Côte d’Ivoire', 'CI'],
  ['Nowhere', undefined],
  ['', undefined],
  [null, undefined],
])('%s is the country %s', (name, code) => {
  expect(countryCode(name)).toBe(code);
});

test.each([
  ['Germany', 'de-DE'],
  ['Switzerland', 'de-CH'],
  ['India', 'hi-IN'],
  ['Hong Kong SAR China', 'zh-HK'],
  ['Canada', 'en-CA'],
  ['Nowhere', 'en-US'],
  [undefined, 'en-US'],
])('%s writes as %s', (country, locale) => {
  expect(countryLocale(country)).toBe(locale);
});
