/** The card form that the hosted pages share, with the list of test cards. */
import { type Html, html } from '../pages/html.ts';
import * as parts from '../pages/parts.ts';
import { StripeError } from './error.ts';
import { type CardInput, testCards } from './payment-methods.ts';

const group = (number: string): string => number.replace(/(.{4})(?=.)/g, '$1 ');

/** @param renews whether the card will be charged again, so that one for that makes a difference */
export const cardList = (renews: boolean): Html =>
  html`<aside class="cards" aria-label="Test cards"><h2>Test cards</h2><ul>${testCards
    .filter(({ does, facts }) => does && (renews || facts.outcome !== 'declines_later'))
    .map(
      ({ number, does }) => html`<li><code>${group(number)}</code><span>${does}</span></li>`,
    )}</ul>${parts.note('Use any future date and any three digits with them.')}</aside>`;

/** What was typed, and what is wrong with it, by the name of each field. */
export interface FormState {
  typed: Record<string, string>;
  errors: Record<string, string>;
  /** What is wrong with all of it. */
  problem?: string;
}

/** The label of each field, and how browsers fill it in; the page's script knows two of them. */
const fields = {
  email: ['Email', html`type="email" autocomplete="email"`],
  number: [
    'Card number',
    html`inputmode="numeric" autocomplete="cc-number" placeholder="1234 1234 1234 1234" data-card-number`,
  ],
  expiry: [
    'Expiry date',
    html`inputmode="numeric" autocomplete="cc-exp" placeholder="MM / YY" data-expiry`,
  ],
  cvc: ['Security code', html`inputmode="numeric" autocomplete="cc-csc" placeholder="CVC"`],
  name: ['Name on card', html`autocomplete="cc-name"`],
} satisfies Record<string, [string, Html]>;

export function field(name: keyof typeof fields, { typed, errors }: FormState): Html {
  const [label, attributes] = fields[name];
  const error = errors[name];
  // A card's code is never put back.
  const value = name === 'cvc' ? '' : typed[name];
  const invalid = error && html` aria-invalid="true" aria-describedby="${name}-error"`;
  return html`<div class="field"><label for="${name}">${label}</label><input id="${name}" name="${name}" value="${value}" ${attributes} required${invalid}>${
    error && html`<span class="error" id="${name}-error">${error}</span>`
  }</div>`;
}

/** Number, date and code, and the name. */
export const cardFieldset = (state: FormState): Html =>
  html`${field('number', state)}
<div class="pair">${field('expiry', state)}
${field('cvc', state)}</div>
${field('name', state)}`;

export const readTyped = (body: string): Record<string, string> =>
  Object.fromEntries([...new URLSearchParams(body)].map(([name, text]) => [name, text.trim()]));

/** The card that was typed; its date as `12 / 34`, `12/2034` or `1234`. */
export function readCard({ number = '', expiry = '', cvc = '' }: FormState['typed']): CardInput {
  const [, month, year] = /^(\d{1,2})[/\-.]?(\d{2}|\d{4})$/.exec(expiry.replace(/\s/g, '')) ?? [];
  return { number, cvc, exp_month: Number(month), exp_year: Number(year) };
}

/** An error of the API beside the field that it belongs to, or above the form. */
export function withError(typed: FormState['typed'], error: unknown): FormState {
  if (!(error instanceof StripeError)) throw error;
  const { message, facts } = error;
  const name = facts.param?.replace(/^exp_.*/, 'expiry') ?? '';
  return name in fields
    ? { typed, errors: { [name]: message } }
    : { typed, errors: {}, problem: message };
}

export const formStatus = ({ errors, problem }: FormState): number =>
  problem || Object.keys(errors).length > 0 ? 402 : 200;
