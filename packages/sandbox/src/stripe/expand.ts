/** `expand[]`: ids become the objects that they name, along a path such as `data.customer`. */
import { invalid } from './error.ts';
import { findInvoiceIntent, objects, type StripeObjects, type Work } from './objects.ts';

type Json = Record<string, unknown>;

/** Which collection the id in a field is of. */
const collections: Record<string, keyof StripeObjects> = {
  customer: 'customers',
  default_payment_method: 'payment_methods',
  latest_charge: 'charges',
  latest_invoice: 'invoices',
  payment_intent: 'payment_intents',
  product: 'products',
};

/** Fields that are there only when asked for, by their object and name. */
const included: Record<string, (work: Work, id: string) => unknown> = {
  // The secret with which a browser pays the invoice; null when nothing is left to pay.
  'invoice.confirmation_secret': (work, id) => {
    const secret = findInvoiceIntent(work, id)?.client_secret;
    return secret ? { client_secret: secret, type: 'payment_intent' } : null;
  },
};

const refuse = (path: string): Error =>
  invalid(
    `This property cannot be expanded (${path}). You may want to try expanding with 'data.' in front, or another name.`,
    { code: 'parameter_invalid_string', param: 'expand' },
  );

const isObject = (value: unknown): boolean => typeof value === 'object' && value !== null;

function expandPath(work: Work, value: unknown, segments: string[], path: string): void {
  const [field, ...rest] = segments;
  if (field === undefined || value === null || value === undefined) return;
  if (Array.isArray(value)) {
    for (const item of value) expandPath(work, item, segments, path);
    return;
  }
  if (!isObject(value)) throw refuse(path);
  const holder = value as Json;
  const include = included[`${String(holder['object'])}.${field}`];
  if (include) holder[field] ??= structuredClone(include(work, String(holder['id'])));
  const current = holder[field];
  if (typeof current === 'string') {
    const name = collections[field];
    const object = name && objects(work, name).get(current);
    if (object === undefined) throw refuse(path);
    holder[field] = structuredClone(object);
  } else if (!include && current !== null && !isObject(current)) throw refuse(path);
  expandPath(work, holder[field], rest, path);
}

/** A copy of the answer with its paths expanded; at most four deep. */
export function expand(work: Work, answer: object, paths: string[] = []): object {
  const copy = structuredClone(answer);
  for (const path of paths) {
    const segments = path.split('.');
    if (segments.length > 4 + (segments[0] === 'data' ? 1 : 0)) {
      throw invalid(`You cannot expand more than 4 levels of a property (${path}).`, {
        param: 'expand',
      });
    }
    expandPath(work, copy, segments, path);
  }
  return copy;
}
