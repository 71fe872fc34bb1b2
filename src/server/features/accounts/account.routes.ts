import { eq } from 'drizzle-orm';
import type { User, UserStatus } from '../../../shared/accounts/account.contract.ts';
import { NEWEST_SECURITY_EVENTS } from '../../../shared/accounts/account.contract.ts';
import { AppError } from '../../../shared/errors/app-error.ts';
import type { Database, Queryable } from '../../db/database.ts';
import { users } from '../../db/tables/accounts.table.ts';
import type { Actor } from '../../platform/actor/actor.ts';
import type { Clock } from '../../platform/clock/clock.ts';
import type { Env } from '../../platform/env/read-env.ts';
import { supportAddress } from '../../platform/env/support-address.ts';
import { api, ownerApi } from '../../platform/http/api-context.ts';
import { cutPage, decodeCursor, toListAnswer } from '../../platform/lists/cursor.ts';
import type { Mailer } from '../../platform/mail/mailer.ts';
import type { Payments } from '../../platform/payment-providers/open-payments.ts';
import type { Business } from '../businesses/index.ts';
import { findBusiness } from '../businesses/index.ts';
import { endSession, listSessions } from './account-sessions.ts';
import type { Account } from './account.store.ts';
import { findAccount } from './account.store.ts';
import { listDoubtfulPasskeys } from './doubtful-passkeys.ts';
import { isAdmin } from './is-admin.ts';
import { listSecurityEvents } from './security-log.ts';
import { splitName } from './split-name.ts';

export interface AccountRouteOptions {
  db: Database;
  env: Pick<Env, 'adminEmail' | 'mailUndoSeconds' | 'oidc' | 'supportEmail'>;
  mailer: Mailer;
  appUrl: () => string;
  payments: Pick<Payments, 'testMode' | 'sandboxUrl'>;
  clock: Clock;
}

/** The contract's account calls. */
export function accountRoutes({ db, env, mailer, appUrl, payments, clock }: AccountRouteOptions) {
  const calls = ownerApi.account;
  const toBusiness = async ({ businessId }: Actor) => {
    const business = await findBusiness(db.orm, businessId);
    if (!business) throw new AppError('UNAUTHORIZED', 'Sign in to continue');
    return business;
  };
  const user = async (actor: Actor) => {
    const account = await findAccount(db.orm, actor.accountId);
    if (!account) throw new AppError('UNAUTHORIZED', 'Sign in to continue');
    return presentUser(account, await toBusiness(actor), env);
  };
  return {
    user: calls.user.handler(({ context: { actor } }) => user(actor)),
    status: calls.status.handler(async ({ context: { actor } }) =>
      presentStatus(await toBusiness(actor)),
    ),
    installation: api.account.installation.handler(() => ({
      signIn: env.oidc ? ('oidc' as const) : ('built-in' as const),
      supportEmail: supportAddress(env, appUrl()),
      mail: mailer.kind,
      mailUndoSeconds: env.mailUndoSeconds,
      testMode: payments.testMode,
      sandbox: payments.sandboxUrl !== null,
    })),
    rename: calls.rename.handler(async ({ input, context: { actor } }) => {
      await renameAccount(db.orm, actor.accountId, input.name, clock.now());
      return user(actor);
    }),
    sessions: calls.sessions.handler(({ context: { actor } }) =>
      listSessions(db.orm, actor, clock.now()),
    ),
    endSession: calls.endSession.handler(async ({ input, context: { actor, client } }) => {
      await endSession(db, actor, input.id, { client, at: clock.now() });
      return { ended: true };
    }),
    securityLog: calls.securityLog.handler(async ({ input, context: { actor } }) => {
      const limit = input.limit ?? NEWEST_SECURITY_EVENTS;
      const before = input.cursor === undefined ? undefined : decodeCursor(input.cursor).id;
      const rows = await listSecurityEvents(db.orm, actor.accountId, {
        limit: limit + 1,
        before,
      });
      const page = cutPage(rows, limit, ({ id }) => ({ key: '', id }));
      return toListAnswer(page.rows, page.next);
    }),
    doubtfulPasskeys: calls.doubtfulPasskeys.handler(({ context: { actor } }) =>
      listDoubtfulPasskeys(db.orm, actor.accountId),
    ),
  };
}

function presentUser(account: Account, business: Business, env: Pick<Env, 'adminEmail'>): User {
  return {
    id: account.id,
    email: account.email,
    name: account.name,
    firstName: account.firstName,
    lastName: account.lastName,
    profileImageUrl: account.profileImageUrl,
    ...presentStatus(business),
    isAdmin: isAdmin(env, account),
    adminPending: !account.emailVerified && isAdmin(env, { ...account, emailVerified: true }),
    suspension: business.suspendedAt && {
      since: business.suspendedAt.toISOString(),
      reason: business.suspensionReason,
    },
  };
}

function presentStatus(business: Business): UserStatus {
  return {
    trialInvoicesUsed: business.trialInvoicesUsed,
    subscriptionStatus: business.subscriptionStatus,
    subscriptionPlan: business.subscriptionPlan,
  };
}

/** Keeps a name as its bearer writes it, and its parts as the specification reads them. */
async function renameAccount(
  db: Queryable,
  userId: string,
  name: string,
  now: Date,
): Promise<Account | undefined> {
  const [account] = await db
    .update(users)
    .set({ name, ...splitName(name), updatedAt: now })
    .where(eq(users.id, userId))
    .returning();
  return account;
}
