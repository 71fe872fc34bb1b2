/** The billing portal: the call that opens it for an hour, and its page with plan, next date, card, invoices; cancel at the end of the period, and resume. */
import type { Answer, Incoming, Route } from '../http/route.ts';
import type { Html } from '../pages/html.ts';
import { html, page, plainPage, redirect } from '../pages/html.ts';
import * as parts from '../pages/parts.ts';
import type { SandboxContext } from '../sandbox-context.ts';
import { newId } from '../state/ids.ts';
import { formatAmount, formatDate } from './amounts.ts';
import { updateSubscription } from './billing.ts';
import type { FormState } from './card-form.ts';
import { cardFieldset, cardList, formStatus, readCard, readTyped, withError } from './card-form.ts';
import { invalid, StripeError } from './error.ts';
import { emitUpdate } from './events.ts';
import { hash, string, url } from './fields.ts';
import type { ApiObjects, Customer, Subscription, Work } from './objects.ts';
import { create, find, findAnywhere, findLinked, objects, toId } from './objects.ts';
import { type Operation, operation } from './operation.ts';
import { findDecline, newCard } from './payment-methods.ts';
import { collect, findCard } from './subscription-billing.ts';
import { firstItem } from './subscriptions.ts';

const hour = 60 * 60 * 1000;

export const portalOperations: Operation[] = [
  operation(
    'POST',
    '/v1/billing_portal/sessions',
    hash({ customer: string, return_url: url.optional() }),
    (call) => {
      find(call, 'customers', call.params.customer, 'customer');
      if (objects(call, 'portal_configured').get('default') === false) {
        throw invalid(
          'No configuration provided and your test mode default configuration has not been created. Provide a configuration or create your default by saving your customer portal settings in test mode at https://dashboard.stripe.com/test/settings/billing/portal.',
        );
      }
      const id = newId('bps');
      const address = `${call.context.url}/portal/${id}`;
      return create(call, 'portal_sessions', { id, url: address, ...call.params });
    },
  ),
];

interface Portal {
  work: Work;
  session: ApiObjects['portal_sessions'];
  customer: Customer;
}

const over = new Set<string>(['canceled', 'incomplete_expired', 'incomplete']);

const listRunning = ({ work, customer }: Portal): Subscription[] =>
  objects(work, 'subscriptions')
    .list()
    .filter((one) => toId(one.customer) === customer.id && !over.has(one.status));

function subscriptionPart({ work, session }: Portal, subscription: Subscription): Html {
  const { price, current_period_end } = firstItem(subscription);
  const { cancel_at_period_end: ends, id, status } = subscription;
  const end = formatDate(current_period_end);
  const card = findCard(work, subscription)?.card;
  const amount = formatAmount(price.unit_amount ?? 0, price.currency);
  const shownCard = card && `${card.brand} •••• ${card.last4}, ${card.exp_month}/${card.exp_year}`;
  return html`<section class="card"><h2>${findLinked(work, 'products', price.product)?.name}</h2>
<p class="amount">${amount} <span class="per">per ${price.recurring?.interval}</span></p>
${status === 'past_due' && parts.problemNote('The last payment failed. Update your card to pay it.')}
<p class="what">${ends ? `Your subscription ends on ${end}.` : `Your next payment is on ${end}.`}</p>
${parts.facts({ 'Payment method': shownCard ?? 'None' })}
<form class="acts" method="post" action="/portal/${session.id}/${ends ? 'resume' : 'cancel'}"><input type="hidden" name="subscription" value="${id}">
<button class="btn${ends && ' pri'}">${ends ? 'Resume subscription' : 'Cancel subscription'}</button></form></section>`;
}

function invoicesPart({ work, customer }: Portal): Html {
  const invoices = objects(work, 'invoices')
    .list()
    .reverse()
    .filter((invoice) => toId(invoice.customer) === customer.id && invoice.status !== 'void')
    .slice(0, 24);
  if (invoices.length === 0) return parts.note('There are no invoices yet.');
  return parts.amountLines(
    invoices.map(({ id, amount_due, created, currency, number, status }) => [
      html`<a href="/invoices/${id}">${formatDate(created)}</a><small>${number} · ${status}</small>`,
      formatAmount(amount_due, currency),
    ]),
  );
}

