import { createHash } from 'node:crypto';
import type Stripe from 'stripe';
import type { SandboxContext } from '../sandbox-context.ts';
import { newId } from '../state/new-id.ts';
import { type ApiRoute, api, type Work } from './api-call.ts';
import { invalid, missing } from './api-error.ts';
import {
  brandOf,
  type CardFacts,
  type CardInput,
  checkedCard,
  factsOfCard,
  namedCards,
} from './cards.ts';
import { emit } from './events.ts';
import { listPage } from './lists.ts';
import {
  address,
  hash,
  integer,
  metadata,
  oneOf,
  paging,
  required,
  string,
  unsettable,
} from './params.ts';
import { idOf, objects } from './stripe-objects.ts';

export interface BillingInput {
  address?: Stripe.Address | null;
  email?: string | null;
  name?: string | null;
  phone?: string | null;
}

export const cardFields = hash({
  number: required(string),
  exp_month: required(integer),
  exp_year: required(integer),
  cvc: string,
});

export const billingFields = hash({
  address,
  email: unsettable,
  name: unsettable,
  phone: unsettable,
});

/** An address with every field, as the API gives it. */
export function fullAddress(given: Partial<Stripe.Address> | null | undefined): Stripe.Address {
  const { city = null, country = null, line1 = null, line2 = null } = given ?? {};
  const { postal_code = null, state = null } = given ?? {};
  return { city, country, line1, line2, postal_code, state };
}

function billingDetails(given: BillingInput): Stripe.PaymentMethod.BillingDetails {
  const { email = null, name = null, phone = null } = given;
  return { address: fullAddress(given.address), email, name, phone, tax_id: null };
}

function kept(
  work: Work,
  rest: Partial<Stripe.PaymentMethod> & { type: Stripe.PaymentMethod.Type },
  facts: CardFacts,
  billing: BillingInput,
): Stripe.PaymentMethod {
  const { account, context } = work;
  const method: Stripe.PaymentMethod = {
    id: newId('pm'),
    object: 'payment_method',
    allow_redisplay: 'unspecified',
    billing_details: billingDetails(billing),
    created: context.clock.seconds(),
    customer: null,
    customer_account: null,
    livemode: false,
    metadata: {},
    ...rest,
  };
  objects(account, 'payment_methods').put(method.id, method);
  objects(account, 'card_facts').put(method.id, facts);
  return method;
}

/** Keeps a card as a payment method; throws `card_error` when it cannot be one. */
export function newCard(
  work: Work,
  input: CardInput,
  billing: BillingInput = {},
): Stripe.PaymentMethod {
  const { number, exp_month, exp_year, cvc } = checkedCard(input, work.context.clock.seconds());
  const brand = brandOf(number);
  const fingerprint = createHash('sha256').update(`${work.account.key} ${number}`).digest('hex');
  const details: Stripe.PaymentMethod.Card = {
    brand,
    checks: {
      address_line1_check: null,
      address_postal_code_check: null,
      cvc_check: cvc === undefined ? null : 'unchecked',
    },
    country: 'US',
    display_brand: brand,
    exp_month,
    exp_year,
    fingerprint: fingerprint.slice(0, 16),
    funding: number === '4000056655665556' ? 'debit' : 'credit',
    generated_from: null,
    last4: number.slice(-4),
    networks: { available: [brand], preferred: null },
    regulated_status: 'unregulated',
    three_d_secure_usage: { supported: true },
    wallet: null,
  };
  return kept(work, { type: 'card', card: details }, factsOfCard(number), billing);
}

/** A bank account whose debit is decided days later. */
export function newBankAccount(
  work: Work,
  outcome: 'succeeds' | 'fails',
  billing: BillingInput = {},
): Stripe.PaymentMethod {
  const details: Stripe.PaymentMethod.UsBankAccount = {
    account_holder_type: 'individual',
    account_type: 'checking',
    bank_name: 'STRIPE TEST BANK',
    financial_connections_account: null,
    fingerprint: 'sandboxbank00001',
    last4: outcome === 'succeeds' ? '6789' : '1116',
    networks: { preferred: 'ach', supported: ['ach'] },
    routing_number: '110000000',
    status_details: {},
  };
  const facts: CardFacts = { outcome: 'pays', challenge: false, bank: outcome };
  return kept(work, { type: 'us_bank_account', us_bank_account: details }, facts, billing);
}

/** A payment method by its id, or by the name of a test card (which makes a new one). */
export function findPaymentMethod(work: Work, id: string, param: string): Stripe.PaymentMethod {
  const number = namedCards[id];
  if (number !== undefined) {
    const exp_year = new Date(work.context.clock.now()).getUTCFullYear() + 1;
    return newCard(work, { number, exp_month: 12, exp_year, cvc: '123' });
  }
  const method = objects(work.account, 'payment_methods').get(id);
  if (!method) throw missing('PaymentMethod', id, param);
  return method;
}

/** Gives a payment method to a customer. */
export function attach(work: Work, method: Stripe.PaymentMethod, customerId: string): void {
  if (idOf(method.customer) === customerId) return;
  method.customer = customerId;
  emit(work, 'payment_method.attached', method);
}

export function paymentMethodRoutes(context: SandboxContext): ApiRoute[] {
  const path = '/v1/payment_methods';
  return [
    api(
      context,
      'POST',
      path,
      { type: required(oneOf('card')), card: cardFields, billing_details: billingFields, metadata },
      (call) => {
        if (!call.params.card) {
          throw invalid('Missing required param: card.', {
            code: 'parameter_missing',
            param: 'card',
          });
        }
        const method = newCard(call, call.params.card, billingFrom(call.params.billing_details));
        method.metadata = call.params.metadata ?? {};
        return method;
      },
      { publishable: true },
    ),
    api(
      context,
      'GET',
      path,
      { ...paging, customer: string, type: string },
      ({ account, params }) =>
        listPage(
          objects(account, 'payment_methods'),
          path,
          params,
          (method) =>
            idOf(method.customer) !== null &&
            (!params.customer || idOf(method.customer) === params.customer) &&
            (!params.type || method.type === params.type),
        ),
    ),
    api(context, 'GET', `${path}/:id`, {}, (call) => findPaymentMethod(call, call.id, 'id')),
    api(context, 'POST', `${path}/:id/attach`, { customer: required(string) }, (call) => {
      const method = findPaymentMethod(call, call.id, 'id');
      if (!objects(call.account, 'customers').has(call.params.customer)) {
        throw missing('customer', call.params.customer, 'customer');
      }
      attach(call, method, call.params.customer);
      return method;
    }),
    api(context, 'POST', `${path}/:id/detach`, {}, (call) => {
      const method = findPaymentMethod(call, call.id, 'id');
      if (method.customer === null) {
        throw invalid('The payment method you provided is not attached to a customer.');
      }
      method.customer = null;
      emit(call, 'payment_method.detached', method);
      return method;
    }),
  ];
}

/** Billing details as parameters bring them. */
export function billingFrom(
  given:
    | { address?: object; email?: string | null; name?: string | null; phone?: string | null }
    | undefined,
): BillingInput {
  return given ? { ...given, address: fullAddress(given.address) } : {};
}
