import { oc } from '@orpc/contract';
import * as z from 'zod';
import { deleteCall, patchCall } from '../contract/calls.ts';
import { boundedText, instantText, nullableText, requiredText } from '../contract/fields.ts';
import { listAnswer, listQuery } from '../lists/list-query.ts';
import { securityEventSchema } from './security-events.ts';

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
  /** As its bearer writes it. First and last name are its first word and the rest. */
  name: z.string(),
  firstName: nullableText,
  lastName: nullableText,
  profileImageUrl: nullableText,
  /** Whether the admin's screen is theirs; the server checks again on each admin call. */
  isAdmin: z.boolean(),
  /** Whether it will be theirs as soon as their address is confirmed. Nobody else is told. */
  adminPending: z.boolean(),
  /** While the admin lets the account read only; null otherwise. */
  suspension: z.object({ since: instantText, reason: nullableText }).nullable(),
});
export type User = z.output<typeof userSchema>;

/** What the sign-in pages and the shell need to know about this installation. */
export const installationSchema = z.object({
  /** 'oidc': /api/login leads to the provider; 'built-in': to /sign-in. */
  signIn: z.enum(['built-in', 'oidc']),
  supportEmail: z.string(),
  /** Whether a forgotten password's link goes out by mail, or into the local outbox. */
  mail: z.enum(['smtp', 'outbox']),
  /** How long a message can be taken back after it was pressed for. */
  mailUndoSeconds: z.number(),
  /** No real money moves: the sandbox, or the provider's test keys. */
  testMode: z.boolean(),
  /** The sandbox plays the providers: made-up test keys work. */
  sandbox: z.boolean(),
});

/** A browser in which the account is signed in. */
export const accountSessionSchema = z.object({
  id: z.string(),
  /** 'Firefox on Linux', as the browser says of itself. */
  device: z.string(),
  /** The network address that signed in. */
  address: nullableText,
  /** The one that asks. */
  current: z.boolean(),
  /** To within five minutes. */
  lastUsedAt: instantText,
  createdAt: instantText,
});
export type AccountSession = z.output<typeof accountSessionSchema>;

/** A passkey that may be somebody else's; see the password calls. */
export const doubtfulPasskeySchema = z.object({
  id: z.string(),
  name: z.string(),
  createdAt: instantText,
});
export type DoubtfulPasskey = z.output<typeof doubtfulPasskeySchema>;

/** Without a limit, the log answers so many of the newest entries. */
export const NEWEST_SECURITY_EVENTS = 50;

export const accountNameInput = z.object({ name: requiredText('Name', 200) });

const TAG = 'Account';

const NO_SESSION = 'There is no such session';
const sessionId = boundedText(100, { error: NO_SESSION, tooLong: NO_SESSION }).pipe(
  z.uuid({ error: NO_SESSION }),
);

export const accountContract = {
  user: oc.route({ method: 'GET', path: '/auth/user', tags: ['Account'] }).output(userSchema),
  status: oc
    .route({ method: 'GET', path: '/user/status', tags: ['Account'] })
    .output(userStatusSchema),
  installation: oc
    .route({ method: 'GET', path: '/installation', tags: ['Account'] })
    .output(installationSchema),
  rename: patchCall('/account', TAG, accountNameInput, userSchema),
  /** Last used first, the last hundred; `total` counts all. */
  sessions: oc
    .route({ method: 'GET', path: '/account/sessions', tags: [TAG] })
    .output(z.object({ sessions: z.array(accountSessionSchema), total: z.number() })),
  endSession: deleteCall(
    '/account/sessions/{id}',
    TAG,
    z.object({ id: sessionId }),
    z.object({ ended: z.boolean() }),
  ),
  /** Newest first; 50 of them unless told. Kept for a year, and the last 200 of each type. */
  securityLog: oc
    .route({
      method: 'GET',
      path: '/account/security-log',
      outputStructure: 'detailed',
      tags: [TAG],
    })
    .input(listQuery.omit({ search: true }))
    .output(listAnswer(securityEventSchema)),
  /** Added since the last sign-in that is known to be good, or from a browser hardly known. */
  doubtfulPasskeys: oc
    .route({ method: 'GET', path: '/account/doubtful-passkeys', tags: [TAG] })
    .output(z.array(doubtfulPasskeySchema)),
};
