/** `expand[]`: ids become the objects that they name, along a path such as `data.customer`. */
import { invalid } from './error.ts';
import { type ApiObjects, findInvoiceIntent, objects, type Work } from './objects.ts';

type Json = Record<string, unknown>;

/** Which collection the id in a field is of. */
const collections: Record<string, keyof ApiObjects> = {
  customer: 'customers',
  default_payment_method: 'payment_methods',
  latest_charge: 'charges',
  latest_invoice: 'invoices',
  payment_intent: 'payment_intents',
  product: 'products',
};

const refuse = (path: string): Error =>
  invalid(
    `This property cannot be expanded (${path}). You may want to try expanding with 'data.' in front, or another name.`,
    { code: 'parameter_invalid_string', param: 'expand' },
  );

/** The secret with which a browser pays an invoice; null when nothing is left to pay. */
function findSecret(work: Work, invoice: Json): object | null {
  const secret = findInvoiceIntent(work, String(invoice['id']))?.client_secret;
  return secret ? { client_secret: secret, type: 'payment_intent' } : null;
}

function expandPath(work: Work, value: unknown, segments: string[], path: string): void {
  const [field, ...rest] = segments;
  if (field === undefined || value === null || value === undefined) return;
  if (Array.isArray(value)) {
    for (const item of value) expandPath(work, item, segments, path);
    return;
  }
  const holder = value as Json;
  // The one field that is there only when it is asked for.
  if (field === 'confirmation_secret') holder[field] = findSecret(work, holder);
  const current = holder[field];
  if (typeof current === 'string') {
    const name = collections[field];
    const object = name && objects(work, name).get(current);
    if (object === undefined) throw refuse(path);
    holder[field] = structuredClone(object);
  } else if (typeof current !== 'object') throw refuse(path);
  expandPath(work, holder[field], rest, path);
}

/** A copy of the answer with its paths expanded. */
export function expand(work: Work, answer: object, paths: string[] = []): object {
  const copy = structuredClone(answer);
  for (const path of paths) expandPath(work, copy, path.split('.'), path);
  return copy;
}
