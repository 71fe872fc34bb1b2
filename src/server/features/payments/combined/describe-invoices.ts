import { formatList } from '../../../../shared/text/format-list.ts';

/**
 * PayPal shows so much of what is paid: `description` of a purchase unit, Orders v2
 * (https://developer.paypal.com/docs/api/orders/v2/#orders_create, read in November 2026). Stripe names
 * no bound for the name of a product; its pages have room for as much.
 */
const MOST = 127;

/** What the payer of several invoices reads at the provider: 'Invoices INV-1, INV-2, and 3 more'. */
export function describeInvoices(numbers: readonly string[]): string {
  for (let shown = numbers.length; shown > 0; shown -= 1) {
    const text = `Invoices ${formatList(numbers, shown)}`;
    // As PayPal counts: more for what is no ASCII.
    if (Buffer.byteLength(text) <= MOST) return text;
  }
  return `${numbers.length} invoices`;
}
