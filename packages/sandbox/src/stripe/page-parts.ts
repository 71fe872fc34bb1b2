/** Parts that the hosted pages share. */
import type Stripe from 'stripe';
import { type Html, type HtmlPart, html, page } from '../http/html.ts';
import type { Answer } from '../http/router.ts';
import type { Account } from '../state/store.ts';
import { businessName } from './accounts.ts';
import type { Work } from './api-call.ts';
import { testCards } from './cards.ts';
import { sessionOfIntent } from './checkout-completion.ts';
import { objects } from './stripe-objects.ts';

export const sandboxBar = html`<header class="bar"><b>Test mode.</b> Sandbox: no real money moves.</header>`;

const grouped = (number: string): string => number.replace(/(.{4})(?=.)/g, '$1 ');

/** @param renews whether the card will be charged again, so that one for that makes a difference */
export const cardList = (renews: boolean): Html =>
  html`<aside class="cards" aria-label="Test cards"><h2>Test cards</h2><ul>${testCards
    .filter(({ facts }) => renews || facts.outcome !== 'declines_later')
    .map(
      ({ number, does }) => html`<li><code>${grouped(number)}</code><span>${does}</span></li>`,
    )}</ul><p class="note">Any later date and any three digits go with them.</p></aside>`;

export function nameOf(account: Account, otherwise: string): string {
  return businessName(account) ?? otherwise;
}

/** Who is paid, as the session names them. */
export function merchantOf(work: Work, session: Stripe.Checkout.Session): string | null {
  const shown = objects(work.account, 'session_facts').get(session.id)?.displayName;
  return shown ?? businessName(work.account);
}

/** Who is paid by an intent. */
export function findPayee(work: Work, intentId: string): string {
  const session = sessionOfIntent(work, intentId);
  return (session && merchantOf(work, session)) ?? nameOf(work.account, 'Test business');
}

export function dateText(seconds: number): string {
  return new Date(seconds * 1000).toLocaleDateString('en-US', {
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    timeZone: 'UTC',
  });
}

export interface FieldFacts {
  name: string;
  label: string;
  value?: string;
  type?: string;
  autocomplete?: string;
  inputmode?: string;
  /** A marker for the page's script, such as `data-card-number`. */
  mark?: 'card-number' | 'expiry';
  placeholder?: string;
  error?: string | undefined;
}

export function field(facts: FieldFacts): Html {
  const { name, label, value = '', type = 'text', autocomplete = 'off', error } = facts;
  const mark =
    facts.mark === 'card-number' ? html` data-card-number` : facts.mark ? html` data-expiry` : '';
  const invalid = error ? html` aria-invalid="true" aria-describedby="${name}-error"` : '';
  const mode = facts.inputmode ? html` inputmode="${facts.inputmode}"` : '';
  const hint = facts.placeholder ? html` placeholder="${facts.placeholder}"` : '';
  return html`<div class="field"><label for="${name}">${label}</label><input id="${name}" name="${name}" type="${type}" value="${value}" autocomplete="${autocomplete}" required${mode}${hint}${mark}${invalid}>${
    error ? html`<span class="error" id="${name}-error">${error}</span>` : ''
  }</div>`;
}

export interface CardErrors {
  number?: string;
  expiry?: string;
  cvc?: string;
}

/** Which field of the card form an error belongs to. */
export function cardErrors(param: string | undefined, message: string): CardErrors | null {
  if (param === 'number') return { number: message };
  if (param === 'exp_month' || param === 'exp_year') return { expiry: message };
  return param === 'cvc' ? { cvc: message } : null;
}

/** What was typed of a card, to be shown again beside an error. Its code is never put back. */
export interface CardTyped {
  number: string;
  expiry: string;
}

/** Number, date and code. */
export function cardFieldset(
  errors: CardErrors = {},
  typed: CardTyped = { number: '', expiry: '' },
): Html {
  return html`${field({ name: 'number', label: 'Card number', value: typed.number, autocomplete: 'cc-number', inputmode: 'numeric', mark: 'card-number', placeholder: '1234 1234 1234 1234', error: errors.number })}
<div class="pair">${field({ name: 'expiry', label: 'Expiry date', value: typed.expiry, autocomplete: 'cc-exp', inputmode: 'numeric', mark: 'expiry', placeholder: 'MM / YY', error: errors.expiry })}
${field({ name: 'cvc', label: 'Security code', autocomplete: 'cc-csc', inputmode: 'numeric', placeholder: 'CVC', error: errors.cvc })}</div>`;
}

/** Month and year as they were typed: `12 / 34`, `12/2034`, `1234`. */
export function readExpiry(text: string): { exp_month: number; exp_year: number } {
  const match = /^(\d{1,2})[/\-.]?(\d{2}|\d{4})$/.exec(text.replace(/\s/g, ''));
  return {
    exp_month: Number(match?.[1] ?? Number.NaN),
    exp_year: Number(match?.[2] ?? Number.NaN),
  };
}

/** @param what the page would have shown, such as `payment` */
export const noSuchPage = (what: string): Answer =>
  plainPage('Page not found', html`<p class="note">There is no such ${what}.</p>`, 404);

/** A page that only says something. */
export function plainPage(title: string, said: HtmlPart, status = 200): Answer {
  return page({
    title,
    status,
    body: html`${sandboxBar}<main class="wrap one"><div class="card"><h1>${title}</h1>${said}</div></main>`,
  });
}
