import { expect, test } from 'vitest';
import { isCurrency } from '../../shared/money/currencies.ts';
import { countryOptions, currencyInCountry } from './countries.ts';

test('every country that can be chosen has a currency that documents can be in', () => {
  const wrong = countryOptions(undefined)
    .map(({ value }) => [value, currencyInCountry(value)])
    .filter(([, currency]) => !currency || !isCurrency(currency));
  expect(wrong).toEqual([]);
});

test.each([
  ['Germany', 'EUR'],
  ['Bulgaria', 'EUR'],
  ['United States', 'USD'],
  ['Liechtenstein', 'CHF'],
  ['Kuwait', 'KWD'],
  ['Poland', 'PLN'],
  ['Senegal', 'XOF'],
  ['Greenland', 'DKK'],
  ['', undefined],
  ['Atlantis', undefined],
])('%s pays in %s', (country, currency) => expect(currencyInCountry(country)).toBe(currency));
