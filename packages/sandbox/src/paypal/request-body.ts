/** Reads request bodies as strictly as PayPal's documents allow: a field that they do not name is refused. */
import type { RouteRequest } from '../http/router.ts';
import type { PaypalIssue } from './paypal-error.ts';
import { invalid, PaypalError } from './paypal-error.ts';

/** What a value must look like; one that was checked is a `T` (`checked` is for the types alone). */
export type Shape<T = unknown> = { readonly checked?: T } & (
  | { kind: 'text'; min?: number; max?: number; pattern?: RegExp; oneOf?: readonly string[] }
  | { kind: 'record'; fields: Record<string, Shape>; required: readonly string[] }
  | { kind: 'list'; of: Shape; min: number; max: number }
  | { kind: 'anything' }
);

/** The type of a value that has the shape. */
export type Checked<S> = S extends Shape<infer T> ? T : never;

export const text = (min: number, max: number, pattern?: RegExp): Shape<string> => ({
  kind: 'text',
  min,
  max,
  ...(pattern ? { pattern } : {}),
});
export const oneOf = <V extends string>(...values: V[]): Shape<V> => ({
  kind: 'text',
  oneOf: values,
});
export const record = <F extends Record<string, Shape>, R extends keyof F & string = never>(
  fields: F,
  ...required: R[]
): Shape<{ [N in R]: Checked<F[N]> } & { [N in Exclude<keyof F, R>]?: Checked<F[N]> }> => ({
  kind: 'record',
  fields,
  required,
});
/** At least one, and at most `max`. */
export const list = <T>(of: Shape<T>, max: number): Shape<[T, ...T[]]> => ({
  kind: 'list',
  of,
  min: 1,
  max,
});
export const anything: Shape = { kind: 'anything' };

/** An amount; what it may be worth is a question of its own. */
export const money = record(
  { currency_code: text(3, 3), value: text(1, 32, /^((-?[0-9]+)|(-?([0-9]+)?[.][0-9]+))$/) },
  'currency_code',
  'value',
);

/**
 * The body in the given shape.
 * @throws PaypalError 400 with every issue found, 415 for what is not JSON
 */
export function readBody<T>({ body, headers }: RouteRequest, shape: Shape<T>): T {
  // Also of an empty body, as PayPal does.
  if (!/^application\/json\b/i.test(headers['content-type'] ?? '')) {
    throw new PaypalError(415);
  }
  let value: unknown = {};
  try {
    if (body.length > 0) value = JSON.parse(body.toString('utf8'));
  } catch {
    throw invalid('MALFORMED_REQUEST_JSON', 'The body is not JSON.', { field: '/' });
  }
  const issues: PaypalIssue[] = [];
  check(value, shape, '', issues);
  if (issues.length > 0) throw new PaypalError(400, issues);
  return value as T;
}

function check(value: unknown, shape: Shape, field: string, issues: PaypalIssue[]): void {
  const report = (issue: string, description: string, at = field) =>
    issues.push({
      issue,
      description,
      field: at || '/',
      ...(typeof value === 'string' ? { value: value.slice(0, 100) } : {}),
      location: 'body',
    });
  switch (shape.kind) {
    case 'anything':
      return;
    case 'text': {
      if (typeof value !== 'string') {
        report('INVALID_PARAMETER_SYNTAX', 'This must be a string.');
      } else if (shape.oneOf && !shape.oneOf.includes(value)) {
        report('INVALID_PARAMETER_VALUE', 'This value is not one of those that are known.');
      } else if (value.length < (shape.min ?? 0) || value.length > (shape.max ?? Infinity)) {
        report('INVALID_STRING_LENGTH', 'This is too short or too long.');
      } else if (shape.pattern && !shape.pattern.test(value)) {
        report('INVALID_PARAMETER_SYNTAX', 'This does not have the expected form.');
      }
      return;
    }
    case 'list': {
      if (!Array.isArray(value)) {
        report('INVALID_PARAMETER_SYNTAX', 'This must be an array.');
        return;
      }
      if (value.length < shape.min)
        report('INVALID_ARRAY_MIN_ITEMS', 'There are too few of these.');
      if (value.length > shape.max)
        report('INVALID_ARRAY_MAX_ITEMS', 'There are too many of these.');
      for (const [index, item] of value.entries())
        check(item, shape.of, `${field}/${index}`, issues);
      return;
    }
    case 'record': {
      if (typeof value !== 'object' || value === null || Array.isArray(value)) {
        report('INVALID_PARAMETER_SYNTAX', 'This must be an object.');
        return;
      }
      for (const name of shape.required) {
        if (!(name in value)) {
          report('MISSING_REQUIRED_PARAMETER', 'This field is required.', `${field}/${name}`);
        }
      }
      for (const [name, part] of Object.entries(value)) {
        const expected = Object.hasOwn(shape.fields, name) ? shape.fields[name] : undefined;
        if (expected) check(part, expected, `${field}/${name}`, issues);
        else report('MALFORMED_REQUEST_JSON', 'This field is not known.', `${field}/${name}`);
      }
    }
  }
}
