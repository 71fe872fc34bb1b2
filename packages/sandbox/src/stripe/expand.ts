/** `expand[]`: ids become the objects that they name, along a path such as `data.customer`. */
import type { Account } from '../state/store.ts';
import type { Work } from './api-call.ts';
import { invalid } from './api-error.ts';
import { invoicePayments, invoiceSecret } from './invoice-extras.ts';
import { wholeList } from './lists.ts';
import { objects, type StripeObjects } from './stripe-objects.ts';

type Json = Record<string, unknown>;

/** Which collection the id in a field is of. */
const collectionOf: Record<string, keyof StripeObjects> = {
  balance_transaction: 'balance_transactions',
  charge: 'charges',
  customer: 'customers',
  default_payment_method: 'payment_methods',
  default_price: 'prices',
  failure_balance_transaction: 'balance_transactions',
  invoice: 'invoices',
  latest_charge: 'charges',
  latest_invoice: 'invoices',
  payment_intent: 'payment_intents',
  payment_method: 'payment_methods',
  price: 'prices',
  product: 'products',
  subscription: 'subscriptions',
  configuration: 'portal_configurations',
};

/** Fields that are there only when asked for. */
function included(work: Work, holder: Json, field: string): unknown {
  const id = String(holder.id);
  const { account } = work;
  if (holder.object === 'checkout.session' && field === 'line_items') {
    const facts = objects(account, 'session_facts').get(id);
    return wholeList(facts?.lineItems ?? [], `/v1/checkout/sessions/${id}/line_items`);
  }
  if (holder.object === 'invoice' && field === 'confirmation_secret') {
    return invoiceSecret(account, id);
  }
  if (holder.object === 'invoice' && field === 'payments') return invoicePayments(account, id);
  if (holder.object === 'charge' && field === 'refunds') {
    const refunds = objects(account, 'refunds').values().reverse();
    return wholeList(
      refunds.filter((refund) => refund.charge === id),
      `/v1/charges/${id}/refunds`,
    );
  }
  if (holder.object === 'customer' && field === 'subscriptions') {
    const subscriptions = objects(account, 'subscriptions').values().reverse();
    return wholeList(
      subscriptions.filter((one) => one.customer === id && one.status !== 'canceled'),
      `/v1/customers/${id}/subscriptions`,
    );
  }
  return undefined;
}

function lookUp(account: Account, field: string, id: string): unknown {
  const name = collectionOf[field];
  return name ? objects(account, name).get(id) : undefined;
}

function cannot(path: string): Error {
  return invalid(
    `This property cannot be expanded (${path}). You may want to try expanding with 'data.' in front, or another name.`,
    { code: 'parameter_invalid_string', param: 'expand' },
  );
}

function expandPath(work: Work, value: unknown, segments: string[], path: string): void {
  const [field, ...rest] = segments;
  if (field === undefined || value === null || value === undefined) return;
  if (Array.isArray(value)) {
    for (const item of value) expandPath(work, item, segments, path);
    return;
  }
  if (typeof value !== 'object') throw cannot(path);
  const holder = value as Json;
  const extra = included(work, holder, field);
  if (extra !== undefined) holder[field] ??= structuredClone(extra);
  else if (!Object.hasOwn(holder, field)) throw cannot(path);
  const current = holder[field];
  if (typeof current === 'string') {
    const object = lookUp(work.account, field, current);
    if (object === undefined) throw cannot(path);
    holder[field] = structuredClone(object);
  } else if (rest.length === 0 && extra === undefined && !isObject(current) && current !== null) {
    throw cannot(path);
  }
  expandPath(work, holder[field], rest, path);
}

const isObject = (value: unknown): boolean => typeof value === 'object' && value !== null;

/** A copy of the answer with its paths expanded; at most four deep. */
export function expanded(work: Work, answer: object, paths: string[]): object {
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
