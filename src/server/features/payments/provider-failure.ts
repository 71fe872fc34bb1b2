import { AppError } from '../../../shared/errors/app-error.ts';
import type { ProviderName } from '../../../shared/payments/payment.contract.ts';
import { PROVIDER_LABELS } from '../../../shared/payments/provider-labels.ts';
import { ProviderError } from '../../platform/payment-providers/payment-provider.ts';

/**
 * A provider's failure as an answer. The owner learns what is wrong with the keys; a customer learns
 * whom to ask.
 */
export function providerFailure(error: unknown, provider: ProviderName, isOwner: boolean): unknown {
  if (!(error instanceof ProviderError)) return error;
  switch (error.kind) {
    case 'unavailable':
      return new AppError(
        'BUSY',
        `${PROVIDER_LABELS[provider]} does not answer just now. Nothing was charged. Try again in a moment.`,
      );
    case 'credentials':
      return new AppError(
        'CONFLICT',
        isOwner
          ? `${error.message} Check the payment settings in your business profile.`
          : 'This business cannot take online payments right now. Contact the business directly.',
      );
    default:
      return new AppError(
        'CONFLICT',
        isOwner
          ? `${PROVIDER_LABELS[provider]} refused: ${error.message}`
          : 'This invoice cannot be paid online. Contact the business directly.',
      );
  }
}
