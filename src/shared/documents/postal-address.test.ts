import { expect, test } from 'vitest';
import { addressLines, paperForCountry } from './postal-address.ts';

const at = (city: string | null, state: string | null, zipCode: string | null, country: string) =>
  addressLines({ address: ' 1 Way\r\n\nUnit 2', city, state, zipCode, country }).slice(2);

test.each([
  [['Portland', 'ME', '04101', 'USA'], ['Portland, ME 04101, USA']],
  [['Portland', 'ME', '04101', ''], ['Portland, ME 04101']],
  [['Toronto', 'ON', 'M5V 2T6', 'Canada'], ['Toronto, ON M5V 2T6, Canada']],
  [['London', null, 'SW1A 1AA', 'United Kingdom'], ['London, SW1A 1AA, United Kingdom']],
  [['Berlin', null, '10623', 'Germany'], ['10623 Berlin, Germany']],
  [['Berlin', 'Berlin', '10623', 'Germany'], ['10623 Berlin, Germany']],
  [['Wien', null, '1010', ' österreich '], ['1010 Wien, österreich']],
  [['Roma', 'RM', '00184', 'Italy'], ['00184 Roma, RM, Italy']],
  [['Praha 1', null, '110 00', 'Czechia'], ['110 00 Praha 1, Czechia']],
  [['Amsterdam', null, '1012 AB', 'The Netherlands'], ['1012 AB Amsterdam, The Netherlands']],
  [['Paris', null, null, 'FR'], ['Paris, FR']],
  [[null, null, '75001', 'FR'], ['75001, FR']],
  [[null, null, null, 'France'], ['France']],
  [
    ['Villingen-Schwenningen am Neckar', null, '78048', 'Germany'],
    ['78048 Villingen-Schwenningen am Neckar', 'Germany'],
  ],
] as const)('%j is written %j', ([city, state, code, country], lines) => {
  expect(at(city, state, code, country)).toEqual(lines);
});

test('the street stays as it was typed, and a country may stand apart', () => {
  const berlin = { address: 'Weg 1\nHof', city: 'Berlin', zipCode: '10623', country: 'Germany' };
  expect(addressLines(berlin, true)).toEqual(['Weg 1', 'Hof', '10623 Berlin', 'Germany']);
  expect(addressLines({})).toEqual([]);
});

test.each([
  ['U.S.A.', 'us-letter'],
  [null, 'us-letter'],
  ['Canada', 'us-letter'],
  ['Germany', 'a4'],
])('the paper of %s is %s', (country, paper) => expect(paperForCountry(country)).toBe(paper));
