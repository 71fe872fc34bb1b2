import type {
  InvoiceEvent,
  InvoiceEventType,
} from '../../../../shared/invoices/invoice.contract.ts';
import {
  amountIn,
  formatByCard,
  formatByMethod,
  providerIn,
  textIn,
} from '../../../documents/event-data.ts';
import type { GlyphKind } from '../../../documents/status-glyph.tsx';

type PaymentEventType = Extract<InvoiceEventType, `payment.${string}`>;

/**
 * What happened to a payment. What an event does not tell is not said.
 * @param currency of the invoice; older events tell none of their own
 */
export function formatPaymentEvent(
  type: PaymentEventType,
  data: InvoiceEvent['data'],
  currency: string,
): { words: string; glyph: GlyphKind } {
  const amount = amountIn(data['amount'], data['currency'] ?? currency);
  const reason = textIn(data['reason']);
  const provider = providerIn(data['provider']);
  switch (type) {
    case 'payment.link':
      // A customer who presses Pay Now makes no link for anybody: the owner reads what they did.
      return data['by'] === 'customer'
        ? {
            words: `Customer opened the ${words(provider, 'checkout')}`,
            glyph: 'viewed',
          }
        : { words: words('Payment link created', amount && `for ${amount}`), glyph: 'sent' };
    case 'payment.received':
      return {
        words: words(
          amount ? `${amount} paid` : 'Payment received',
          formatByCard(data['method'], data['provider']),
        ),
        glyph: 'paid',
      };
    case 'payment.recorded':
      return {
        words: words(
          amount ? `${amount} received` : 'Payment recorded',
          formatByMethod(data['paymentMethod']),
        ),
        glyph: 'paid',
      };
    case 'payment.reversed':
      return { words: `${aPayment(amount)} was undone`, glyph: 'removed' };
    case 'payment.processing':
      return {
        words: words(`${amount ?? 'A payment'} is being confirmed`, provider && `by ${provider}`),
        glyph: 'viewed',
      };
    case 'payment.failed':
      return { words: sentence(words(`${aPayment(amount)} failed`), reason), glyph: 'overdue' };
    case 'payment.review': {
      const expected = amountIn(data['expected'], data['expectedCurrency'] ?? currency);
      const asked = expected && expected !== amount ? `, ${expected} was asked for` : '';
      return {
        words: sentence(`${amount ?? 'A payment'} arrived and needs review${asked}`, reason),
        glyph: 'overdue',
      };
    }
    case 'payment.accepted':
      return {
        words: `${amount ? `Payment of ${amount}` : 'Payment'} accepted`,
        glyph: 'paid',
      };
    case 'payment.refunded':
      return { words: `${amount ?? 'Payment'} refunded`, glyph: 'removed' };
    case 'payment.refund_failed':
      return {
        words: sentence(`${amount ? `A refund of ${amount}` : 'A refund'} failed`, reason),
        glyph: 'overdue',
      };
    case 'payment.overpaid':
      return { words: `Overpaid${amount ? ` by ${amount}` : ''}`, glyph: 'overdue' };
    case 'payment.disputed':
      return { words: `${aPayment(amount)} was disputed by the customer`, glyph: 'overdue' };
    case 'payment.dispute_closed':
      return disputeClosed(data['outcome'], amount);
  }
}

function disputeClosed(outcome: unknown, amount: string | undefined) {
  const about = amount && `about ${amount}`;
  if (outcome === 'won') return { words: words('Dispute won', about), glyph: 'paid' as const };
  if (outcome === 'lost') return { words: words('Dispute lost', about), glyph: 'removed' as const };
  return { words: words('Dispute closed', about), glyph: 'edited' as const };
}

const aPayment = (amount: string | undefined) => (amount ? `A payment of ${amount}` : 'A payment');

/** The parts that there are, in one line. */
function words(...parts: (string | undefined | false)[]): string {
  return parts.filter(Boolean).join(' ');
}

function sentence(what: string, reason: string | undefined): string {
  return reason ? `${what}: ${reason}` : what;
}
