/** The test cards, and what is wrong with a card that was typed badly. */
import { StripeError } from './error.ts';

export type CardOutcome =
  | 'pays'
  | 'generic_decline'
  | 'insufficient_funds'
  | 'expired_card'
  | 'declines_later';

/** What decides how payments with a payment method go. */
export interface CardFacts {
  outcome: CardOutcome;
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

export interface TestCard {
  number: string;
  facts: CardFacts;
  /** In words, for the hosted page. */
  does: string;
}

function card(number: string, outcome: CardOutcome, does: string, challenge = false): TestCard {
  return { number, does, facts: { outcome, challenge, bank: null } };
}

/** The cards that the page lists. */
export const testCards: TestCard[] = [
  card('4242424242424242', 'pays', 'Pays'),
  card('4000000000000002', 'generic_decline', 'Is declined'),
  card('4000000000009995', 'insufficient_funds', 'Insufficient funds'),
  card('4000000000000069', 'expired_card', 'Expired'),
  card('4000002760003184', 'pays', 'Asks for 3-D Secure', true),
  card('4000000000000341', 'declines_later', 'Pays once, fails at renewal'),
];

const moreCards: TestCard[] = [
  card('5555555555554444', 'pays', 'Pays (Mastercard)'),
  card('378282246310005', 'pays', 'Pays (American Express)'),
];

const known = new Map([...testCards, ...moreCards].map((entry) => [entry.number, entry.facts]));

export function cardBrand(number: string): string {
  if (number.startsWith('4')) return 'visa';
  if (/^(5[1-5]|2[2-7])/.test(number)) return 'mastercard';
  if (/^3[47]/.test(number)) return 'amex';
  if (/^(6011|65|64[4-9])/.test(number)) return 'discover';
  return 'unknown';
}

function passesLuhn(number: string): boolean {
  let sum = 0;
  for (let index = 0; index < number.length; index += 1) {
    const digit = Number(number[number.length - 1 - index]);
    const doubled = index % 2 === 1 ? digit * 2 : digit;
    sum += doubled > 9 ? doubled - 9 : doubled;
  }
  return sum % 10 === 0;
}

const faults = {
  incorrect_number: ['Your card number is incorrect.', 'number'],
  invalid_number: ['The card number is not a valid credit card number.', 'number'],
  invalid_expiry_month: ["Your card's expiration month is invalid.", 'exp_month'],
  invalid_expiry_year: ["Your card's expiration year is invalid.", 'exp_year'],
  invalid_cvc: ["Your card's security code is invalid.", 'cvc'],
} as const;

function refuse(code: keyof typeof faults): StripeError {
  const [message, param] = faults[code];
  return new StripeError(402, 'card_error', message, { code, param });
}

/** Digits of a card that could be one; throws `card_error` for a bad number, date or code. */
export function checkedCard(input: CardInput, nowSeconds: number): CardInput {
  const number = input.number.replace(/[\s-]/g, '');
  if (!/^\d{12,19}$/.test(number)) throw refuse('invalid_number');
  if (!passesLuhn(number)) throw refuse('incorrect_number');
  const { exp_month: month, cvc } = input;
  const year = input.exp_year < 100 ? 2000 + input.exp_year : input.exp_year;
  if (!Number.isInteger(month) || month < 1 || month > 12) throw refuse('invalid_expiry_month');
  const now = new Date(nowSeconds * 1000);
  const thisYear = now.getUTCFullYear();
  if (!Number.isInteger(year) || year < thisYear || year > thisYear + 50) {
    throw refuse('invalid_expiry_year');
  }
  if (year === thisYear && month < now.getUTCMonth() + 1) throw refuse('invalid_expiry_month');
  const digits = cardBrand(number) === 'amex' ? 4 : 3;
  if (cvc !== undefined && (!/^\d+$/.test(cvc) || cvc.length !== digits)) {
    throw refuse('invalid_cvc');
  }
  return { number, exp_month: month, exp_year: year, cvc };
}

/** How payments with this number go: a card that is not a test card is declined, as in test mode. */
export function findCardFacts(number: string): CardFacts {
  return known.get(number) ?? { outcome: 'generic_decline', challenge: false, bank: null };
}

export interface Decline {
  code: string;
  /** None where it is not the card's bank that declined. */
  declineCode: string | null;
  message: string;
}

const declined = (declineCode: string, message: string, code = declineCode): Decline => ({
  code,
  declineCode,
  message,
});

const declines: Record<Exclude<CardOutcome, 'pays' | 'declines_later'>, Decline> = {
  generic_decline: declined('generic_decline', 'Your card was declined.', 'card_declined'),
  insufficient_funds: declined(
    'insufficient_funds',
    'Your card has insufficient funds.',
    'card_declined',
  ),
  expired_card: declined('expired_card', 'Your card has expired.'),
};

/** The decline that a payment meets, if any. `saved`: charged later, without the customer. */
export function findDecline({ outcome }: CardFacts, saved: boolean): Decline | null {
  if (outcome === 'pays') return null;
  if (outcome === 'declines_later') return saved ? declines.generic_decline : null;
  return declines[outcome];
}
