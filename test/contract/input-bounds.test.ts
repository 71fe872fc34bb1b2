import { describe, expect, test } from 'vitest';
import type { $ZodCheckMaxLength, $ZodString } from 'zod/v4/core';
import { growsTooFast } from '../time/growth.ts';
import { allInputs, findPlaces } from './contract-inputs.ts';

/**
 * One request must not hold the server: whatever stands in a field is measured before anything else
 * looks at it (decision record 24).
 */
const inputs = allInputs();
const places = inputs.flatMap(({ name, schema }) =>
  findPlaces(schema).map((place) => ({
    ...place,
    schema,
    name: `${name} ${place.path}`,
    at: place.schema,
  })),
);
const strings = places.filter(({ kind }) => kind === 'string');
/** Calls share fields: each is measured once. */
const measured = [...new Map(strings.map((place) => [place.at, place])).values()];

const MEGABYTE = 1_000_000;
/** Texts of a length. */
const WORST: Record<string, (length: number) => string> = {
  spaces: (length) => ' '.repeat(length),
  'spaces and a letter': (length) => `x${' '.repeat(length)}x`,
  'blank lines': (length) => '\n \t'.repeat(length / 3),
  'carriage returns': (length) => '\r'.repeat(length),
  zeros: (length) => '0'.repeat(length),
  'a fraction': (length) => `0.${'0'.repeat(length)}1`,
  quotes: (length) => '"'.repeat(length),
  marks: (length) => `a${'\u0315\u0300'.repeat(length / 2)}`,
  'halves of pairs': (length) => '\ud800'.repeat(length),
  dots: (length) => `a@${'a.'.repeat(length / 2)}`,
  slashes: (length) => `/objects/${'/'.repeat(length)}!`,
};

test('the contract is walked whole', () => {
  expect(inputs.length).toBeGreaterThan(60);
  expect(strings.length).toBeGreaterThan(150);
  expect(strings.map(({ name }) => name)).toEqual(
    expect.arrayContaining([
      'invoices.create lineItems.0.unitPrice',
      'customers.create name',
      'auth.signIn email',
      'uploads.announcement filename',
      'search.find q',
      'invoices.list cursor',
      'profile.saveLogo logoURL',
    ]),
  );
});

test('every string is bounded before anything else looks at it', () => {
  const unbounded = strings.filter(({ at }) => {
    const [first] = (at as $ZodString)._zod.def.checks ?? [];
    const { check, maximum, abort } = (first as $ZodCheckMaxLength | undefined)?._zod.def ?? {};
    return check !== 'max_length' || abort !== true || !(Number(maximum) <= 40_000);
  });
  expect(unbounded.map(({ name }) => name)).toEqual([]);
});

test('every list is counted before its entries are looked at', () => {
  const lists = places.filter(({ kind }) => kind === 'list');
  expect(lists.map(({ name }) => name)).toContain('invoices.preview lineItems');
  const many = Array.from({ length: 10_001 }, () => ({}));
  for (const { name, schema, path, holding } of lists) {
    const found = schema.safeParse(holding(many)).error?.issues ?? [];
    const paths = found.map((issue) => issue.path.join('.'));
    expect(
      paths.filter((one) => one === path || one.startsWith(`${path}.`)),
      name,
    ).toEqual([path]);
  }
});

describe('the worst of each string takes no time', () => {
  test('and a quadratic expression would be noticed', { timeout: 180_000 }, async () => {
    const search = (length: number) => {
      const zeros = '0'.repeat(length).concat('1');
      return () => zeros.replace(/0+$/, '');
    };
    expect(await growsTooFast(search, 64_000)).toBe(true);
    const replace = (length: number) => {
      const zeros = '0'.repeat(length).concat('1');
      return () => zeros.replace(/0/g, 'x');
    };
    expect(await growsTooFast(replace, MEGABYTE)).toBe(false);
  });

  test.each(Object.entries(WORST))('%s', async (_what, make) => {
    for (const { name, schema, at, holding } of measured) {
      const parse = (text: string) => {
        const input = holding(text);
        return () => schema.safeParse(input);
      };
      expect(await growsTooFast((length) => parse(make(length)), MEGABYTE), name).toBe(false);
      // And what is let through.
      const most = Number(at._zod.bag.maximum ?? MEGABYTE);
      const cut = (length: number) => parse(make(length).slice(0, most));
      expect(await growsTooFast(cut, most), `${name}, as long as it may be`).toBe(false);
    }
  });
});
