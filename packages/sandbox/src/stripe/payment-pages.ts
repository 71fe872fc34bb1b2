/** Pages about one payment: the bank's question (3-D Secure), the receipt of a charge, an invoice. */
import type { Answer, Incoming, Route } from '../http/route.ts';
import { html, page, pageRoutes, plainPage, redirect } from '../pages/html.ts';
import * as parts from '../pages/parts.ts';
import type { Found, SandboxContext } from '../sandbox-context.ts';
import { formatAmount, formatDate } from './amounts.ts';
import { findIntentSession, findMerchant } from './checkout.ts';
import type { ApiObjects, Charge, Intent, Invoice, Session } from './objects.ts';
import { findAnywhere, findLinked, toId } from './objects.ts';
import { endChallenge } from './payment-intents.ts';

/** Where the customer goes after the challenge: the merchant's address with the outcome. */
function addOutcome(
  { id, client_secret: secret, status }: Intent,
  session: Session | undefined,
  given: string | null,
): string | null {
  const isPaid = status === 'succeeded';
  if (session) return isPaid ? given : `/checkout/pay/${session.id}?challenge=failed`;
  if (given === null) return null;
  const url = new URL(given);
  url.searchParams.set('payment_intent', id);
  url.searchParams.set('payment_intent_client_secret', secret ?? '');
  url.searchParams.set('redirect_status', isPaid ? 'succeeded' : 'failed');
  return url.href;
}

function showChallenge({ work, object: intent }: Found<Intent>): Answer {
  const method = findLinked(work, 'payment_methods', intent.payment_method);
  return page({
    title: 'Confirm your payment',
    formTargets: [intent.next_action?.redirect_to_url?.return_url],
    body: html`<div class="card">
<h1>Confirm your payment</h1>
${parts.note('Your bank asks you to confirm this payment. In the sandbox you choose the outcome.')}
${parts.facts({
  To: findMerchant(work, findIntentSession(work, intent.id)) ?? 'Test business',
  Amount: formatAmount(intent.amount, intent.currency),
  Card: `•••• ${method?.card?.last4 ?? ''}`,
})}
<form method="post" action="/3ds/${intent.id}"><input type="hidden" name="secret" value="${intent.client_secret}">
<p class="acts"><button class="btn pri" name="outcome" value="complete">Complete</button>
<button class="btn" name="outcome" value="fail">Fail</button></p></form>
</div>`,
  });
}

function overPage({ status }: Intent): Answer {
  const said =
    status === 'succeeded'
      ? 'This payment has already been confirmed.'
      : 'There is nothing left to confirm.';
  return plainPage('Nothing to confirm', parts.note(said), 410);
}

function answerForm({ work, object: intent }: Found<Intent>, { body }: Incoming): Answer {
  const session = findIntentSession(work, intent.id);
  if (session && session.status !== 'open') return overPage(intent);
  const given = intent.next_action?.redirect_to_url?.return_url ?? null;
  endChallenge(work, intent, new URLSearchParams(body).get('outcome') === 'complete');
  const address = addOutcome(intent, session, given);
  return address === null ? overPage(intent) : redirect(address);
}

export const challengePages = (context: SandboxContext): Route[] =>
  pageRoutes<Found<Intent>>(
    context,
    '/3ds/:id',
    ({ id, query, body }, run) => {
      const found = findAnywhere(context, 'payment_intents', id);
      const secret = new URLSearchParams(body).get('secret') ?? query.get('secret');
      if (!found || found.object.client_secret !== secret) {
        return plainPage('Page not found', parts.note('There is no such payment.'), 404);
      }
      return found.object.status === 'requires_action' ? run(found) : overPage(found.object);
    },
    showChallenge,
    answerForm,
  );

const brandNames: Record<string, string> = {
  visa: 'Visa',
  mastercard: 'Mastercard',
  amex: 'American Express',
  discover: 'Discover',
};

function showReceipt({ work, object: charge }: Found<Charge>): Answer {
  const { amount_refunded: refunded, currency, description, id, created } = charge;
  const card = charge.payment_method_details?.card;
  const amount = formatAmount(charge.amount, currency);
  const session = findIntentSession(work, toId(charge.payment_intent) ?? '');
  return page({
    title: `Receipt for ${amount}`,
    body: html`<div class="card"><h1>Receipt from ${findMerchant(work, session) ?? 'Test business'}</h1>
<p class="amount">${amount}</p>
${parts.facts({
  'Paid on': formatDate(created),
  'Payment method': card
    ? `${brandNames[card.brand ?? ''] ?? 'Card'} •••• ${card.last4}`
    : 'Bank account',
  For: description,
  Refunded: refunded > 0 && formatAmount(refunded, currency),
  Reference: id,
})}</div>`,
  });
}

function showInvoice({ object: invoice }: Found<Invoice>): Answer {
  const { amount_due, created, currency, lines, number, status, total } = invoice;
  const paidAt = invoice.status_transitions.paid_at ?? created;
  const format = (amount: number): string => formatAmount(amount, currency);
  return page({
    title: `Invoice ${number ?? ''}`,
    body: html`<div class="card"><h1>Invoice ${number}</h1>
<p class="what">Test business</p><p class="amount">${format(amount_due)}</p>
${status === 'paid' ? html`<p class="done">Paid on ${formatDate(paidAt)}</p>` : html`<p class="problem">This invoice is ${status}.</p>`}
${parts.amountLines(
  lines.data.map(({ amount, description }) => [description, format(amount)]),
  ['Total', format(total)],
)}
${parts.facts({ Date: formatDate(created), Customer: invoice.customer_email })}</div>`,
  });
}

export function receiptPages(context: SandboxContext): Route[] {
  const route = <N extends 'charges' | 'invoices'>(
    path: string,
    name: N,
    show: (found: Found<ApiObjects[N]>) => Answer,
  ): Route => ({
    method: 'GET',
    path,
    handler({ id }) {
      const found = findAnywhere(context, name, id);
      if (found && found.object.status !== 'failed') return show(found);
      return plainPage('Page not found', parts.note('There is no such document.'), 404);
    },
  });
  return [
    route('/receipts/:id', 'charges', showReceipt),
    route('/invoices/:id', 'invoices', showInvoice),
  ];
}
