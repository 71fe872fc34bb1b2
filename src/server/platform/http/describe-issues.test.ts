import { describe, expect, it, test } from 'vitest';
import * as z from 'zod';
import { describeIssues } from './describe-issues.ts';

const describeInput = (schema: z.ZodType, input: unknown) =>
  describeIssues(schema.safeParse(input).error?.issues ?? []);

describe('what the schema library says by itself names the field, in plain words', () => {
  test.each<[z.ZodType, unknown, string]>([
    [z.string(), 5, 'size must be text'],
    [z.number(), 'x', 'size must be a number'],
    [z.int(), 1.5, 'size must be a whole number'],
    [z.boolean(), 'x', 'size must be true or false'],
    [z.array(z.string()), 'x', 'size must be a list'],
    [z.object({}), 'x', 'size must be an object'],
    [z.record(z.string(), z.string()), 'x', 'size must be an object'],
    [z.enum(['s', 'm']), 'x', 'size must be one of s, m'],
    [z.literal('s'), 'x', 'size must be s'],
    [z.string().max(1_000), 'x'.repeat(1_001), 'size must be at most 1,000 characters'],
    [z.string().min(2), 'x', 'size must be at least 2 characters'],
    [z.array(z.string()).max(1), ['a', 'b'], 'size must have at most 1 entries'],
    [z.number().max(5), 6, 'size must be at most 5'],
    [z.number().min(1), 0, 'size must be at least 1'],
    [z.number().positive(), 0, 'size must be more than 0'],
    [z.number().lt(5), 5, 'size must be less than 5'],
    [z.int(), 2 ** 60, 'size must be at most 9,007,199,254,740,991'],
    [z.union([z.string(), z.number()]), true, 'size is not valid'],
    [z.string({ error: 'Too big for a name' }), 5, 'Too big for a name'],
  ])('%#: %s', (size, given, message) => {
    expect(describeInput(z.object({ size }), { size: given })).toEqual([{ path: 'size', message }]);
  });
});

it('names an entry by its list', () => {
  const schema = z.object({ sizes: z.array(z.object({ width: z.number() })) });
  expect(describeInput(schema, { sizes: [{ width: 'x' }, 5] })).toEqual([
    { path: 'sizes.0.width', message: 'width must be a number' },
    { path: 'sizes.1', message: 'sizes.1 must be an object' },
  ]);
  expect(describeInput(schema, [])).toEqual([
    { path: '', message: 'The body must be a JSON object' },
  ]);
});

it('names the first field that is none, and not without end', () => {
  expect(describeInput(z.strictObject({}), { [`a${'b'.repeat(80)}`]: 1, c: 2 })).toEqual([
    { path: `a${'b'.repeat(59)}`, message: `a${'b'.repeat(59)} is not a field of this call` },
  ]);
});

it('says once what is wrong in one way, and of another type nothing of its length', () => {
  const error = 'Days must be a whole number from 1 to 5';
  const days = z.int({ error }).max(5, { error });
  expect(describeInput(z.object({ days }), { days: 6.5 })).toEqual([
    { path: 'days', message: error },
  ]);
  const name = z.string({ error: 'Name is required' }).max(1, { error: 'Name is too long' });
  expect(describeInput(z.object({ name }), { name: [1, 2] })).toEqual([
    { path: 'name', message: 'Name is required' },
  ]);
  expect(describeInput(z.object({ name, other: name }), { name: 5, other: 'xx' })).toEqual([
    { path: 'name', message: 'Name is required' },
    { path: 'other', message: 'Name is too long' },
  ]);
});

it('says no more than fifty things', () => {
  const many = Array.from({ length: 60 }, () => 'x');
  expect(describeInput(z.array(z.number()), many)).toHaveLength(50);
});
