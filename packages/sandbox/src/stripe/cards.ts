/** The test cards, and what is wrong with a card that was typed badly. */
import { ApiError } from './api-error.ts';

export type CardOutcome =
  | 'pays'
  | 'generic_decline'
  | 'insufficient_funds'
  | 'lost_card'
  | 'stolen_card'
  | 'expired_card'
  | 'incorrect_cvc'
  | 'processing_error'
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
  card('4000056655665556', 'pays', 'Pays (debit)'),
  card('4000000000009987', 'lost_card', 'Lost card'),
  card('4000000000009979', 'stolen_card', 'Stolen card'),
  card('4000000000000127', 'incorrect_cvc', 'Wrong security code'),
  card('4000000000000119', 'processing_error', 'Processing error'),
  card('4000002500003155', 'pays', 'Asks for 3-D Secure', true),
  card('4000008400001629', 'generic_decline', '3-D Secure, then declined', true),
];

const known = new Map([...testCards, ...moreCards].map((entry) => [entry.number, entry.facts]));

/** Names that stand for test cards in API calls. */
export const namedCards: Record<string, string> = {
  pm_card_visa: '4242424242424242',
  pm_card_mastercard: '5555555555554444',
  pm_card_chargeDeclined: '4000000000000002',
  pm_card_visa_chargeDeclined: '4000000000000002',
  pm_card_chargeDeclinedInsufficientFunds: '4000000000009995',
  pm_card_visa_chargeDeclinedInsufficientFunds: '4000000000009995',
  pm_card_chargeDeclinedExpiredCard: '4000000000000069',
  pm_card_threeDSecure2Required: '4000002760003184',
  pm_card_authenticationRequired: '4000002760003184',
  pm_card_chargeCustomerFail: '4000000000000341',
};

export function brandOf(number: string): string {
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

const words = {
  incorrect_number: ['Your card number is incorrect.', 'number'],
  invalid_number: ['The card number is not a valid credit card number.', 'number'],
  invalid_expiry_month: ["Your card's expiration month is invalid.", 'exp_month'],
  invalid_expiry_year: ["Your card's expiration year is invalid.", 'exp_year'],
  invalid_cvc: ["Your card's security code is invalid.", 'cvc'],
} as const;

export function cardProblem(code: keyof typeof words): ApiError {
  const [message, param] = words[code];
  return new ApiError(402, 'card_error', message, { code, param });
}

/** Digits of a card that could be one; throws `card_error` for a bad number, date or code. */
export function checkedCard(input: CardInput, nowSeconds: number): CardInput {
  const number = input.number.replace(/[\s-]/g, '');
  if (!/^\d{12,19}$/.test(number)) throw cardProblem('invalid_number');
  if (!passesLuhn(number)) throw cardProblem('incorrect_number');
  const { exp_month: month, cvc } = input;
  const year = input.exp_year < 100 ? 2000 + input.exp_year : input.exp_year;
  if (!Number.isInteger(month) || month < 1 || month > 12)
    throw cardProblem('invalid_expiry_month');
  const now = new Date(nowSeconds * 1000);
  const thisYear = now.getUTCFullYear();
  if (!Number.isInteger(year) || year < thisYear || year > thisYear + 50) {
    throw cardProblem('invalid_expiry_year');
  }
  if (year === thisYear && month < now.getUTCMonth() + 1) throw cardProblem('invalid_expiry_month');
  const digits = brandOf(number) === 'amex' ? 4 : 3;
  if (cvc !== undefined && (!/^\d+$/.test(cvc) || cvc.length !== digits)) {
    throw cardProblem('invalid_cvc');
  }
  return { number, exp_month: month, exp_year: year, cvc };
}

/** How payments with this number go: a card that is not a test card is declined, as in test mode. */
export function factsOfCard(number: string): CardFacts {
  return known.get(number) ?? { outcome: 'generic_decline', challenge: false, bank: null };
}

export interface Decline {
  code: string;
  declineCode: string | null;
  message: string;
}

const declines: Record<Exclude<CardOutcome, 'pays' | 'declines_later'>, Decline> = {
  generic_decline: {
    code: 'card_declined',
    declineCode: 'generic_decline',
    message: 'Your card was declined.',
  },
  insufficient_funds: {
    code: 'card_declined',
    declineCode: 'insufficient_funds',
    message: 'Your card has insufficient funds.',
  },
  lost_card: {
    code: 'card_declined',
    declineCode: 'lost_card',
    message: 'Your card was declined.',
  },
  stolen_card: {
    code: 'card_declined',
    declineCode: 'stolen_card',
    message: 'Your card was declined.',
  },
  expired_card: {
    code: 'expired_card',
    declineCode: 'expired_card',
    message: 'Your card has expired.',
  },
  incorrect_cvc: {
    code: 'incorrect_cvc',
    declineCode: 'incorrect_cvc',
    message: "Your card's security code is incorrect.",
  },
  processing_error: {
    code: 'processing_error',
    declineCode: 'processing_error',
    message: 'An error occurred while processing your card. Try again in a little bit.',
  },
};

/** The decline that a payment meets, if any. `saved`: charged later, without the customer. */
export function declineOf({ outcome }: CardFacts, saved: boolean): Decline | null {
  if (outcome === 'pays') return null;
  if (outcome === 'declines_later') return saved ? declines.generic_decline : null;
  return declines[outcome];
}
