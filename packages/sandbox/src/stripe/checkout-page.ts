/** The hosted checkout page. */
import type { Answer, Incoming, Route } from '../http/route.ts';
import type { Html } from '../pages/html.ts';
import { html, page, pageRoutes, plainPage, redirect } from '../pages/html.ts';
import * as parts from '../pages/parts.ts';
import type { Found, SandboxContext } from '../sandbox-context.ts';
import { formatAmount } from './amounts.ts';
import type { FormState } from './card-form.ts';
import {
  cardFieldset,
  cardList,
  field,
  formStatus,
  readCard,
  readTyped,
  withError,
} from './card-form.ts';
import { closedReason, findMerchant, paySession, successUrl } from './checkout.ts';
import { findAnywhere, objects, type Session } from './objects.ts';
import { authenticationFailed } from './payments.ts';
import { saveCard } from './setup.ts';

type Checkout = Found<Session>;

const formatTotal = ({ amount_total: total, currency }: Session): string =>
  formatAmount(total ?? 0, currency ?? 'usd');

function summary({ work, object: session }: Checkout): Html {
  const facts = objects(work, 'session_facts').get(session.id);
  const lines = facts?.lineItems ?? [];
  const merchant = findMerchant(work, session);
  if (session.mode === 'setup') {
    return html`<section aria-label="Summary">
${parts.backLink('Back', session.cancel_url)}
${merchant && html`<p class="biz">${merchant}</p>`}
<p class="what">Save your card for later payments</p>
${cardList(true)}
</section>`;
  }
  const total = formatTotal(session);
  return html`<section aria-label="Summary">
${parts.backLink('Back', session.cancel_url)}
${merchant && html`<p class="biz">${merchant}</p>`}
<p class="what">To pay</p>
<p class="amount">${total}</p>
${parts.amountLines(
  lines.map((line) => [line.description, formatAmount(line.amount_total, line.currency)]),
  ['Total due today', total],
)}
${cardList(facts?.paymentIntentData.setup_future_usage !== undefined)}
</section>`;
}

const methods = {
  card: 'Card',
  'bank-succeeds': 'Test bank account that pays a minute later',
  'bank-fails': 'Test bank account that fails a minute later',
};

function payPage(checkout: Checkout, state: FormState): Answer {
  const { work, object: session } = checkout;
  const takesBanks = session.payment_method_types.includes('us_bank_account');
  return page({
    title: `${findMerchant(work, session) ?? 'Payment'} · Checkout`,
    status: formStatus(state),
    layout: 'two',
    formTargets: [session.success_url],
    body: html`${summary(checkout)}
<section class="card" aria-labelledby="pay-heading"><h1 id="pay-heading">Payment</h1>
${parts.problemNote(state.problem)}
<form method="post" action="/checkout/pay/${session.id}" novalidate>
${field('email', state)}
${takesBanks && parts.choices('Pay with', 'method', methods, state.typed['method'] ?? 'card')}
<div class="by-card">${cardFieldset(state)}</div>
<button class="btn pri full" type="submit">${session.mode === 'setup' ? 'Save card' : `Pay ${formatTotal(session)}`}</button>
${parts.note('This page stands in for the card provider’s own. Use a test card only.')}
</form></section>`,
  });
}

function showForm(checkout: Checkout, { query }: Incoming): Answer {
  const { email, name } = checkout.object.customer_details ?? {};
  const typed = { email: email ?? '', name: name ?? '' };
  const failed = query.get('challenge') === 'failed';
  const problem = failed ? authenticationFailed.message : undefined;
  return payPage(checkout, { typed, errors: {}, problem });
}

function pay(checkout: Checkout, { body }: Incoming): Answer {
  const { work, object: session } = checkout;
  const typed = readTyped(body);
  const { email = '', name = '', method = 'card' } = typed;
  const bank = ({ 'bank-succeeds': 'succeeds', 'bank-fails': 'fails' } as const)[method];
  const errors: FormState['errors'] = {};
  if (!/^[^\s@]+@[^\s@.]+\.[^\s@]+$/.test(email)) errors['email'] = 'Enter your email address.';
  // A bank account has no card with a name on it.
  if (name === '' && !bank) errors['name'] = 'Enter the name on the card.';
  if (Object.keys(errors).length > 0) return payPage(checkout, { typed, errors });
  try {
    const payer = { email, name: name || email };
    if (session.mode === 'setup') {
      const { next_action: next } = saveCard(
        work,
        session,
        payer,
        readCard(typed),
        successUrl(session),
      );
      return redirect(next?.redirect_to_url?.url ?? successUrl(session));
    }
    const intent = paySession(work, session, payer, bank ?? readCard(typed));
    return redirect(intent.next_action?.redirect_to_url?.url ?? successUrl(session));
  } catch (error) {
    return payPage(checkout, withError(typed, error));
  }
}

function closedPage(session: Session, reason: string): Answer {
  if (session.status === 'complete') {
    const next = parts.linkButton('Continue', successUrl(session));
    return plainPage('Payment complete', [parts.note(reason), next]);
  }
  const back = parts.linkButton('Back', session.cancel_url);
  return plainPage('This link has expired', [parts.note(reason), back], 410);
}

export const checkoutPages = (context: SandboxContext): Route[] =>
  pageRoutes<Checkout>(
    context,
    '/checkout/pay/:id',
    ({ id }, run) => {
      const found = findAnywhere(context, 'checkout_sessions', id);
      if (!found) return plainPage('Page not found', parts.note('There is no such checkout.'), 404);
      const closed = closedReason(found.object);
      return closed === null ? run(found) : closedPage(found.object, closed);
    },
    showForm,
    pay,
  );