const none = html`<section class="card"><h2>No active subscription</h2>${parts.note('There is nothing to pay.')}</section>`;

function portalPage(portal: Portal, state: FormState, done?: string): Answer {
  const { session, customer } = portal;
  const running = listRunning(portal);
  return page({
    title: 'Billing',
    status: formStatus(state),
    layout: 'mid',
    body: html`${parts.backLink('Back to where you came from', session.return_url)}
<h1>Billing</h1>${customer.email && parts.note(customer.email)}
${done && html`<p class="done" role="status">${done}</p>`}
${running.length > 0 ? running.map((one) => subscriptionPart(portal, one)) : none}
<section class="card"><h2>Change your card</h2>${parts.problemNote(state.problem)}
<form method="post" action="/portal/${session.id}/card" novalidate>${cardFieldset(state)}
<p class="acts"><button class="btn pri">Save card</button></p></form>${cardList(true)}</section>
<section><h2>Invoices</h2>${invoicesPart(portal)}</section>`,
  });
}

/** Keeps a card for the customer and his subscriptions, and pays what is open. */
function saveCard(portal: Portal, typed: FormState['typed']): void {
  const { work, customer } = portal;
  const billing = { name: typed['name'] || null, email: customer.email };
  const method = newCard(work, readCard(typed), billing);
  const facts = objects(work, 'card_facts').get(method.id);
  const declined = facts && findDecline(facts, false);
  if (declined) throw new StripeError(402, 'card_error', declined.message, declined);
  method.customer = customer.id;
  customer.invoice_settings.default_payment_method = method.id;
  for (const subscription of listRunning(portal)) {
    emitUpdate(work, subscription, () => {
      subscription.default_payment_method = method.id;
    });
    const latest = findLinked(work, 'invoices', subscription.latest_invoice);
    const failed = latest && collect(work, latest);
    if (failed) throw failed;
  }
}

function changeCard(portal: Portal, { body }: Incoming): Answer {
  const typed = readTyped(body);
  try {
    saveCard(portal, typed);
    return redirect(`/portal/${portal.session.id}?done=card`);
  } catch (error) {
    return portalPage(portal, withError(typed, error));
  }
}

const changeEnding =
  (ends: boolean) =>
  (portal: Portal, { body }: Incoming): Answer => {
    const id = new URLSearchParams(body).get('subscription');
    const subscription = listRunning(portal).find((one) => one.id === id);
    if (subscription) {
      updateSubscription(portal.work, subscription, { cancel_at_period_end: ends });
    }
    return redirect(`/portal/${portal.session.id}?done=${ends ? 'cancel' : 'resume'}`);
  };

const doneTexts: Record<string, string> = {
  card: 'Your card has been saved.',
  cancel: 'Your subscription will end with the current period.',
  resume: 'Your subscription goes on.',
};

function showPortal(portal: Portal, { query }: Incoming): Answer {
  const state = { typed: { name: portal.customer.name ?? '' }, errors: {} };
  return portalPage(portal, state, doneTexts[query.get('done') ?? '']);
}

export const portalPages = (context: SandboxContext): Route[] =>
  [
    { method: 'GET' as const, path: '/portal/:id', run: showPortal },
    { method: 'POST' as const, path: '/portal/:id/card', run: changeCard },
    { method: 'POST' as const, path: '/portal/:id/cancel', run: changeEnding(true) },
    { method: 'POST' as const, path: '/portal/:id/resume', run: changeEnding(false) },
  ].map(({ method, path, run }) => ({
    method,
    path,
    handler(request) {
      context.clock.runDue();
      const found = findAnywhere(context, 'portal_sessions', request.id);
      const customer = found && findLinked(found.work, 'customers', found.object.customer);
      const age = context.clock.now() - (found?.object.created ?? 0) * 1000;
      if (!found || !customer || age >= hour) {
        const said = parts.note('Open billing from the application again.');
        return plainPage('This link has expired', said, 410);
      }
      return run({ work: found.work, session: found.object, customer }, request);
    },
  }));
