/** The hosted portal: plan, next date, card, invoices; cancel at the end of the period, and resume. */
import type Stripe from 'stripe';
import { formFields, type Html, html, page, seeOther } from '../http/html.ts';
import type { Answer, Route, RouteRequest } from '../http/router.ts';
import type { SandboxContext } from '../sandbox-context.ts';
import { formatAmount } from './amounts.ts';
import { anywhere, type Work } from './api-call.ts';
import { ApiError } from './api-error.ts';
import { amountOf } from './checkout-line-items.ts';
import { emitUpdate } from './events.ts';
import {
  type CardErrors,
  cardErrors,
  cardFieldset,
  cardList,
  dateText,
  field,
  nameOf,
  plainPage,
  readExpiry,
  sandboxBar,
} from './page-parts.ts';
import { attach, newCard } from './payment-methods.ts';
import { isPortalOpen } from './portal-sessions.ts';
import { idOf, linked, objects } from './stripe-objects.ts';
import { cardOf, collect } from './subscription-billing.ts';
import { updateSubscription } from './subscription-changes.ts';
import { firstItem } from './subscription-objects.ts';

type Session = Stripe.BillingPortal.Session;

interface Portal {
  work: Work;
  session: Session;
  customer: Stripe.Customer;
}

const over = new Set<string>(['canceled', 'incomplete_expired', 'incomplete']);

function running({ work, customer }: Portal): Stripe.Subscription[] {
  return objects(work.account, 'subscriptions')
    .values()
    .filter((one) => idOf(one.customer) === customer.id && !over.has(one.status));
}

function priceText(subscription: Stripe.Subscription): Html {
  const { price, quantity } = firstItem(subscription);
  const { interval = 'month', interval_count: count = 1 } = price.recurring ?? {};
  const amount = formatAmount(amountOf(price, quantity ?? 1), price.currency);
  const each = count === 1 ? `per ${interval}` : `every ${count} ${interval}s`;
  return html`${amount} <span class="per">${each}</span>`;
}

function subscriptionPart({ work, session }: Portal, subscription: Stripe.Subscription): Html {
  const item = firstItem(subscription);
  const product = linked(work, 'products', item.price.product);
  const end = dateText(item.current_period_end);
  const { cancel_at_period_end: ending, status } = subscription;
  const card = cardOf(work, subscription)?.card;
  const verb = ending ? 'resume' : 'cancel';
  return html`<section class="card"><h2>${product?.name ?? 'Subscription'}</h2>
<p class="amount">${priceText(subscription)}</p>
${status === 'past_due' ? html`<p class="problem" role="alert">The last payment failed. Update your card to pay it.</p>` : ''}
<p class="what">${ending ? `Your subscription ends on ${end}.` : `Your next payment is on ${end}.`}</p>
<dl class="facts"><div><dt>Payment method</dt><dd>${card ? `${card.brand} •••• ${card.last4}, ${card.exp_month}/${card.exp_year}` : 'None'}</dd></div></dl>
<form class="acts" method="post" action="/portal/${session.id}/${verb}"><input type="hidden" name="subscription" value="${subscription.id}">
<button class="btn${ending ? ' pri' : ''}">${ending ? 'Resume subscription' : 'Cancel subscription'}</button></form></section>`;
}

function invoicesPart({ work, customer }: Portal): Html {
  const invoices = objects(work.account, 'invoices')
    .values()
    .reverse()
    .filter((invoice) => idOf(invoice.customer) === customer.id && invoice.status !== 'void');
  if (invoices.length === 0) return html`<p class="note">There are no invoices yet.</p>`;
  return html`<ul class="lines">${invoices
    .slice(0, 24)
    .map(
      (invoice) =>
        html`<li><span><a href="/invoices/${invoice.id}">${dateText(invoice.created)}</a><small>${invoice.number} · ${invoice.status}</small></span><span>${formatAmount(invoice.amount_due, invoice.currency)}</span></li>`,
    )}</ul>`;
}

