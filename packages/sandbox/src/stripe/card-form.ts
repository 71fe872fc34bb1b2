/** The card form that the hosted pages share, with the list of test cards. */
import { type Html, html, note } from '../pages/html.ts';
import { StripeError } from './error.ts';
import { type CardInput, testCards } from './payment-methods.ts';

const group = (number: string): string => number.replace(/(.{4})(?=.)/g, '$1 ');

/** @param renews whether the card will be charged again, so that one for that makes a difference */
export const cardList = (renews: boolean): Html =>
  html`<aside class="cards" aria-label="Test cards"><h2>Test cards</h2><ul>${testCards
    .filter(({ does, facts }) => does && (renews || facts.outcome !== 'declines_later'))
    .map(
      ({ number, does }) => html`<li><code>${group(number)}</code><span>${does}</span></li>`,
    )}</ul>${note('Any later date and any three digits go with them.')}</aside>`;

/** What was typed, and what is wrong with it, by the name of each field. */
export interface FormState {
  typed: Record<string, string>;
  errors: Record<string, string>;
  /** What is wrong with all of it. */
  problem?: string;
}

interface Field {
  label: string;
  autocomplete: string;
  type?: string;
  placeholder?: string;
  /** A marker for the page's script, where it is one of digits. */
  digits?: string;
}

const fields = {
  email: { label: 'Email', autocomplete: 'email', type: 'email' },
  number: {
    label: 'Card number',
    autocomplete: 'cc-number',
    placeholder: '1234 1234 1234 1234',
    digits: 'data-card-number',
  },
  expiry: {
    label: 'Expiry date',
    autocomplete: 'cc-exp',
    placeholder: 'MM / YY',
    digits: 'data-expiry',
  },
  cvc: { label: 'Security code', autocomplete: 'cc-csc', placeholder: 'CVC', digits: '' },
  name: { label: 'Name on card', autocomplete: 'cc-name' },
} satisfies Record<string, Field>;

export function field(name: keyof typeof fields, { typed, errors }: FormState): Html {
  const { label, autocomplete, type = 'text', placeholder = '', digits }: Field = fields[name];
  const error = errors[name];
  // A card's code is never put back.
  const value = name === 'cvc' ? '' : (typed[name] ?? '');
  const invalid = error && html` aria-invalid="true" aria-describedby="${name}-error"`;
  return html`<div class="field"><label for="${name}">${label}</label><input id="${name}" name="${name}" type="${type}" value="${value}" autocomplete="${autocomplete}" placeholder="${placeholder}" required${digits !== undefined && html` inputmode="numeric" ${digits}`}${invalid}>${
    error && html`<span class="error" id="${name}-error">${error}</span>`
  }</div>`;
}

/** Number, date and code, and the name. */
export const cardFieldset = (state: FormState): Html =>
  html`${field('number', state)}
<div class="pair">${field('expiry', state)}
${field('cvc', state)}</div>
${field('name', state)}`;

/** A form as it was sent. */
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

/** 402 where something is wrong. */
export const formStatus = ({ errors, problem }: FormState): number =>
  problem || Object.keys(errors).length > 0 ? 402 : 200;
