import {
  NEWEST_SECURITY_EVENTS,
  type User,
  type UserStatus,
} from '../../../shared/accounts/account.contract.ts';
import { AppError } from '../../../shared/errors/app-error.ts';
import type { Database } from '../../db/database.ts';
import type { Clock } from '../../platform/clock/clock.ts';
import type { Env } from '../../platform/env/read-env.ts';
import { supportAddress } from '../../platform/env/support-address.ts';
import { api, requireOwner } from '../../platform/http/api-context.ts';
import { decodeCursor, listAnswerOf, pageOf } from '../../platform/lists/cursor.ts';
import type { Mailer } from '../../platform/mail/mailer.ts';
import type { Payments } from '../../platform/payment-providers/open-payments.ts';
import { type Account, findAccount } from './account.store.ts';
import { endSession, listSessions } from './account-sessions.ts';
import { listDoubtfulPasskeys } from './doubtful-passkeys.ts';
import { isAdmin } from './is-admin.ts';
import { renameAccount } from './rename-account.ts';
import { listSecurityEvents } from './security-log.ts';

export interface AccountRouteOptions {
  db: Database;
  env: Pick<Env, 'adminEmail' | 'oidc' | 'supportEmail'>;
  mailer: Mailer;
  appUrl: () => string;
  payments: Pick<Payments, 'testMode' | 'sandboxUrl'>;
  clock: Clock;
}

/** The contract's account calls. */
export function accountRoutes({ db, env, mailer, appUrl, payments, clock }: AccountRouteOptions) {
  const calls = api.account;
  const account = async (userId: string) => {
    const found = await findAccount(db.orm, userId);
    if (!found) throw new AppError('UNAUTHORIZED', 'Sign in to continue');
    return found;
  };
  return {
    user: calls.user
      .use(requireOwner)
      .handler(async ({ context }) => presentUser(await account(context.owner.userId), env)),
    status: calls.status
      .use(requireOwner)
      .handler(async ({ context }) => presentStatus(await account(context.owner.userId))),
    installation: calls.installation.handler(() => ({
      signIn: env.oidc ? ('oidc' as const) : ('built-in' as const),
      supportEmail: supportAddress(env, appUrl()),
      mail: mailer.kind,
      testMode: payments.testMode,
      sandbox: payments.sandboxUrl !== null,
    })),
    rename: calls.rename.use(requireOwner).handler(async ({ input, context: { owner } }) => {
      await renameAccount(db.orm, owner.userId, input.name, clock.now());
      return presentUser(await account(owner.userId), env);
    }),
    sessions: calls.sessions
      .use(requireOwner)
      .handler(({ context: { owner } }) => listSessions(db.orm, owner, clock.now())),
    endSession: calls.endSession
      .use(requireOwner)
      .handler(async ({ input, context: { owner, client } }) => {
        await endSession(db, owner, input.id, { client, at: clock.now() });
        return { ended: true };
      }),
    securityLog: calls.securityLog
      .use(requireOwner)
      .handler(async ({ input, context: { owner } }) => {
        const limit = input.limit ?? NEWEST_SECURITY_EVENTS;
        const before = input.cursor === undefined ? undefined : decodeCursor(input.cursor).id;
        const rows = await listSecurityEvents(db.orm, owner.userId, { limit: limit + 1, before });
        const page = pageOf(rows, limit, ({ id }) => ({ key: '', id }));
        return listAnswerOf(page.rows, page.next);
      }),
    doubtfulPasskeys: calls.doubtfulPasskeys
      .use(requireOwner)
      .handler(({ context: { owner } }) => listDoubtfulPasskeys(db.orm, owner.userId)),
  };
}

function presentUser(account: Account, env: Pick<Env, 'adminEmail'>): User {
  return {
    id: account.id,
    email: account.email,
    name: account.name,
    firstName: account.firstName,
    lastName: account.lastName,
    profileImageUrl: account.profileImageUrl,
    ...presentStatus(account),
    isAdmin: isAdmin(env, account),
    adminPending: !account.emailVerified && isAdmin(env, { ...account, emailVerified: true }),
    suspension: account.suspendedAt && {
      since: account.suspendedAt.toISOString(),
      reason: account.suspensionReason,
    },
  };
}

function presentStatus(account: Account): UserStatus {
  return {
    trialInvoicesUsed: account.trialInvoicesUsed,
    subscriptionStatus: account.subscriptionStatus,
    subscriptionPlan: account.subscriptionPlan,
  };
}
