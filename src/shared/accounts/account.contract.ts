import { oc } from '@orpc/contract';
import * as z from 'zod';
import { nullableText } from '../contract/fields.ts';

export const SUBSCRIPTION_STATUSES = ['trial', 'active', 'canceled'] as const;
export const SUBSCRIPTION_PLANS = ['monthly', 'yearly'] as const;

export const userStatusSchema = z.object({
  trialInvoicesUsed: z.number(),
  subscriptionStatus: z.enum(SUBSCRIPTION_STATUSES),
  subscriptionPlan: z.enum(SUBSCRIPTION_PLANS).nullable(),
});
export type UserStatus = z.output<typeof userStatusSchema>;

export const userSchema = userStatusSchema.extend({
  id: z.string(),
  email: z.string(),
  firstName: nullableText,
  lastName: nullableText,
  profileImageUrl: nullableText,
  /** Whether the admin's screen is theirs; the server checks again on each admin call. */
  isAdmin: z.boolean(),
  /** Whether it will be theirs as soon as their address is confirmed. Nobody else is told. */
  adminPending: z.boolean(),
});
export type User = z.output<typeof userSchema>;

/** What the sign-in pages and the shell need to know about this installation. */
export const installationSchema = z.object({
  /** 'oidc': /api/login leads to the provider; 'built-in': to /sign-in. */
  signIn: z.enum(['built-in', 'oidc']),
  supportEmail: z.string(),
  /** Whether a forgotten password's link goes out by mail, or into the local outbox. */
  mail: z.enum(['smtp', 'outbox']),
  /** No real money moves: the sandbox, or the provider's test keys. */
  testMode: z.boolean(),
  /** The sandbox plays the providers: made-up test keys work. */
  sandbox: z.boolean(),
});

export const accountContract = {
  user: oc.route({ method: 'GET', path: '/auth/user', tags: ['Account'] }).output(userSchema),
  status: oc
    .route({ method: 'GET', path: '/user/status', tags: ['Account'] })
    .output(userStatusSchema),
  installation: oc
    .route({ method: 'GET', path: '/installation', tags: ['Account'] })
    .output(installationSchema),
};
