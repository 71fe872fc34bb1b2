import type { UseFormReturn } from 'react-hook-form';
import type * as z from 'zod';
import type { businessProfileInput } from '../../../shared/profile/profile.contract.ts';

export type ProfileFormReturn = UseFormReturn<
  z.input<typeof businessProfileInput>,
  unknown,
  z.output<typeof businessProfileInput>
>;

/** Fields that hold a secret while it is typed: never kept in a draft, never shown in a conflict. */
export const SECRET_FIELDS = [
  'stripePublishableKey',
  'stripeSecretKey',
  'stripeWebhookSecret',
  'paypalClientId',
  'paypalClientSecret',
] as const;
export type SecretFieldName = (typeof SECRET_FIELDS)[number];
