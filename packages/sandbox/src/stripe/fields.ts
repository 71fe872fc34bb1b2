/**
 * What calls take, as zod schemas over Stripe's form encoding. An unknown parameter is an error, as is
 * one of the wrong kind, in Stripe's words.
 */
import * as z from 'zod';
import { invalid, missingParam, type StripeError } from './error.ts';

export type Form = string | Form[] | { [name: string]: Form };

/** Lists are written as hashes whose names are numbers. */
function withLists(form: Form): Form {
  if (typeof form !== 'object') return form;
  const entries = Object.entries(form).map(([name, value]) => [name, withLists(value)] as const);
  const isList = entries.length > 0 && entries.every(([name], index) => name === String(index));
  return isList ? entries.map(([, value]) => value) : Object.fromEntries(entries);
}

/** Query and body together: `a[b][0][c]=x` means { a: { b: [{ c: 'x' }] } }. */
export function readForm(...sources: URLSearchParams[]): Form {
  const form: Form = {};
  for (const [name, value] of sources.flatMap((source) => [...source])) {
    const segments = name.split(/\[|\]\[|\]$/).filter((segment, index) => segment || index === 0);
    const last = segments.pop() ?? '';
    if ([...segments, last].includes('__proto__')) throw unknownParam(name);
    let node: { [name: string]: Form } = form;
    for (const segment of segments) {
      const next = node[segment];
      node = node[segment] = typeof next === 'object' && !Array.isArray(next) ? next : {};
    }
    node[last] = value;
  }
  return withLists(form);
}

const refuse = (error: string, code: string) => ({ abort: true, error, params: { code } });

const text = z.string('Invalid string').max(5_000, 'Invalid string: at most 5000 characters');

/** A text that is not empty. */
export const string = text.min(1);

/** A text; empty takes the value away (null). */
export const unsettable = text.transform((given) => given || null);

export const email = unsettable.refine(
  (given) => given === null || /^[^\s@]+@[^\s@.]+\.[^\s@]+$/.test(given),
  refuse('Invalid email address', 'email_invalid'),
);

export const url = string.refine(
  (given) => /^https?:\/\/[^\s/?#]+/.test(given),
  refuse('Not a valid URL', 'url_invalid'),
);

const refuseInteger = (error: string) => refuse(error, 'parameter_invalid_integer');

export const integer = text
  .refine((given) => /^-?\d{1,15}$/.test(given), refuseInteger('Invalid integer'))
  .transform(Number);

export const positive = integer.refine(
  (given) => given > 0,
  refuseInteger('Invalid positive integer'),
);

export const limit = integer.refine(
  (given) => given >= 1 && given <= 100,
  refuseInteger('Invalid limit: must be between 1 and 100'),
);

export const boolean = z
  .enum(['true', 'false'], 'Invalid boolean')
  .transform((given) => given === 'true');

export const choice = <const V extends string[]>(...values: V) =>
  z.enum(values, `Invalid value: must be one of ${values.join(', ')}`);

export const list = <T extends z.ZodType>(items: T) => z.array(items, 'Invalid array');

export const hash = z.strictObject;

export const metadata = z.record(z.string(), z.string());

/** Metadata after a change: given texts are set, empty ones taken away. */
export const mergeMetadata = (
  before: Record<string, string> | null,
  change: Record<string, string> = {},
): Record<string, string> =>
  Object.fromEntries(Object.entries({ ...before, ...change }).filter(([, value]) => value !== ''));

const unknownParam = (param: string): StripeError =>
  invalid(`Received unknown parameter: ${param}`, { code: 'parameter_unknown', param });

/** The parameters of a call. @throws StripeError for the first that is wrong */
export function readParams<S extends z.ZodType>(schema: S, form: Form): z.output<S> {
  const read = schema.safeParse(form);
  if (read.success) return read.data;
  const { issues } = read.error;
  const issue = issues.find(({ code }) => code === 'unrecognized_keys') ?? issues[0];
  if (!issue) throw read.error;
  const path = issue.code === 'unrecognized_keys' ? [...issue.path, issue.keys[0]] : issue.path;
  const [first, ...rest] = path.map(String);
  const param = `${first}${rest.map((name) => `[${name}]`).join('')}`;
  if (issue.code === 'unrecognized_keys') throw unknownParam(param);
  const given = path.reduce<unknown>(
    (value, name) => (value as Record<PropertyKey, unknown> | undefined)?.[name ?? ''],
    form,
  );
  if (given === undefined) throw missingParam(param);
  if (given === '') {
    throw invalid(
      `You passed an empty string for '${param}'. We assume empty values are an attempt to unset a parameter; however '${param}' cannot be unset.`,
      { code: 'parameter_invalid_empty', param },
    );
  }
  const shown = typeof given === 'string' && /^Invalid [^:]*$/.test(issue.message);
  const { code } = (issue.code === 'custom' && issue.params) || {};
  throw invalid(shown ? `${issue.message}: ${given}` : issue.message, {
    code: code as string | undefined,
    param,
  });
}
