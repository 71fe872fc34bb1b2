import { describe, expect, test } from 'vitest';
import * as z from 'zod';
import type { CallInput } from './contract-inputs.ts';
import { allInputs, findFields } from './contract-inputs.ts';
import { ALL_REFUSALS } from './refusals/all-refusals.ts';
import type { Faults, Refusal, Refusals } from './refusals/refusal.ts';
import { refuseInput } from './refuse-input.ts';

/**
 * What each call refuses by the contract alone, word for word, as a client is told: no server and no
 * database is asked. That such a refusal is an answer of 400, and that nothing is stored then, the tests
 * of each feature over HTTP show by an example.
 */
const inputs = allInputs();

/** Calls that take something, and of which no refusal is listed; and listed ones that are no calls. */
function findGaps(calls: readonly CallInput[], listed: readonly Refusals[]): string[] {
  const names = new Set(calls.map(({ name }) => name));
  const told = new Set(
    listed.filter(({ refused }) => refused.length > 0).flatMap((each) => each.calls),
  );
  return [
    // Of a call without a field, the whole input is all there is.
    ...calls.filter(({ name, schema }) => !told.has(name) && findFields(schema).length > 1),
    ...[...told].filter((name) => !names.has(name)).map((name) => ({ name })),
  ].map(({ name }) => name);
}

/** What a call tells of each change of a list, and what the list says of it. */
function compareRefusals(input: CallInput, { accepted, refused }: Refusals) {
  return {
    told: refused.map(([change]) => [change, refuseInput(input, { ...accepted, ...change })]),
    listed: refused.map(([change, ...faults]) => [change, readFaults(faults)]),
  };
}

function readFaults([path, message, ...others]: Faults) {
  return [[path, message] as const, ...others].map(([at, words]) => ({ path: at, message: words }));
}

test('every call that takes something has refusals of its own', () => {
  expect(findGaps(inputs, ALL_REFUSALS)).toEqual([]);
});

test.each(inputs.filter(({ schema }) => findFields(schema).length > 1))(
  '$name takes what is right, and refuses what its list says',
  (input) => {
    for (const list of ALL_REFUSALS.filter(({ calls }) => calls.includes(input.name))) {
      for (const change of [{}, ...(list.taken ?? [])]) {
        expect([change, refuseInput(input, { ...list.accepted, ...change })]).toEqual([change, []]);
      }
      const { told, listed } = compareRefusals(input, list);
      expect(told).toEqual(listed);
    }
  },
);

describe('a list that is not complete, or not right, is noticed', () => {
  const stamp: CallInput = {
    name: 'invoices.stamp',
    schema: z.object({ color: z.string({ error: 'Color is required' }) }),
  };
  const listed: Refusals = {
    calls: ['invoices.stamp'],
    accepted: { color: 'red' },
    refused: [[{ color: null }, 'color', 'Color is required']],
  };

  test('by a new call that nothing is listed of', () => {
    expect(findGaps([...inputs, stamp], ALL_REFUSALS)).toEqual(['invoices.stamp']);
    expect(findGaps([...inputs, stamp], [...ALL_REFUSALS, { ...listed, refused: [] }])).toEqual([
      'invoices.stamp',
    ]);
    expect(findGaps([...inputs, stamp], [...ALL_REFUSALS, listed])).toEqual([]);
  });

  test('by a call that is there no more', () => {
    expect(findGaps(inputs, [...ALL_REFUSALS, listed])).toEqual(['invoices.stamp']);
  });

  test.each<[string, Refusal]>([
    ['words', [{ color: null }, 'color', 'Choose a color']],
    ['place', [{ color: null }, 'colors', 'Color is required']],
    ['value', [{ color: 'blue' }, 'color', 'Color is required']],
    ['number of faults', [{ color: null }, 'color', 'Color is required', ['id', 'id is required']]],
  ])('by another %s', (_what, refusal) => {
    const right = compareRefusals(stamp, listed);
    expect(right.told).toEqual(right.listed);
    const { told, listed: said } = compareRefusals(stamp, { ...listed, refused: [refusal] });
    expect(told).not.toEqual(said);
  });
});
