/** Request bodies as strictly as PayPal's documents allow: a field that they do not name is refused. */
import * as z from 'zod';
import type { Incoming } from '../http/route.ts';
import { type Issue, invalid, PaypalError } from './error.ts';
import { eventNames } from './events.ts';

const text = (min: number, max: number, pattern = /^/): z.ZodString =>
  z.string().min(min).max(max).regex(pattern);

/** At least one, and at most `max`. */
const list = <T extends z.ZodType>(items: T, max: number): z.ZodArray<T> =>
  z.array(items).min(1).max(max);

/** Fields that may be left out. */
const optional = <S extends z.ZodRawShape>(fields: S) => z.strictObject(fields).partial();

/** An amount; what it may be worth is a question of its own. */
export const money = z.strictObject({
  currency_code: text(3, 3),
  value: text(1, 32, /^((-?[0-9]+)|(-?([0-9]+)?[.][0-9]+))$/),
});

const url = text(10, 4000, /^https?:\/\/[^\s/?#]+/);
const email = text(
  3,
  254,
  /^[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+)*@(?:[A-Za-z0-9](?:[A-Za-z0-9-]*[A-Za-z0-9])?\.)+[A-Za-z0-9](?:[A-Za-z0-9-]*[A-Za-z0-9])?$/,
);

/** What the payer is shown, and where he returns to. */
const experience = optional({
  brand_name: text(1, 127, /^.*$/),
  shipping_preference: z.enum(['GET_FROM_FILE', 'NO_SHIPPING', 'SET_PROVIDED_ADDRESS']),
  user_action: z.enum(['CONTINUE', 'PAY_NOW']),
  return_url: url,
  cancel_url: url,
});
const paypalSource = optional({ email_address: email, experience_context: experience });

export const unit = optional({
  reference_id: text(1, 256),
  description: text(1, 127),
  custom_id: text(1, 127),
  invoice_id: text(1, 127),
}).extend({ amount: money });

/** The part of Orders v2 (2.13) that invoices need. */
export const orderSchema = z.strictObject({
  payment_source: z.strictObject({ paypal: paypalSource }),
  intent: z.enum(['CAPTURE', 'AUTHORIZE']),
  // PayPal takes ten; an invoice is one.
  purchase_units: z.tuple([unit]),
});

export const refundSchema = optional({ amount: money });

const eventTypes = list(z.strictObject({ name: z.enum(eventNames) }), 500);

export const webhookSchema = z.strictObject({
  url: text(1, 2048, /^https?:\/\/[^\s/?#]+/),
  event_types: eventTypes,
});

/** The one change that is asked for: other events. */
export const patchSchema = z.tuple([
  z.strictObject({
    op: z.literal('replace'),
    path: z.literal('/event_types'),
    value: eventTypes,
  }),
]);

export const verifySchema = z.strictObject({
  auth_algo: text(1, 100, /^[a-zA-Z0-9]+$/),
  cert_url: text(1, 500, /^https?:\/\/\S+$/),
  transmission_id: text(1, 50, /^(?!\d+$)\w\S+/),
  transmission_sig: text(1, 500, /^\S+$/),
  transmission_time: text(1, 100, /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?Z$/),
  webhook_id: text(1, 50, /^[a-zA-Z0-9]+$/),
  webhook_event: optional({
    id: text(1, 100),
    event_version: text(1, 10),
    create_time: text(20, 64),
    resource_type: text(1, 100),
    resource_version: text(1, 10),
    event_type: text(1, 100),
    summary: text(0, 2000),
    resource: z.unknown(),
    links: z.unknown(),
  }),
});

/** What PayPal calls each fault that a schema finds, and says of it. */
function describeIssue({ code, ...issue }: z.core.$ZodIssue, given: unknown): [string, string] {
  if (code === 'unrecognized_keys') return ['MALFORMED_REQUEST_JSON', 'This field is not known.'];
  if (given === undefined) return ['MISSING_REQUIRED_PARAMETER', 'This field is required.'];
  if (code === 'invalid_value' && typeof given === 'string') {
    return ['INVALID_PARAMETER_VALUE', 'This value is not one of those that are known.'];
  }
  if (code === 'too_small' || code === 'too_big') {
    if (typeof given === 'string')
      return ['INVALID_STRING_LENGTH', 'This is too short or too long.'];
    return code === 'too_small'
      ? ['INVALID_ARRAY_MIN_ITEMS', 'There are too few of these.']
      : ['INVALID_ARRAY_MAX_ITEMS', 'There are too many of these.'];
  }
  return ['INVALID_PARAMETER_SYNTAX', issue.message];
}

function toIssues(issue: z.core.$ZodIssue, body: unknown): Issue[] {
  const keys = issue.code === 'unrecognized_keys' ? issue.keys.map((key) => [key]) : [[]];
  return keys.map((key) => {
    const path = [...issue.path, ...key];
    const given = path.reduce<unknown>(
      (value, name) => (value as Record<PropertyKey, unknown> | undefined)?.[name],
      body,
    );
    const [name, description] = describeIssue(issue, given);
    const value = typeof given === 'string' ? { value: given.slice(0, 100) } : {};
    const field = `/${path.map(String).join('/')}`;
    return { issue: name, description, field, ...value, location: 'body' };
  });
}

/**
 * The body in the form that the schema has.
 * @throws PaypalError 400 with every field that is wrong, 415 for what is not JSON
 */
export function readBody<S extends z.ZodType>(schema: S, { body, headers }: Incoming): z.output<S> {
  // Also of an empty body, as PayPal does.
  if (!/^application\/json\b/i.test(headers['content-type'] ?? '')) throw new PaypalError(415);
  let value: unknown;
  try {
    value = JSON.parse(body || '{}');
  } catch {
    throw invalid('MALFORMED_REQUEST_JSON', 'The body is not JSON.', { field: '/' });
  }
  const read = schema.safeParse(value);
  if (read.success) return read.data;
  // A field is said to be wrong once, by the first rule that it breaks.
  const issues = new Map<string | undefined, Issue>();
  for (const issue of read.error.issues.flatMap((each) => toIssues(each, value))) {
    if (!issues.has(issue.field)) issues.set(issue.field, issue);
  }
  throw new PaypalError(400, [...issues.values()]);
}
