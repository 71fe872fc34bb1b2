import { createHash } from 'node:crypto';
import type Stripe from 'stripe';
import type { SandboxContext } from '../sandbox-context.ts';
import { newId } from '../state/new-id.ts';
import type { ApiRoute, Work } from './api-call.ts';
import { invalid, missingParam } from './api-error.ts';
import {
  brandOf,
  type CardFacts,
  type CardInput,
  checkedCard,
  factsOfCard,
  namedCards,
} from './cards.ts';
import { emit } from './events.ts';
import { address, hash, integer, metadata, oneOf, required, string, unsettable } from './params.ts';
import { resource } from './resource.ts';
import { find, idOf, objects } from './stripe-objects.ts';

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

export type BillingInput = ReturnType<typeof billingFields.read>;

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
  return find(work, 'payment_methods', id, param);
}

/** A payment method that the customer has already. */
export function ownPaymentMethod(
  work: Work,
  id: string,
  customer: string | null,
  param: string,
): Stripe.PaymentMethod {
  const method = findPaymentMethod(work, id, param);
  if (idOf(method.customer) === customer) return method;
  throw invalid(
    `The customer does not have a payment method with the ID ${method.id}. The payment method must be attached to the customer.`,
    { code: 'resource_missing', param },
  );
}

/** Gives a payment method to a customer. */
export function attach(work: Work, method: Stripe.PaymentMethod, customerId: string): void {
  if (idOf(method.customer) === customerId) return;
  method.customer = customerId;
  emit(work, 'payment_method.attached', method);
}

export function paymentMethodRoutes(context: SandboxContext): ApiRoute[] {
  const methods = resource(context, '/v1/payment_methods', 'payment_methods', (call) =>
    findPaymentMethod(call, call.id, 'id'),
  );
  return [
    methods.create(
      { type: required(oneOf('card')), card: cardFields, billing_details: billingFields, metadata },
      (call) => {
        if (!call.params.card) throw missingParam('card');
        const method = newCard(call, call.params.card, call.params.billing_details);
        method.metadata = call.params.metadata ?? {};
        return method;
      },
      { publishable: true },
    ),
    methods.list({ customer: string, type: string }, {}, (method) => method.customer !== null),
    methods.read(),
    methods.action('attach', { customer: required(string) }, (method, call) => {
      find(call, 'customers', call.params.customer, 'customer');
      attach(call, method, call.params.customer);
    }),
    methods.action('detach', {}, (method, call) => {
      if (method.customer === null) {
        throw invalid('The payment method you provided is not attached to a customer.');
      }
      method.customer = null;
      emit(call, 'payment_method.detached', method);
    }),
  ];
}
