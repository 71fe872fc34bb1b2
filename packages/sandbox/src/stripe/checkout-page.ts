/** The hosted checkout page and the page of the 3-D Secure challenge. */
import type Stripe from 'stripe';
import { formFields, type Html, html, page, seeOther } from '../http/html.ts';
import type { Answer, Route, RouteRequest } from '../http/router.ts';
import type { SandboxContext } from '../sandbox-context.ts';
import { formatAmount } from './amounts.ts';
import { anywhere, type Work } from './api-call.ts';
import { ApiError } from './api-error.ts';
import {
  closedReason,
  paySession,
  type SessionPayment,
  successUrl,
} from './checkout-completion.ts';
import {
  type CardErrors,
  type CardTyped,
  cardErrors,
  cardFieldset,
  cardList,
  field,
  merchantOf,
  noSuchPage,
  plainPage,
  readExpiry,
  sandboxBar,
} from './page-parts.ts';
import { authenticationFailed } from './payments.ts';
import { objects } from './stripe-objects.ts';

interface Shown {
  email: string;
  name: string;
  method: string;
  card: CardTyped;
  problem?: string;
  errors: CardErrors & { email?: string; name?: string };
}

function linesOf(work: Work, session: Stripe.Checkout.Session): Stripe.LineItem[] {
  return objects(work.account, 'session_facts').get(session.id)?.lineItems ?? [];
}

function periodOf(lines: Stripe.LineItem[]): string | null {
  const recurring = lines.find((line) => line.price?.recurring)?.price?.recurring;
  if (!recurring) return null;
  const { interval, interval_count: count } = recurring;
  return count === 1 ? `per ${interval}` : `every ${count} ${interval}s`;
}

function summary(work: Work, session: Stripe.Checkout.Session): Html {
  const lines = linesOf(work, session);
  const currency = session.currency ?? 'usd';
  const total = formatAmount(session.amount_total ?? 0, currency);
  const period = periodOf(lines);
  const merchant = merchantOf(work, session);
  return html`<section aria-label="Summary">
${session.cancel_url ? html`<a class="back" href="${session.cancel_url}"><span aria-hidden="true">←&nbsp;</span>Back</a>` : ''}
${merchant ? html`<p class="biz">${merchant}</p>` : ''}
<p class="what">${session.mode === 'subscription' ? 'Subscribe' : 'To pay'}</p>
<p class="amount">${total} ${period ? html`<span class="per">${period}</span>` : ''}</p>
<ul class="lines">${lines.map(
    (line) =>
      html`<li><span>${line.description}${
        (line.quantity ?? 1) > 1
          ? html`<small>${line.quantity} × ${formatAmount(line.price?.unit_amount ?? 0, currency)}</small>`
          : ''
      }</span><span>${formatAmount(line.amount_total, currency)}</span></li>`,
  )}<li class="sum"><span>Total due today</span><span>${total}</span></li></ul>
${cardList(session.mode === 'subscription')}
</section>`;
}

function bankChoice(session: Stripe.Checkout.Session, shown: Shown): Html {
  if (!session.payment_method_types.includes('us_bank_account')) {
    return html`<input type="hidden" name="method" value="card">`;
  }
  const option = (value: string, label: string): Html =>
    html`<label class="choice"><input type="radio" name="method" value="${value}"${
      shown.method === value ? html` checked` : ''
    }>${label}</label>`;
  return html`<fieldset class="field"><legend>Pay with</legend>${option('card', 'Card')}${option(
    'bank-succeeds',
    'Test bank account that pays a minute later',
  )}${option('bank-fails', 'Test bank account that fails a minute later')}</fieldset>`;
}

