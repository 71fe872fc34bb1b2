import type Stripe from 'stripe';
import type { SandboxContext } from '../sandbox-context.ts';
import { newId, randomLetters } from '../state/new-id.ts';
import { type ApiRoute, api, type Work } from './api-call.ts';
import { invalid } from './api-error.ts';
import { emit } from './events.ts';
import { listPage } from './lists.ts';
import { address, hash, mergedMetadata, metadata, paging, string, unsettable } from './params.ts';
import { attach, findPaymentMethod, fullAddress, ownPaymentMethod } from './payment-methods.ts';
import { resource } from './resource.ts';
import { find, idOf, objects } from './stripe-objects.ts';

export interface NewCustomer {
  email?: string | null;
  name?: string | null;
  phone?: string | null;
  description?: string | null;
  metadata?: Record<string, string>;
}

export function newCustomer(work: Work, given: NewCustomer): Stripe.Customer {
  const customer: Stripe.Customer = {
    id: newId('cus', 14),
    object: 'customer',
    address: null,
    balance: 0,
    created: work.context.clock.seconds(),
    currency: null,
    customer_account: null,
    default_source: null,
    delinquent: false,
    description: given.description ?? null,
    discount: null,
    email: given.email ?? null,
    invoice_prefix: randomLetters(8).toUpperCase(),
    invoice_settings: {
      custom_fields: null,
      default_payment_method: null,
      footer: null,
      rendering_options: null,
    },
    livemode: false,
    metadata: given.metadata ?? {},
    name: given.name ?? null,
    next_invoice_sequence: 1,
    phone: given.phone ?? null,
    preferred_locales: [],
    shipping: null,
    tax_exempt: 'none',
    test_clock: null,
  };
  objects(work.account, 'customers').put(customer.id, customer);
  return customer;
}

const fields = {
  address,
  description: unsettable,
  email: unsettable,
  invoice_settings: hash({ default_payment_method: unsettable, footer: unsettable }),
  name: unsettable,
  phone: unsettable,
};

interface CustomerChange extends NewCustomer {
  address?: object;
  invoice_settings?: { default_payment_method?: string | null; footer?: string | null };
  payment_method?: string;
}

function apply(work: Work, customer: Stripe.Customer, change: CustomerChange): void {
  const { email } = change;
  if (typeof email === 'string' && !/^[^\s@]+@[^\s@]+$/.test(email)) {
    throw invalid(`Invalid email address: ${email}`, { code: 'email_invalid', param: 'email' });
  }
  if (email !== undefined) customer.email = email;
  if (change.name !== undefined) customer.name = change.name;
  if (change.phone !== undefined) customer.phone = change.phone;
  if (change.description !== undefined) customer.description = change.description;
  if (change.address) customer.address = fullAddress(change.address);
  if (change.metadata) customer.metadata = mergedMetadata(customer.metadata, change.metadata);
  if (change.payment_method) {
    const method = findPaymentMethod(work, change.payment_method, 'payment_method');
    attach(work, method, customer.id);
  }
  const settings = change.invoice_settings;
  if (settings?.footer !== undefined) customer.invoice_settings.footer = settings.footer;
  if (settings?.default_payment_method !== undefined) {
    const id = settings.default_payment_method;
    const param = 'invoice_settings[default_payment_method]';
    const method = id === null ? null : ownPaymentMethod(work, id, customer.id, param);
    customer.invoice_settings.default_payment_method = method?.id ?? null;
  }
}

export function customerRoutes(context: SandboxContext): ApiRoute[] {
  const path = '/v1/customers';
  const customers = resource(context, path, 'customers');
  return [
    customers.create({ ...fields, metadata, payment_method: string }, (call) => {
      const customer = newCustomer(call, {});
      try {
        apply(call, customer, call.params);
      } catch (error) {
        objects(call.account, 'customers').delete(customer.id);
        throw error;
      }
      emit(call, 'customer.created', customer);
      return customer;
    }),
    customers.list({ email: string }),
    api(context, 'GET', `${path}/:id`, {}, (call) => {
      const gone = call.account.collection<true>('deleted_customers').has(call.id);
      if (gone) return { id: call.id, object: 'customer', deleted: true };
      return find(call, 'customers', call.id);
    }),
    customers.update(
      fields,
      (customer, call) => apply(call, customer, call.params),
      'customer.updated',
    ),
    customers.remove((customer, call) => {
      call.account.collection<true>('deleted_customers').put(call.id, true);
      emit(call, 'customer.deleted', customer);
    }),
    api(context, 'GET', `${path}/:id/payment_methods`, { ...paging, type: string }, (call) => {
      find(call, 'customers', call.id);
      return listPage(
        objects(call.account, 'payment_methods'),
        `${path}/${call.id}/payment_methods`,
        call.params,
        (method) => idOf(method.customer) === call.id,
      );
    }),
  ];
}
