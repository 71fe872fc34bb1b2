/** The hosted checkout page. */
import type Stripe from 'stripe';
import type { Answer, Incoming, Route } from '../http/route.ts';
import {
  amountLines,
  choices,
  type Html,
  html,
  linkButton,
  note,
  page,
  plainPage,
  redirect,
} from '../pages/html.ts';
import type { SandboxContext } from '../sandbox-context.ts';
import { formatAmount } from './amounts.ts';
import {
  cardFieldset,
  cardList,
  type FormState,
  field,
  formStatus,
  problemNote,
  readCard,
  readTyped,
  withError,
} from './card-form.ts';
import { closedReason, findMerchant, paySession, successUrl } from './checkout.ts';
import { StripeError } from './error.ts';
import { findAnywhere, objects, type Work } from './objects.ts';
import { authenticationFailed } from './payments.ts';

type Session = Stripe.Checkout.Session;

const backLink = (href: string | null, label: string): Html =>
  href === null
    ? html``
    : html`<a class="back" href="${href}"><span aria-hidden="true">←&nbsp;</span>${label}</a>`;

function summary(work: Work, { id, cancel_url, currency, amount_total }: Session): Html {
  const lines = objects(work, 'session_facts').get(id)?.lineItems ?? [];
  const format = (amount: number | null): string => formatAmount(amount ?? 0, currency ?? 'usd');
  const merchant = findMerchant(work, id);
  return html`<section aria-label="Summary">
${backLink(cancel_url, 'Back')}
${merchant && html`<p class="biz">${merchant}</p>`}
<p class="what">To pay</p>
<p class="amount">${format(amount_total)}</p>
${amountLines(
  lines.map(({ amount_total: amount, description }) => [description, format(amount)]),
  ['Total due today', format(amount_total)],
)}
${cardList(false)}
</section>`;
}

const methods = {
  card: 'Card',
  'bank-succeeds': 'Test bank account that pays a minute later',
  'bank-fails': 'Test bank account that fails a minute later',
};

function payPage(work: Work, session: Session, state: FormState): Answer {
  const takesBanks = session.payment_method_types.includes('us_bank_account');
  const total = formatAmount(session.amount_total ?? 0, session.currency ?? 'usd');
  return page({
    title: `${findMerchant(work, session.id) ?? 'Payment'} · Checkout`,
    status: formStatus(state),
    layout: 'two',
    formTargets: [session.success_url],
    body: html`${summary(work, session)}
<section class="card" aria-labelledby="pay-heading"><h1 id="pay-heading">Payment</h1>
${problemNote(state)}
<form method="post" action="/checkout/pay/${session.id}" novalidate>
${field('email', state)}
${takesBanks && choices('Pay with', 'method', methods, state.typed['method'] ?? 'card')}
<div class="by-card">${cardFieldset(state)}</div>
<button class="btn pri full" type="submit">Pay ${total}</button>
${note('This page stands in for the card provider’s own. Use a test card only.')}
</form></section>`,
  });
}

function closedPage(session: Session, reason: string): Answer {
  if (session.status === 'complete') {
    const next = linkButton('Continue', successUrl(session));
    return plainPage('Payment complete', [note(reason), next]);
  }
  const back = linkButton('Back', session.cancel_url);
  return plainPage('This link has expired', [note(reason), back], 410);
}

function pay(work: Work, session: Session, { body }: Incoming): Answer {
  const typed = readTyped(body);
  const { email = '', name = '', method = 'card' } = typed;
  const bank = ({ 'bank-succeeds': 'succeeds', 'bank-fails': 'fails' } as const)[method];
  const errors: FormState['errors'] = {};
  if (!/^[^\s@]+@[^\s@.]+\.[^\s@]+$/.test(email)) errors['email'] = 'Enter your email address.';
  // A bank account has no card with a name on it.
  if (name === '' && !bank) errors['name'] = 'Enter the name on the card.';
  if (Object.keys(errors).length > 0) return payPage(work, session, { typed, errors });
  try {
    const how = bank ? { bank } : { card: readCard(typed) };
    const intent = paySession(work, session, { email, name: name || email, ...how });
    return redirect(intent.next_action?.redirect_to_url?.url ?? successUrl(session));
  } catch (error) {
    if (!(error instanceof StripeError)) throw error;
    return payPage(work, session, withError(typed, error.message, error.facts.param));
  }
}

export function checkoutPages(context: SandboxContext): Route[] {
  const route = (
    method: 'GET' | 'POST',
    run: (work: Work, session: Session, request: Incoming) => Answer,
  ): Route => ({
    method,
    path: '/checkout/pay/:id',
    handler(request) {
      context.clock.runDue();
      const found = findAnywhere(context, 'checkout_sessions', request.params['id']);
      if (!found) return plainPage('Page not found', note('There is no such checkout.'), 404);
      const closed = closedReason(found.object);
      return closed === null
        ? run(found.work, found.object, request)
        : closedPage(found.object, closed);
    },
  });
  return [
    route('GET', (work, session, { query }) => {
      const { email, name } = session.customer_details ?? {};
      const typed = { email: email ?? '', name: name ?? '' };
      const failed = query.get('challenge') === 'failed';
      const problem = failed ? { problem: authenticationFailed.message } : {};
      return payPage(work, session, { typed, errors: {}, ...problem });
    }),
    route('POST', pay),
  ];
}
