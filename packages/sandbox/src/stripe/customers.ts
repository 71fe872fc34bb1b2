import type Stripe from 'stripe';
import type * as z from 'zod';
import { capitals, newId, randomText } from '../state/ids.ts';
import { invalid } from './error.ts';
import { emit } from './events.ts';
import { hash, metadata, string, unsettable } from './fields.ts';
import { create, find, objects, type Work } from './objects.ts';
import {
  deleteOperation,
  listOperation,
  type Operation,
  operation,
  updateOperation,
} from './operation.ts';
import { findOwnPaymentMethod } from './payment-methods.ts';

export function newCustomer(
  work: Work,
  given: { email?: string | null; name?: string | null; metadata?: Record<string, string> },
): Stripe.Customer {
  const { email = null, name = null, metadata: about = {} } = given;
  const id = newId('cus', 14);
  const invoice_prefix = randomText(8, capitals);
  return create(work, 'customers', { id, email, invoice_prefix, metadata: about, name });
}

const fields = {
  email: unsettable,
  name: unsettable,
  invoice_settings: hash({ default_payment_method: string }),
};

type Change = z.output<ReturnType<typeof hash<typeof fields>>>;

function change(work: Work, customer: Stripe.Customer, given: Change): void {
  const { email, name, invoice_settings: settings } = given;
  if (email !== undefined) customer.email = email;
  if (name !== undefined) customer.name = name;
  const method = settings?.default_payment_method;
  if (method === undefined) return;
  const param = 'invoice_settings[default_payment_method]';
  const { id } = findOwnPaymentMethod(work, method, customer.id, param);
  customer.invoice_settings.default_payment_method = id;
}

function checkEmail({ email }: Change): void {
  if (!email || /^[^\s@]+@[^\s@]+$/.test(email)) return;
  throw invalid(`Invalid email address: ${email}`, { code: 'email_invalid', param: 'email' });
}

const path = '/v1/customers';
const collection = 'customers';

export const customerOperations: Operation[] = [
  operation('POST', path, hash({ ...fields, metadata }), (call) => {
    const { params } = call;
    checkEmail(params);
    const customer = newCustomer(call, params.metadata ? { metadata: params.metadata } : {});
    change(call, customer, params);
    emit(call, 'customer.created', customer);
    return customer;
  }),
  listOperation(path, collection, { email: string }),
  operation('GET', `${path}/:id`, hash({}), (call) => {
    const isGone = objects(call, 'deleted_customers').has(call.id);
    if (isGone) return { id: call.id, object: 'customer', deleted: true };
    return find(call, collection, call.id);
  }),
  updateOperation(
    path,
    collection,
    fields,
    (customer, call) => {
      checkEmail(call.params);
      change(call, customer, call.params);
    },
    'customer.updated',
  ),
  deleteOperation(path, collection, (customer, work) => {
    objects(work, 'deleted_customers').put(customer.id, true);
    emit(work, 'customer.deleted', customer);
  }),
];
