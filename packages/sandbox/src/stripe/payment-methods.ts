/** Cards and bank accounts, kept as payment methods; the test cards, and what is wrong with a badly typed one. */
import { createHash } from 'node:crypto';
import type Stripe from 'stripe';
import { newId } from '../state/ids.ts';
import { StripeError } from './error.ts';
import { create, fill, type Method, objects, type Work } from './objects.ts';

export interface Decline {
  code: string;
  /** None where it is not the card's bank that declined. */
  declineCode: string | null;
  message: string;
}

const refuseCard = (declineCode: string, message: string, code = 'card_declined'): Decline => ({
  code,
  declineCode,
  message,
});

const declines = {
  generic_decline: refuseCard('generic_decline', 'Your card was declined.'),
  insufficient_funds: refuseCard('insufficient_funds', 'Your card has insufficient funds.'),
  expired_card: refuseCard('expired_card', 'Your card has expired.', 'expired_card'),
  authentication_required: refuseCard(
    'authentication_required',
    'Your card was declined. This transaction requires authentication.',
    'authentication_required',
  ),
};

/** What decides how payments with a payment method go. */
export interface CardFacts {
  outcome: 'pays' | 'declines_later' | keyof typeof declines;
  /** Asks for 3-D Secure when the customer pays. */
  challenge: boolean;
  /** A bank account: the outcome comes days later. */
  bank: 'succeeds' | 'fails' | null;
}

export interface CardInput {
  number: string;
  exp_month: number;
  exp_year: number;
  cvc?: string | undefined;
}

interface TestCard {
  number: string;
  facts: CardFacts;
  /** In words, for the hosted page; it lists no others. */
  does?: string;
}

const card = (
  number: string,
  outcome: CardFacts['outcome'],
  does?: string,
  challenge = false,
): TestCard => ({ number, does, facts: { outcome, challenge, bank: null } });

export const testCards: TestCard[] = [
  card('4242424242424242', 'pays', 'Pays'),
  card('4000000000000002', 'generic_decline', 'Is declined'),
  card('4000000000009995', 'insufficient_funds', 'Insufficient funds'),
  card('4000000000000069', 'expired_card', 'Expired'),
  card('4000002760003184', 'pays', 'Asks for 3-D Secure', true),
  card('4000000000000341', 'declines_later', 'Pays once, is declined later'),
  card('5555555555554444', 'pays'),
  card('378282246310005', 'pays'),
];

function cardBrand(number: string): string {
  if (number.startsWith('4')) return 'visa';
  if (/^3[47]/.test(number)) return 'amex';
  if (/^(6011|65|64[4-9])/.test(number)) return 'discover';
  return /^(5[1-5]|2[2-7])/.test(number) ? 'mastercard' : 'unknown';
}

/** Whether the last digit fits the others (Luhn): every second one from the end counts twice. */
function passesLuhn(number: string): boolean {
  const counted = [...number].reverse().map((digit, index) => Number(digit) * (1 + (index % 2)));
  return counted.reduce((sum, value) => sum + (value > 9 ? value - 9 : value), 0) % 10 === 0;
}

const refuse = (code: string, message: string, param = 'number'): StripeError =>
  new StripeError(402, 'card_error', message, { code, param });

const refuseMonth = () =>
  refuse('invalid_expiry_month', "Your card's expiration month is invalid.", 'exp_month');

/** Digits of a card that could be one; throws `card_error` for a bad number, date or code. */
function checkedCard(input: CardInput, nowSeconds: number): CardInput {
  const number = input.number.replace(/[\s-]/g, '');
  if (!/^\d{12,19}$/.test(number)) {
    throw refuse('invalid_number', 'The card number is not a valid credit card number.');
  }
  if (!passesLuhn(number)) throw refuse('incorrect_number', 'Your card number is incorrect.');
  const { exp_month: month, cvc } = input;
  const year = input.exp_year < 100 ? 2000 + input.exp_year : input.exp_year;
  if (!Number.isInteger(month) || month < 1 || month > 12) throw refuseMonth();
  const now = new Date(nowSeconds * 1000);
  const thisYear = now.getUTCFullYear();
  if (!Number.isInteger(year) || year < thisYear || year > thisYear + 50) {
    throw refuse('invalid_expiry_year', "Your card's expiration year is invalid.", 'exp_year');
  }
  if (year === thisYear && month < now.getUTCMonth() + 1) throw refuseMonth();
  const code = cardBrand(number) === 'amex' ? /^\d{4}$/ : /^\d{3}$/;
  if (cvc !== undefined && !code.test(cvc)) {
    throw refuse('invalid_cvc', "Your card's security code is invalid.", 'cvc');
  }
  return { number, exp_month: month, exp_year: year, cvc };
}

/** How payments with this number go: a card that is not a test card is declined, as in test mode. */
const findCardFacts = (given: string): CardFacts =>
  testCards.find(({ number }) => number === given)?.facts ?? card(given, 'generic_decline').facts;

/** The decline that a payment meets, if any. `saved`: charged later, without the customer. */
export function findDecline({ outcome, challenge }: CardFacts, saved: boolean): Decline | null {
  if (challenge && saved) return declines.authentication_required;
  if (outcome === 'pays') return null;
  if (outcome === 'declines_later') return saved ? declines.generic_decline : null;
  return declines[outcome];
}

type Billing = Partial<Record<'email' | 'name', string | null>>;

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
