/** Receipts of charges, and the hosted pages of invoices. */
import { html, page } from '../http/html.ts';
import type { Route } from '../http/router.ts';
import type { SandboxContext } from '../sandbox-context.ts';
import { formatAmount } from './amounts.ts';
import { anywhere } from './api-call.ts';
import { dateText, findPayee, nameOf, noSuchPage, sandboxBar } from './page-parts.ts';
import { idOf } from './stripe-objects.ts';

const brandNames: Record<string, string> = {
  visa: 'Visa',
  mastercard: 'Mastercard',
  amex: 'American Express',
  discover: 'Discover',
};

export function receiptPages(context: SandboxContext): Route[] {
  return [
    {
      method: 'GET',
      pattern: '/receipts/:id',
      handler({ params }) {
        const hit = anywhere(context, 'charges', params.id);
        if (!hit || hit.object.status === 'failed') return noSuchPage('document');
        const { object: charge, work } = hit;
        const card = charge.payment_method_details?.card;
        const amount = formatAmount(charge.amount, charge.currency);
        const merchant = findPayee(work, idOf(charge.payment_intent) ?? '');
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
        const hit = anywhere(context, 'invoices', params.id);
        if (!hit) return noSuchPage('document');
        const { object: invoice, work } = hit;
        const total = formatAmount(invoice.amount_due, invoice.currency);
        return page({
          title: `Invoice ${invoice.number ?? ''}`,
          body: html`${sandboxBar}<main class="wrap one"><div class="card"><h1>Invoice ${invoice.number}</h1>
<p class="what">${nameOf(work.account, 'Test business')}</p><p class="amount">${total}</p>
${invoice.status === 'paid' ? html`<p class="done">Paid on ${dateText(invoice.status_transitions.paid_at ?? invoice.created)}</p>` : html`<p class="problem">This invoice is ${invoice.status}.</p>`}
<ul class="lines">${invoice.lines.data.map((line) => html`<li><span>${line.description}</span><span>${formatAmount(line.amount, line.currency)}</span></li>`)}<li class="sum"><span>Total</span><span>${formatAmount(invoice.total, invoice.currency)}</span></li></ul>
<dl class="facts"><div><dt>Date</dt><dd>${dateText(invoice.created)}</dd></div>
${invoice.customer_email ? html`<div><dt>Customer</dt><dd>${invoice.customer_email}</dd></div>` : ''}</dl></div></main>`,
        });
      },
    },
  ];
}
