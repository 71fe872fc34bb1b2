/** Receipts of charges, and the hosted pages of invoices. */
import type { Route } from '../http/route.ts';
import { amountLines, facts, html, note, page, plainPage } from '../pages/html.ts';
import type { SandboxContext } from '../sandbox-context.ts';
import { formatAmount, formatDate } from './amounts.ts';
import { findIntentSession, findMerchant } from './checkout.ts';
import { findAnywhere, toId } from './objects.ts';

const brandNames: Record<string, string> = {
  visa: 'Visa',
  mastercard: 'Mastercard',
  amex: 'American Express',
  discover: 'Discover',
};

const notFound = () => plainPage('Page not found', note('There is no such document.'), 404);

export const receiptPages = (context: SandboxContext): Route[] => [
  {
    method: 'GET',
    path: '/receipts/:id',
    handler({ id }) {
      const found = findAnywhere(context, 'charges', id);
      if (!found || found.object.status === 'failed') return notFound();
      const { object: charge, work } = found;
      const { amount_refunded: refunded, currency, description, created } = charge;
      const card = charge.payment_method_details?.card;
      const amount = formatAmount(charge.amount, currency);
      const session = findIntentSession(work, toId(charge.payment_intent) ?? '');
      const merchant = findMerchant(work, session?.id) ?? 'Test business';
      return page({
        title: `Receipt for ${amount}`,
        body: html`<div class="card"><h1>Receipt from ${merchant}</h1>
<p class="amount">${amount}</p>
${facts({
  'Paid on': formatDate(created),
  'Payment method': card
    ? `${brandNames[card.brand ?? ''] ?? 'Card'} •••• ${card.last4}`
    : 'Bank account',
  For: description,
  Refunded: refunded > 0 && formatAmount(refunded, currency),
  Reference: id,
})}</div>`,
      });
    },
  },
  {
    method: 'GET',
    path: '/invoices/:id',
    handler({ id }) {
      const found = findAnywhere(context, 'invoices', id);
      if (!found) return notFound();
      const { amount_due, created, currency, lines, number, status, total } = found.object;
      const paidAt = found.object.status_transitions.paid_at ?? created;
      const format = (amount: number): string => formatAmount(amount, currency);
      return page({
        title: `Invoice ${number ?? ''}`,
        body: html`<div class="card"><h1>Invoice ${number}</h1>
<p class="what">Test business</p><p class="amount">${format(amount_due)}</p>
${status === 'paid' ? html`<p class="done">Paid on ${formatDate(paidAt)}</p>` : html`<p class="problem">This invoice is ${status}.</p>`}
${amountLines(
  lines.data.map(({ amount, description }) => [description, format(amount)]),
  ['Total', format(total)],
)}
${facts({ Date: formatDate(created), Customer: found.object.customer_email })}</div>`,
      });
    },
  },
];
