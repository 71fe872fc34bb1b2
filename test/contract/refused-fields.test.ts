import { describe, expect, test } from 'vitest';
import * as z from 'zod';
import { boundedText, requiredText } from '../../src/shared/contract/fields.ts';
import { allInputs, findFields } from './contract-inputs.ts';
import { FIELD_WORDS } from './field-words.ts';
import { findFaults } from './find-faults.ts';

/**
 * What no call takes, derived from the contract: for each field of each call its absence, null, a value of
 * every other type, one word too many of a choice, a longer text and a longer list. Each is refused at its
 * place, in words that name the field.
 */
const inputs = allInputs();

test('the contract is walked whole', () => {
  expect(inputs.length).toBeGreaterThan(200);
  expect(inputs.flatMap(({ schema }) => findFields(schema)).length).toBeGreaterThan(1_700);
});

test.each(inputs)('$name refuses wrong values of each field by its name', (input) => {
  expect(findFaults(input)).toEqual([]);
});

test('no name of a field is kept that no field has', () => {
  const names = inputs
    .flatMap(({ schema }) => findFields(schema))
    .map(({ path }) => path.split('.').findLast((part) => !/^\d+$/.test(part)));
  expect(Object.keys(FIELD_WORDS).filter((name) => !names.includes(name))).toEqual([]);
});

describe('a field that is refused otherwise is found', () => {
  const refuseBelow = (given: unknown, context: z.RefinementCtx) => {
    context.addIssue({ code: 'custom', path: ['first'], message: 'First name is required' });
    return given;
  };
  test.each<[string, z.ZodType, string]>([
    ['only where it is short', z.string(), 'name, a long text: is taken'],
    [
      'under another name',
      requiredText('Title', 20),
      "name, absent: the field is not named ('Title is required')",
    ],
    [
      'in the words of the library',
      z.email().max(200),
      "name, another text: is refused in the words of the library ('Invalid email address')",
    ],
    ['never', z.unknown(), 'name: nothing is refused'],
    ['seldom', z.coerce.string(), 'name, a number: is taken'],
    [
      'at another place',
      z.preprocess(refuseBelow, z.string()),
      'name, null: is refused at name.first',
    ],
    [
      'beyond what it says',
      boundedText(30, {
        error: 'Name must be text',
        tooLong: 'Name must be at most 20 characters',
      }),
      'name: its bound is not 20',
    ],
    [
      'without what may be chosen',
      z.enum(['a', 'bee'], { error: 'Name must be a letter' }),
      "name, another text: bee is not named ('Name must be a letter')",
    ],
  ])('%s', (_how, schema, fault) => {
    expect(findFaults({ name: 'names.add', schema: z.object({ name: schema }) })).toContain(
      `names.add ${fault}`,
    );
  });
});
