import * as z from 'zod';
import { instantText, nullableText } from '../contract/fields.ts';

/** What the security log of an account tells of. */
export const SECURITY_EVENT_TYPES = [
  'account_created',
  'signed_in',
  'sign_in_failed',
  'signed_out',
  'session_ended',
  'other_sessions_ended',
  'identity_confirmed',
  'confirmation_failed',
  'password_changed',
  'password_reset_requested',
  'password_reset',
  'passkey_added',
  'passkey_removed',
  'email_verified',
  'payment_keys_changed',
] as const;
export type SecurityEventType = (typeof SECURITY_EVENT_TYPES)[number];

/** How somebody signed in, tried to, or confirmed who they are. */
export const SIGN_IN_METHODS = ['password', 'passkey', 'oidc'] as const;
export type SignInMethod = (typeof SIGN_IN_METHODS)[number];

export const securityEventSchema = z.object({
  id: z.number(),
  type: z.enum(SECURITY_EVENT_TYPES),
  /** The network address that it came from. */
  address: nullableText,
  /** 'Firefox on Linux', as the browser says of itself. */
  device: z.string(),
  method: z.enum(SIGN_IN_METHODS).nullable(),
  /** Of a sign-in: the browser had not been seen before. */
  newBrowser: z.boolean(),
  /** Passkeys by name, or providers, that it was about. */
  subjects: z.array(z.string()),
  createdAt: instantText,
});
export type SecurityEvent = z.output<typeof securityEventSchema>;
