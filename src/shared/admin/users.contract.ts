import { oc } from '@orpc/contract';
import * as z from 'zod';
import { userSchema } from '../accounts/account.contract.ts';
import { getCall, postCall } from '../contract/calls.ts';
import { boundedText, instantText, nullableText, optionalText } from '../contract/fields.ts';
import { recipientAddress } from '../emails/recipient-address.ts';
import { listAnswer, listQuery, searchQuery } from '../lists/list-query.ts';
import { senderBlockSchema } from '../senders/sender.contract.ts';

/** How many days the figures of an account's mail look back. */
export const MAIL_FIGURE_DAYS = 30;

/** What became of an account's messages to customers in the last 30 days. */
export const mailFiguresSchema = z.object({
  sent: z.number(),
  /** Recipients that it had never written to before. */
  newRecipients: z.number(),
  failed: z.number(),
  /** Reported as abuse by their recipients. */
  reported: z.number(),
});
export type MailFigures = z.output<typeof mailFiguresSchema>;

/** An account as the admin sees it. */
export const adminUserSchema = userSchema
  .pick({
    id: true,
    email: true,
    firstName: true,
    lastName: true,
    profileImageUrl: true,
    trialInvoicesUsed: true,
    subscriptionStatus: true,
    subscriptionPlan: true,
  })
  .extend({
    createdAt: instantText,
    /** Since when the account may read only; null while it is in good standing. */
    suspendedAt: instantText.nullable(),
    /** In words, as its owner reads it. */
    suspensionReason: nullableText,
    mail: mailFiguresSchema,
    /** How many addresses have blocked it, and of how many it asks the admin to lift that. */
    blocks: z.object({ count: z.number(), asked: z.number() }),
  });
export type AdminUser = z.output<typeof adminUserSchema>;

/** How many days `newUsers` looks back. */
export const NEW_USER_DAYS = 30;

/** Matches of a search are counted as far as this: nobody reads on to the last of more. */
export const MAX_COUNTED_USERS = 1_000;

export const userStatsSchema = z.object({
  totalUsers: z.number(),
  /** Of them, the accounts that were made in the last 30 days. */
  newUsers: z.number(),
  /** By the status of their subscription: together they are all. */
  trialUsers: z.number(),
  activeUsers: z.number(),
  canceledUsers: z.number(),
});
export type UserStats = z.output<typeof userStatsSchema>;

const NO_ACCOUNT = { error: 'id must be the id of an account' };
const accountId = boundedText(36, NO_ACCOUNT).pipe(z.uuid(NO_ACCOUNT));

/** For the admin alone: 403 for everybody else. */
export const usersContract = {
  /** Newest first; a search looks through e-mail addresses and names. */
  list: oc
    .route({ method: 'GET', path: '/admin/users', outputStructure: 'detailed', tags: ['Admin'] })
    .input(listQuery)
    .output(listAnswer(adminUserSchema)),
  /** How many a search finds: at most 1,000, and whether there are more. */
  count: getCall(
    '/admin/users/count',
    'Admin',
    searchQuery,
    z.object({ count: z.number(), more: z.boolean() }),
  ),
  /** Lets the account read only: nothing goes out for it, and its public pages are closed. */
  suspend: postCall(
    '/admin/users/{id}/suspend',
    'Admin',
    z.object({ id: accountId, reason: optionalText('Reason', 500) }),
    adminUserSchema,
  ),
  /** Ends a suspension: what was held goes out. */
  reinstate: postCall(
    '/admin/users/{id}/reinstate',
    'Admin',
    z.object({ id: accountId }),
    adminUserSchema,
  ),
  /** Who has blocked the account: at most 100, those that it asks about first. */
  blocks: getCall(
    '/admin/users/{id}/blocks',
    'Admin',
    z.object({ id: accountId }),
    z.object({ blocks: z.array(senderBlockSchema) }),
  ),
  /** Lifts the block of an address: the account may write there again, and is told. */
  liftBlock: postCall(
    '/admin/users/{id}/lift-block',
    'Admin',
    z.object({ id: accountId, address: recipientAddress }),
    adminUserSchema,
  ),
  stats: oc
    .route({ method: 'GET', path: '/admin/user-stats', tags: ['Admin'] })
    .output(userStatsSchema),
};
