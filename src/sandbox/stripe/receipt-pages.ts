/** Receipts of charges, and the hosted pages of invoices. */
import type Stripe from 'stripe';
import { html, page } from '../http/html.ts';
import type { Answer, Route } from '../http/router.ts';
import type { SandboxContext } from '../sandbox-context.ts';
import { formatAmount } from './amounts.ts';
import { sessionOfIntent } from './checkout-completion.ts';
import { dateText, merchantOf, nameOf, plainPage, sandboxBar } from './page-parts.ts';
import { idOf } from './stripe-objects.ts';

const brandNames: Record<string, string> = {
  visa: 'Visa',
  mastercard: 'Mastercard',
  amex: 'American Express',
  discover: 'Discover',
};

const notFound = (): Answer =>
  plainPage('Page not found', html`<p class="note">There is no such document.</p>`, 404);

export function receiptPages(context: SandboxContext): Route[] {
  return [
    {
      method: 'GET',
      pattern: '/receipts/:id',
      handler({ params }) {
        const hit = context.store.find<Stripe.Charge>('charges', params.id ?? '');
        if (!hit || hit.object.status === 'failed') return notFound();
        const { object: charge, account } = hit;
        const card = charge.payment_method_details?.card;
        const amount = formatAmount(charge.amount, charge.currency);
        const session = sessionOfIntent(
          { context, account, request: null },
          idOf(charge.payment_intent) ?? '',
        );
        const merchant =
          (session && merchantOf({ context, account, request: null }, session)) ??
          nameOf(account, 'Test business');
        return page({
          title: `Receipt for ${amount}`,
          body: html`${sandboxBar}<main class="wrap one"><div class="card"><h1>Receipt from ${merchant}</h1>
<p class="amount">${amount}</p>
<dl class="facts"><div><dt>Paid on</dt><dd>${dateText(charge.created)}</dd></div>
<div><dt>Payment method</dt><dd>${card ? `${brandNames[card.brand ?? ''] ?? 'Card'} •••• ${card.last4}` : 'Bank account'}</dd></div>
${charge.description ? html`<div><dt>For</dt><dd>${charge.description}</dd></div>` : ''}
${charge.amount_refunded > 0 ? html`<div><dt>Refunded</dt><dd>${formatAmount(charge.amount_refunded, charge.currency)}</dd></div>` : ''}
<div><dt>Reference</dt><dd>${charge.id}</dd></div></dl></div></main>`,
        });
      },
    },
    {
      method: 'GET',
      pattern: '/invoices/:id',
      handler({ params }) {
        const hit = context.store.find<Stripe.Invoice>('invoices', params.id ?? '');
        if (!hit) return notFound();
        const { object: invoice, account } = hit;
        const total = formatAmount(invoice.amount_due, invoice.currency);
        return page({
          title: `Invoice ${invoice.number ?? ''}`,
          body: html`${sandboxBar}<main class="wrap one"><div class="card"><h1>Invoice ${invoice.number}</h1>
<p class="what">${nameOf(account, 'Test business')}</p><p class="amount">${total}</p>
${invoice.status === 'paid' ? html`<p class="done">Paid on ${dateText(invoice.status_transitions.paid_at ?? invoice.created)}</p>` : html`<p class="problem">This invoice is ${invoice.status}.</p>`}
<ul class="lines">${invoice.lines.data.map((line) => html`<li><span>${line.description}</span><span>${formatAmount(line.amount, line.currency)}</span></li>`)}<li class="sum"><span>Total</span><span>${formatAmount(invoice.total, invoice.currency)}</span></li></ul>
<dl class="facts"><div><dt>Date</dt><dd>${dateText(invoice.created)}</dd></div>
${invoice.customer_email ? html`<div><dt>Customer</dt><dd>${invoice.customer_email}</dd></div>` : ''}</dl></div></main>`,
        });
      },
    },
  ];
}
