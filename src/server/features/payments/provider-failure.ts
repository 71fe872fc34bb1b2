import { AppError } from '../../../shared/errors/app-error.ts';
import type { ProviderName } from '../../../shared/payments/payment.contract.ts';
import { PAYER_LABELS, PROVIDER_LABELS } from '../../../shared/payments/provider-labels.ts';
import { ProviderError } from '../../platform/payment-providers/payment-provider.ts';

/** Where one way to pay is closed to a customer: the other one. */
export const PAY_INSTEAD: Record<ProviderName, string> = {
  stripe: 'Pay by card instead.',
  paypal: 'Pay with PayPal instead.',
};

/** Where both are closed. */
export const ASK_BUSINESS = 'Contact the business directly.';

/**
 * A provider's failure as an answer. The owner learns what is wrong with the keys; a customer learns
 * of the other way to pay, or whom to ask.
 * @param other the other provider, where the customer can use that one
 */
export function providerFailure(
  error: unknown,
  provider: ProviderName,
  isOwner: boolean,
  other?: ProviderName,
): unknown {
  if (!(error instanceof ProviderError)) return error;
  switch (error.kind) {
    case 'unavailable':
      return new AppError(
        'BUSY',
        `${PROVIDER_LABELS[provider]} is not responding right now. Nothing was charged. Try again in a moment.`,
      );
    case 'credentials':
      return new AppError(
        'CONFLICT',
        isOwner
          ? `${error.message} Check the payment settings in your business profile.`
          : other
            ? `${PAYER_LABELS[provider]} cannot be used right now. ${PAY_INSTEAD[other]}`
            : `This business cannot take online payments right now. ${ASK_BUSINESS}`,
      );
    default:
      return new AppError(
        'CONFLICT',
        isOwner
          ? `${PROVIDER_LABELS[provider]} refused: ${error.message}`
          : formatRefusal(error, provider, other),
      );
  }
}

function formatRefusal(error: ProviderError, provider: ProviderName, other?: ProviderName): string {
  const amount = describeAmount(error);
  if (!other && !amount) return `This invoice cannot be paid online. ${ASK_BUSINESS}`;
  const instead = other ? PAY_INSTEAD[other] : ASK_BUSINESS;
  return `${PAYER_LABELS[provider]} cannot be used for ${amount ?? 'this invoice'}. ${instead}`;
}

/**
 * Too little, too much, or a fraction of a currency that has none: providers name the amount. How
 * little that is they do not say of every currency: it is converted at the rate of the moment.
 */
function describeAmount({ message }: ProviderError): string | undefined {
  if (!/amount/i.test(message)) return undefined;
  if (/at least|too small|minimum/i.test(message)) return 'so small an amount';
  return /no more than|too large|maximum/i.test(message) ? 'so large an amount' : 'this amount';
}
