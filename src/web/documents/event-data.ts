/** What events tell besides their type. What is missing or unreadable is not said. */
import { PAYMENT_METHOD_LABELS, PAYMENT_METHODS } from '../../shared/invoices/invoice-status.ts';
import { DEFAULT_CURRENCY, isCurrency } from '../../shared/money/currencies.ts';
import { formatMoney, readMoney } from '../../shared/money/money.ts';
import { PROVIDER_LABELS } from '../../shared/payments/provider-labels.ts';

/** '$1,860.00'. @param currency as the event tells it, or else its document's */
export function amountIn(value: unknown, currency: unknown): string | undefined {
  const code = typeof currency === 'string' && isCurrency(currency) ? currency : DEFAULT_CURRENCY;
  const amount = typeof value === 'string' ? readMoney(value, code) : undefined;
  return amount && formatMoney(amount);
}

export function textIn(value: unknown): string | undefined {
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined;
}

/** 'Stripe' or 'PayPal'. */
export function providerIn(value: unknown): string | undefined {
  return value === 'stripe' || value === 'paypal' ? PROVIDER_LABELS[value] : undefined;
}

/** 'by bank transfer': how money came that was recorded by hand. */
export function formatByMethod(value: unknown): string | undefined {
  const method = PAYMENT_METHODS.find((one) => one === value);
  return method && method !== 'other'
    ? `by ${PAYMENT_METHOD_LABELS[method].toLowerCase()}`
    : undefined;
}

/** 'by Visa ending 4242', or 'through Stripe' where no more is known. */
export function formatByCard(method: unknown, provider: unknown): string | undefined {
  const [named, through] = [textIn(method), providerIn(provider)];
  if (named && named !== through) return `by ${named}`;
  return through && `through ${through}`;
}