function portalPage(
  portal: Portal,
  shown: { problem?: string; errors?: CardErrors; done?: string | null } = {},
): Answer {
  const { session, customer, work } = portal;
  const subscriptions = running(portal);
  const { errors = {}, problem, done } = shown;
  return page({
    title: 'Billing',
    status: problem || Object.keys(errors).length > 0 ? 402 : 200,
    body: html`${sandboxBar}<main class="wrap mid">
${session.return_url ? html`<a class="back" href="${session.return_url}"><span aria-hidden="true">←&nbsp;</span>Back to ${nameOf(work.account, 'where you came from')}</a>` : ''}
<h1>Billing</h1>${customer.email ? html`<p class="note">${customer.email}</p>` : ''}
${done ? html`<p class="done" role="status">${done}</p>` : ''}
${subscriptions.length > 0 ? subscriptions.map((one) => subscriptionPart(portal, one)) : html`<section class="card"><h2>No active subscription</h2><p class="note">There is nothing to pay.</p></section>`}
<section class="card"><h2>Change your card</h2>${problem ? html`<p class="problem" role="alert">${problem}</p>` : ''}
<form method="post" action="/portal/${session.id}/card" novalidate>${cardFieldset(errors)}
${field({ name: 'name', label: 'Name on card', value: customer.name ?? '', autocomplete: 'cc-name' })}
<p class="acts"><button class="btn pri">Save card</button></p></form>${cardList(true)}</section>
<section><h2>Invoices</h2>${invoicesPart(portal)}</section></main>`,
  });
}

function changeCard(portal: Portal, { body }: RouteRequest): Answer {
  const { work, customer, session } = portal;
  const fields = formFields(body);
  const get = (name: string): string => fields.get(name)?.trim() ?? '';
  try {
    const input = { number: get('number'), cvc: get('cvc'), ...readExpiry(get('expiry')) };
    const method = newCard(work, input, { name: get('name') || null, email: customer.email });
    const facts = objects(work.account, 'card_facts').get(method.id);
    if (facts && facts.outcome !== 'pays' && facts.outcome !== 'declines_later') {
      throw new ApiError(402, 'card_error', 'Your card was declined.', { code: 'card_declined' });
    }
    attach(work, method, customer.id);
    const before = structuredClone(customer);
    customer.invoice_settings.default_payment_method = method.id;
    emitUpdate(work, 'customer.updated', before, customer);
    for (const subscription of running(portal)) {
      updateSubscription(work, subscription, { default_payment_method: method.id });
      const latest = linked(work, 'invoices', subscription.latest_invoice);
      const failed = latest ? collect(work, latest) : null;
      if (failed) return portalPage(portal, { problem: failed.message });
    }
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const errors = cardErrors(error.facts.param, error.message);
    return portalPage(portal, errors ? { errors } : { problem: error.message });
  }
  return seeOther(`/portal/${session.id}?done=card`);
}

const changeEnding =
  (ending: boolean) =>
  (portal: Portal, { body }: RouteRequest): Answer => {
    const { work, session } = portal;
    const id = formFields(body).get('subscription');
    const subscription = running(portal).find((one) => one.id === id);
    if (subscription) updateSubscription(work, subscription, { cancel_at_period_end: ending });
    return seeOther(`/portal/${session.id}?done=${ending ? 'cancel' : 'resume'}`);
  };

const doneTexts: Record<string, string> = {
  card: 'Your card has been saved.',
  cancel: 'Your subscription will end with the current period.',
  resume: 'Your subscription goes on.',
};

export function portalPages(context: SandboxContext): Route[] {
  const withPortal =
    (run: (portal: Portal, request: RouteRequest) => Answer) =>
    (request: RouteRequest): Answer => {
      context.clock.runDue();
      const hit = anywhere(context, 'portal_sessions', request.params.id);
      const customer = hit && linked(hit.work, 'customers', hit.object.customer);
      if (!hit || !customer || !isPortalOpen(context, hit.object)) {
        return plainPage(
          'This link has expired',
          html`<p class="note">Open billing from the application again.</p>`,
          410,
        );
      }
      return run({ work: hit.work, session: hit.object, customer }, request);
    };
  return [
    {
      method: 'GET',
      pattern: '/portal/:id',
      handler: withPortal((portal, { query }) => {
        const done = doneTexts[query.get('done') ?? ''];
        return portalPage(portal, done ? { done } : {});
      }),
    },
    { method: 'POST', pattern: '/portal/:id/card', handler: withPortal(changeCard) },
    { method: 'POST', pattern: '/portal/:id/cancel', handler: withPortal(changeEnding(true)) },
    { method: 'POST', pattern: '/portal/:id/resume', handler: withPortal(changeEnding(false)) },
  ];
}
