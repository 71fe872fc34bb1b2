/** Cards that customers have agreed to be charged for following invoices. */
import type { CalendarDate } from '../dates/calendar-date.ts';
import { formatDate } from '../dates/calendar-date.ts';

/** What a customer agrees to, word for word; it is shown before, and kept. */
export const agreementText = (businessName: string): string =>
  `I allow ${businessName} to charge this card for the invoices it issues to me from now on: each on the day it is due, for the amount that is due. I can end this at any time on the page of any of these invoices.`;

/** The same for another card in the place of one that was agreed to. */
export const cardChangeText = (
  businessName: string,
  before: { brand: string; last4: string },
): string =>
  `I allow ${businessName} to charge this card in place of ${formatSavedCard(before)}, as I agreed for that one: for the invoices that it has issued to me since then and issues to me from now on, each on the day it is due, for the amount that is due. I can end this at any time on the page of any of these invoices.`;

/** 'Visa •••• 4242' */
export const formatSavedCard = ({ brand, last4 }: { brand: string; last4: string }): string =>
  `${brand} •••• ${last4}`;

/** 'Visa •••• 4242 is charged on Nov 21, 2026' */
export const describeCharge = ({ card, date }: { card: string; date: CalendarDate }): string =>
  `${card} is charged on ${formatDate(date)}`;

/**
 * What a customer is told of a card that was declined.
 * @param retryOn the day on which it is charged again; undefined where it is not
 */
export const describeDecline = (card: string, retryOn: CalendarDate | undefined): string =>
  `${card} was declined. ${
    retryOn === undefined
      ? 'It is not charged again automatically.'
      : `It is charged again on ${formatDate(retryOn)} for what is not paid by then.`
  }`;

/** Days after a refused charge until it is tried again; after the last one it is not. */
export const RETRY_AFTER_DAYS = [3, 5, 7] as const;

/**
 * Declines that trying again does not mend, or that card networks fine for: the card itself is no good,
 * or its owner has to be there. From https://docs.stripe.com/declines/codes, read in November 2026.
 */
const FINAL_DECLINES: ReadonlySet<string> = new Set([
  'authentication_required',
  'card_not_supported',
  'expired_card',
  'incorrect_number',
  'invalid_account',
  'invalid_number',
  'lost_card',
  'new_account_information_available',
  'pickup_card',
  'resource_missing',
  'restricted_card',
  'revocation_of_all_authorizations',
  'revocation_of_authorization',
  'security_violation',
  'stolen_card',
  'stop_payment_order',
]);

export const isFinalDecline = (code: string): boolean => FINAL_DECLINES.has(code);

/**
 * When a refused charge is tried again, in days.
 * @param attempt which one it was, from 1
 * @returns undefined where it is not
 */
export const retryAfter = (attempt: number, code: string): number | undefined =>
  isFinalDecline(code) ? undefined : RETRY_AFTER_DAYS[attempt - 1];
