import { oc } from '@orpc/contract';
import * as z from 'zod';
import { userSchema } from '../accounts/account.contract.ts';
import { instantText } from '../contract/fields.ts';
import { listAnswer, listQuery, searchQuery } from '../lists/list-query.ts';

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
  .extend({ createdAt: instantText });
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

/** For the admin alone: 403 for everybody else. */
export const usersContract = {
  /** Newest first; a search looks through e-mail addresses and names. */
  list: oc
    .route({ method: 'GET', path: '/admin/users', outputStructure: 'detailed', tags: ['Admin'] })
    .input(listQuery)
    .output(listAnswer(adminUserSchema)),
  /** How many a search finds: at most 1,000, and whether there are more. */
  count: oc
    .route({ method: 'GET', path: '/admin/users/count', tags: ['Admin'] })
    .input(searchQuery)
    .output(z.object({ count: z.number(), more: z.boolean() })),
  stats: oc
    .route({ method: 'GET', path: '/admin/user-stats', tags: ['Admin'] })
    .output(userStatsSchema),
};
