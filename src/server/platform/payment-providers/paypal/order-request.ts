import { createHash } from 'node:crypto';
import type { CheckoutRequest } from '../payment-provider.ts';
import { toPaypalMoney } from './paypal-currencies.ts';

/** What PayPal takes of a line of text. */
const LINE = 127;

/** What its documents call an e-mail address, in short; another one would refuse the whole order. */
const EMAIL =
  /^[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+(\.[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+)*@([A-Za-z0-9]([A-Za-z0-9-]*[A-Za-z0-9])?\.)+[A-Za-z]{2,}$/;

/**
 * The order of a checkout (Orders v2, order_request).
 * @throws ProviderError 'rejected' for an amount or a currency that PayPal does not take
 */
export function buildOrderRequest(request: CheckoutRequest): object {
  const brand = line(request.businessName);
  const description = line(request.description);
  const email = request.customerEmail?.trim() ?? '';
  return {
    intent: 'CAPTURE',
    purchase_units: [
      {
        custom_id: request.reference,
        invoice_id: invoiceId(request),
        ...(description ? { description } : {}),
        amount: toPaypalMoney(request.amount),
      },
    ],
    payment_source: {
      paypal: {
        ...(email.length <= 254 && EMAIL.test(email) ? { email_address: email } : {}),
        experience_context: {
          ...(brand ? { brand_name: brand } : {}),
          shipping_preference: 'NO_SHIPPING',
          user_action: 'PAY_NOW',
          return_url: request.successUrl,
          cancel_url: request.cancelUrl,
        },
      },
    },
  };
}

/**
 * The invoice's number as the payer's PayPal shows it, made unique: accounts refuse a second payment
 * of one invoice id, also after a refund or for another amount.
 */
function invoiceId({ invoiceNumber, key }: CheckoutRequest): string {
  const mark = createHash('sha256').update(key).digest('hex').slice(0, 6);
  return `${line(invoiceNumber, LINE - 7)}-${mark}`;
}

/**
 * Text of at most `length` bytes in UTF-8: PayPal counts in ASCII characters and says that others
 * count for more. By code points, so that no character is cut in two.
 */
function line(text: string, length = LINE): string {
  let cut = '';
  let size = 0;
  for (const character of text.replace(/\s+/g, ' ').trim()) {
    size += Buffer.byteLength(character);
    if (size > length) break;
    cut += character;
  }
  return cut.trim();
}
