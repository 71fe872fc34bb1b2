import type { ErrorBody } from '../../../shared/errors/app-error.ts';
import { readErrorMessage } from '../../../shared/errors/read-error-message.ts';
import type { PublicInvoice } from '../../../shared/invoices/public-invoice.contract.ts';
import type { Decimal } from '../../../shared/money/decimal.ts';
import type {
  AutomaticPayment,
  PaymentConfirmation,
  PaymentLink,
  ProviderName,
} from '../../../shared/payments/payment.contract.ts';
import { isWebAddress, post } from '../../lib/public-calls.ts';

/** What came of asking for a checkout. `words` says why there is none. */
export type CheckoutAnswer =
  | { state: 'ready'; url: string }
  | { state: 'already-paid' }
  | { state: 'refused'; words: string };

/** What came of asking whether it is paid; 'unreachable' when nobody answered. */
export type ConfirmationAnswer =
  | { state: 'answered'; confirmation: PaymentConfirmation }
  | { state: 'missing' }
  | { state: 'unreachable' };

const NO_CHECKOUT =
  'The checkout could not be opened. Nothing was charged; please try again in a moment.';
const NO_CONNECTION =
  'The checkout could not be opened: the connection failed. Nothing was charged; please try again.';

const callAddress = (publicId: string, call: string) =>
  `/api/invoices/${encodeURIComponent(publicId)}/${call}`;

/** Asks for an address to pay at; all that is due, unless an amount is named. Never throws. */
export async function createPayment(
  publicId: string,
  wanted: {
    method?: ProviderName | undefined;
    amount?: Decimal | undefined;
    automatic?: boolean;
  },
  fetcher: typeof fetch = fetch,
): Promise<CheckoutAnswer> {
  let response: Response;
  try {
    response = await post(callAddress(publicId, 'create-payment'), wanted, fetcher);
  } catch {
    return { state: 'refused', words: NO_CONNECTION };
  }
  try {
    const body = (await response.json()) as PaymentLink | ErrorBody;
    if (response.ok && 'paymentUrl' in body && isWebAddress(body.paymentUrl)) {
      return { state: 'ready', url: body.paymentUrl };
    }
    if ('code' in body && body.code === 'ALREADY_PAID') return { state: 'already-paid' };
    // A refusal has a reason worth reading; a fault of the server has none.
    const explained = response.status < 500 || response.status === 503;
    const words = readErrorMessage(body);
    if (!response.ok && explained && words) return { state: 'refused', words };
  } catch {
    // Not JSON: something between here and the server has answered.
  }
  return { state: 'refused', words: NO_CHECKOUT };
}

/** What may be agreed to on this invoice's page, and has been; undefined where that is not known. */
export async function readAutomaticPayment(
  publicId: string,
  fetcher: typeof fetch = fetch,
): Promise<AutomaticPayment | undefined> {
  return readAnswer(
    fetcher(callAddress(publicId, 'automatic-payment'), { credentials: 'same-origin' }),
  );
}

/** Ends it. undefined: nobody has answered. */
export async function endAutomaticPayment(
  publicId: string,
  fetcher: typeof fetch = fetch,
): Promise<AutomaticPayment | undefined> {
  return readAnswer(post(callAddress(publicId, 'automatic-payment/end'), {}, fetcher));
}

async function readAnswer(asked: Promise<Response>): Promise<AutomaticPayment | undefined> {
  try {
    const response = await asked;
    return response.ok ? ((await response.json()) as AutomaticPayment) : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Asks what came of the payment; the server asks the provider. It makes nothing paid by itself.
 * Never throws.
 */
export async function confirmPayment(
  publicId: string,
  fetcher: typeof fetch = fetch,
): Promise<ConfirmationAnswer> {
  if (publicId === '') return { state: 'missing' };
  try {
    const response = await post(callAddress(publicId, 'mark-paid'), {}, fetcher);
    if (response.status === 404 || response.status === 400) return { state: 'missing' };
    if (!response.ok) return { state: 'unreachable' };
    const confirmation = (await response.json()) as PaymentConfirmation | null;
    return confirmation?.state ? { state: 'answered', confirmation } : { state: 'unreachable' };
  } catch {
    return { state: 'unreachable' };
  }
}

/**
 * The address that the invoice's answer already holds, while it can be trusted to live: an answer
 * from a page left open for long may name a checkout that has ended since.
 */
export function storedCheckout(
  { invoice, paymentConfig }: PublicInvoice,
  ageMs: number,
): string | undefined {
  if (ageMs > FRESH_FOR_MS || !invoice.paymentUrl) return undefined;
  // With two providers the address does not tell whose it is: the server is asked for the one meant.
  if (paymentConfig.hasStripe && paymentConfig.hasPayPal) return undefined;
  return isWebAddress(invoice.paymentUrl) ? invoice.paymentUrl : undefined;
}

const FRESH_FOR_MS = 5 * 60_000;
