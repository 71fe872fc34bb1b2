/** The page on which the payer agrees to an order, or does not. */
import type { Answer, Incoming, Route } from '../http/route.ts';
import { html, page, pageRoutes, plainPage, redirect } from '../pages/html.ts';
import * as parts from '../pages/parts.ts';
import type { Found, SandboxContext } from '../sandbox-context.ts';
import type { Money } from './money.ts';
import { findAnywhere, isAlive, type Order } from './objects.ts';
import { approveOrder } from './orders.ts';

const ways: Record<Order['funding'], string> = {
  completes: 'PayPal balance: the payment completes at once',
  declines: 'Declined card: the payment is declined',
  pends: 'Bank transfer: the payment is pending for two minutes',
};

const formatMoney = ({ currency_code: currency, value }: Money): string =>
  new Intl.NumberFormat('en-US', {
    style: 'currency',
    currency,
    // HUF and TWD have none at PayPal, whatever is usual elsewhere.
    minimumFractionDigits: value.split('.')[1]?.length ?? 0,
  }).format(value as `${number}`);

const merchantName = (order: Order): string => order.brandName ?? 'the merchant';

/** The merchant's address for the one end or the other, with the names that PayPal adds. */
function findAddress(order: Order, end: 'approved' | 'canceled'): string | null {
  const given = end === 'approved' ? order.returnUrl : order.cancelUrl;
  if (!given) return null;
  const address = new URL(given);
  address.searchParams.append('token', order.id);
  if (end === 'approved' && order.payerId) address.searchParams.append('PayerID', order.payerId);
  return address.href;
}

function endedPage(order: Order | undefined): Answer {
  const why =
    'It was not approved in time, or the address is wrong. Nothing was charged. Start again from the invoice.';
  const back = parts.linkButton('Back', order ? findAddress(order, 'canceled') : null);
  return plainPage('This payment has ended', [parts.note(why), back], 404);
}

function agreedPage(order: Order): Answer {
  const said = `${formatMoney(order.unit.amount)} to ${merchantName(order)}`;
  const title = order.status === 'COMPLETED' ? 'You have paid' : 'You have approved this payment';
  const next = parts.linkButton('Continue', findAddress(order, 'approved'));
  return plainPage(title, [html`<p class="done">${said}</p>`, next]);
}

function questionPage(order: Order, problem: string | null, status = 200): Answer {
  const amount = formatMoney(order.unit.amount);
  return page({
    title: `${merchantName(order)} · Pay with PayPal`,
    status,
    layout: 'two',
    formTargets: [order.returnUrl, order.cancelUrl],
    body: html`<section aria-label="Summary">
<p class="biz">${merchantName(order)}</p>
<p class="what">${order.unit.description ?? 'To pay'}</p>
<p class="amount">${amount}</p>
</section>
<section class="card" aria-labelledby="pay-heading"><h1 id="pay-heading">Pay with PayPal</h1>
${parts.problemNote(problem)}
<form method="post" action="/paypal/approve/${order.id}">
${parts.choices('Payment method', 'funding', ways, 'completes')}
<button class="btn pri full" name="action" value="approve">${order.payNow ? `Pay ${amount}` : 'Agree and continue'}</button>
<button class="btn full" name="action" value="cancel">Cancel</button>
${parts.note('This page stands in for PayPal’s own. No account is needed.')}
</form></section>`,
  });
}

const isFunding = (text: string): text is Order['funding'] => Object.hasOwn(ways, text);

const isOver = ({ status }: Order): boolean => status === 'APPROVED' || status === 'COMPLETED';

function showOrder({ work, object: order }: Found<Order>): Answer {
  if (isOver(order)) return agreedPage(order);
  order.visitedAt ??= work.context.clock.now();
  const declined = 'This payment method was declined. Choose another one.';
  return questionPage(order, order.declined ? declined : null);
}

function answerForm({ work, object: order }: Found<Order>, { body }: Incoming): Answer {
  const fields = new URLSearchParams(body);
  // A second press finds the order approved and goes the same way.
  if (!isOver(order)) {
    if (fields.get('action') === 'cancel') {
      const address = findAddress(order, 'canceled');
      return address ? redirect(address) : questionPage(order, 'Nothing was paid.');
    }
    const funding = fields.get('funding') ?? '';
    if (!isFunding(funding)) return questionPage(order, 'Choose a payment method.', 400);
    approveOrder(work, order, funding);
  }
  const address = findAddress(order, 'approved');
  return address ? redirect(address) : agreedPage(order);
}

export const approvePages = (context: SandboxContext): Route[] =>
  pageRoutes<Found<Order>>(
    context,
    '/paypal/approve/:id',
    ({ id }, run) => {
      const found = findAnywhere(context, 'orders', id);
      const alive = found && isAlive(found.object, context.clock.now());
      return alive ? run(found) : endedPage(found?.object);
    },
    showOrder,
    answerForm,
  );
