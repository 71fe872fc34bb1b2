import { expect, test } from 'vitest';
import { ratesSource } from './rates-source.ts';

test.each([
  ['https://www.ecb.europa.eu/stats/eurofxref/eurofxref-daily.xml', 'European Central Bank'],
  ['https://ecb.europa.eu/daily.xml', 'European Central Bank'],
  ['https://rates.example.com/daily.xml', 'rates.example.com'],
  ['https://notecb.europa.eu/daily.xml', 'notecb.europa.eu'],
  ['http://[::1]:8080/daily.xml', '[::1]'],
  [undefined, 'European Central Bank'],
])('rates read from %s are those of %s', (url, source) => {
  expect(ratesSource(url)).toBe(source);
});