function payPage(work: Work, session: Stripe.Checkout.Session, shown: Shown): Answer {
  const total = formatAmount(session.amount_total ?? 0, session.currency ?? 'usd');
  const isSubscription = session.mode === 'subscription';
  return page({
    title: `${merchantOf(work, session) ?? 'Payment'} · Checkout`,
    status: shown.problem || Object.keys(shown.errors).length > 0 ? 402 : 200,
    formTargets: [session.success_url],
    body: html`${sandboxBar}<main class="wrap two">
${summary(work, session)}
<section class="card" aria-labelledby="pay-heading"><h1 id="pay-heading">Payment</h1>
${shown.problem ? html`<p class="problem" role="alert">${shown.problem}</p>` : ''}
<form method="post" action="/checkout/pay/${session.id}" novalidate>
${field({ name: 'email', label: 'Email', type: 'email', value: shown.email, autocomplete: 'email', error: shown.errors.email })}
${bankChoice(session, shown)}
<div class="by-card">${cardFieldset(shown.errors, shown.card)}
${field({ name: 'name', label: 'Name on card', value: shown.name, autocomplete: 'cc-name', error: shown.errors.name })}</div>
<button class="btn pri full" type="submit">${isSubscription ? 'Subscribe' : `Pay ${total}`}</button>
<p class="note">${
      isSubscription
        ? 'You are charged again at the end of each period until you cancel.'
        : 'This page stands in for the card provider’s own. Use a test card only.'
    }</p>
</form></section></main>`,
  });
}

function closedPage(session: Stripe.Checkout.Session, reason: string): Answer {
  const way = session.status === 'complete' ? successUrl(session) : (session.cancel_url ?? null);
  const label = session.status === 'complete' ? 'Continue' : 'Back';
  const link = way ? html`<p class="acts"><a class="btn pri" href="${way}">${label}</a></p>` : '';
  return plainPage(
    session.status === 'complete' ? 'Payment complete' : 'This link has expired',
    html`<p class="note">${reason}</p>${link}`,
    session.status === 'complete' ? 200 : 410,
  );
}

function shownAtFirst(session: Stripe.Checkout.Session): Shown {
  const { customer_details: details } = session;
  return {
    email: details?.email ?? '',
    name: details?.name ?? '',
    method: 'card',
    card: { number: '', expiry: '' },
    errors: {},
  };
}

function readPayment(fields: URLSearchParams): { payment: SessionPayment; shown: Shown } {
  const get = (name: string): string => fields.get(name)?.trim() ?? '';
  const method = get('method') || 'card';
  const email = get('email');
  const name = get('name');
  const errors: Shown['errors'] = {};
  if (!/^[^\s@]+@[^\s@.]+\.[^\s@]+$/.test(email)) errors.email = 'Enter your email address.';
  const bank =
    method === 'bank-succeeds' ? 'succeeds' : method === 'bank-fails' ? 'fails' : undefined;
  // A bank account has no card with a name on it.
  if (name === '' && !bank) errors.name = 'Enter the name on the card.';
  const card = bank
    ? {}
    : { card: { number: get('number'), cvc: get('cvc'), ...readExpiry(get('expiry')) } };
  return {
    payment: { email, name: name || email, ...card, ...(bank ? { bank } : {}) },
    shown: {
      email,
      name,
      method,
      card: { number: get('number'), expiry: get('expiry') },
      errors,
    },
  };
}

function pay(work: Work, session: Stripe.Checkout.Session, { body }: RouteRequest): Answer {
  const { payment, shown } = readPayment(formFields(body));
  if (Object.keys(shown.errors).length > 0) return payPage(work, session, shown);
  try {
    const intent = paySession(work, session, payment);
    const challenge = intent.next_action?.redirect_to_url?.url;
    return seeOther(
      intent.status === 'requires_action' && challenge ? challenge : successUrl(session),
    );
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const errors = cardErrors(error.facts.param, error.message);
    return payPage(work, session, {
      ...shown,
      ...(errors ? {} : { problem: error.message }),
      errors: errors ?? {},
    });
  }
}

export function checkoutPages(context: SandboxContext): Route[] {
  const pattern = '/checkout/pay/:id';
  const withSession =
    (run: (work: Work, session: Stripe.Checkout.Session, request: RouteRequest) => Answer) =>
    (request: RouteRequest): Answer => {
      context.clock.runDue();
      const hit = anywhere(context, 'checkout_sessions', request.params.id);
      if (!hit) return noSuchPage('checkout');
      const closed = closedReason(hit.object);
      return closed === null ? run(hit.work, hit.object, request) : closedPage(hit.object, closed);
    };
  return [
    {
      method: 'GET',
      pattern,
      handler: withSession((work, session, { query }) => {
        const shown = shownAtFirst(session);
        if (query.get('challenge') === 'failed') shown.problem = authenticationFailed.message;
        return payPage(work, session, shown);
      }),
    },
    { method: 'POST', pattern, handler: withSession(pay) },
  ];
}
