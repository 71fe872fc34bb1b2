import { AppError } from '../../../shared/errors/app-error.ts';
import type { Logger } from '../../platform/log/logger.ts';
import type { Payments, PlatformAccount } from '../../platform/payment-providers/open-payments.ts';
import { ProviderError } from '../../platform/payment-providers/payment-provider.ts';

/**
 * Remit's own account at the provider.
 * @throws AppError CONFLICT where this installation sells no plans
 */
export function requirePlatform(payments: Pick<Payments, 'platform'>): PlatformAccount {
  if (payments.platform) return payments.platform;
  throw new AppError('CONFLICT', 'Subscriptions are not set up on this installation.');
}

/** A failure of the provider, as an answer to the account that asked. */
export function toRefusal(error: ProviderError, log: Pick<Logger, 'error'>): AppError {
  switch (error.kind) {
    case 'rejected':
      return new AppError('CONFLICT', error.message);
    case 'credentials':
      // The account can do nothing about it; whoever runs the installation reads the log.
      log.error({ err: error }, 'the provider refuses the key of the platform');
      return new AppError(
        'CONFLICT',
        'Subscriptions are not set up correctly on this installation.',
      );
    case 'key-reused':
    case 'unavailable':
      return new AppError(
        'BUSY',
        'The payment provider is not responding right now. Nothing was charged or changed. Try again in a moment.',
      );
  }
}

/** Whether the provider said that it knows no object of that name. */
export function isMissing(error: unknown): boolean {
  return error instanceof ProviderError && error.code === 'resource_missing';
}
