import { describe, expect, test } from 'vitest';
import type { $ZodCheckMaxLength, $ZodString } from 'zod/v4/core';
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
const WORST = {
  spaces: ' '.repeat(MEGABYTE),
  'spaces and a letter': `x${' '.repeat(MEGABYTE)}x`,
  'blank lines': '\n \t'.repeat(MEGABYTE / 3),
  'carriage returns': '\r'.repeat(MEGABYTE),
  zeros: '0'.repeat(MEGABYTE),
  'a fraction': `0.${'0'.repeat(MEGABYTE)}1`,
  quotes: '"'.repeat(MEGABYTE),
  marks: `a${'\u0315\u0300'.repeat(MEGABYTE / 2)}`,
  'halves of pairs': '\ud800'.repeat(MEGABYTE),
  dots: `a@${'a.'.repeat(MEGABYTE / 2)}`,
  slashes: `/objects/${'/'.repeat(MEGABYTE)}!`,
};

/** Milliseconds of the quickest of some tries: the others had to share the machine. */
function quickest(work: () => void, enough: number): number {
  let best = Number.POSITIVE_INFINITY;
  for (let attempt = 0; attempt < 6 && best >= enough; attempt += 1) {
    const start = performance.now();
    work();
    best = Math.min(best, performance.now() - start);
  }
  return best;
}

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
  test('and a quadratic expression would be noticed', () => {
    const zeros = WORST.zeros.slice(0, 20_000).concat('1');
    const start = performance.now();
    zeros.replace(/0+$/, '');
    expect(performance.now() - start).toBeGreaterThan(50);
  });

  test.each(Object.entries(WORST))('%s', (_what, text) => {
    for (const { name, schema, holding } of measured) {
      const input = holding(text);
      const ms = quickest(() => schema.safeParse(input), 50);
      expect(ms, name).toBeLessThan(50);
    }
  });

  test('nor does the longest that each string lets through', () => {
    for (const { name, schema, at, holding } of measured) {
      const longest = Number(at._zod.bag.maximum ?? MEGABYTE);
      for (const text of Object.values(WORST)) {
        const input = holding(text.slice(0, longest));
        const ms = quickest(() => schema.safeParse(input), 50);
        expect(ms, name).toBeLessThan(50);
      }
    }
  });
});
