/** Cards and bank accounts, kept as payment methods. */
import { createHash } from 'node:crypto';
import type Stripe from 'stripe';
import { newId } from '../state/ids.ts';
import { type CardFacts, type CardInput, cardBrand, checkedCard, findCardFacts } from './cards.ts';
import { emit } from './events.ts';
import { create, fill, type Method, objects, toId, type Work } from './objects.ts';

export interface Billing {
  email?: string | null | undefined;
  name?: string | null | undefined;
}

function keep(
  work: Work,
  details: Pick<Method, 'type' | 'card' | 'us_bank_account'>,
  facts: CardFacts,
  billing: Billing,
): Method {
  const id = newId('pm');
  objects(work, 'card_facts').put(id, facts);
  return create(work, 'payment_methods', { id, billing_details: billing, ...details });
}

/** Keeps a card as a payment method; throws `card_error` when it cannot be one. */
export function newCard(work: Work, input: CardInput, billing: Billing = {}): Method {
  const { number, exp_month, exp_year, cvc } = checkedCard(input, work.context.clock.seconds());
  const brand = cardBrand(number);
  const fingerprint = createHash('sha256').update(`${work.account.key} ${number}`).digest('hex');
  const card = fill<Stripe.PaymentMethod.Card>('card', {
    brand,
    checks: { cvc_check: cvc === undefined ? null : 'unchecked' },
    display_brand: brand,
    exp_month,
    exp_year,
    fingerprint: fingerprint.slice(0, 16),
    last4: number.slice(-4),
    networks: { available: [brand] },
  });
  return keep(work, { type: 'card', card }, findCardFacts(number), billing);
}

/** A bank account whose debit is decided later. */
export function newBankAccount(
  work: Work,
  outcome: 'succeeds' | 'fails',
  billing: Billing,
): Method {
  const last4 = outcome === 'succeeds' ? '6789' : '1116';
  const account = fill<Stripe.PaymentMethod.UsBankAccount>('bank', { last4 });
  const facts: CardFacts = { outcome: 'pays', challenge: false, bank: outcome };
  return keep(work, { type: 'us_bank_account', us_bank_account: account }, facts, billing);
}

/** Gives a payment method to a customer. */
export function attach(work: Work, method: Method, customerId: string): void {
  if (toId(method.customer) === customerId) return;
  method.customer = customerId;
  emit(work, 'payment_method.attached', method);
}
