import type { User, UserStatus } from '../../../shared/accounts/account.contract.ts';
import { AppError } from '../../../shared/errors/app-error.ts';
import type { Database } from '../../db/database.ts';
import type { Env } from '../../platform/env/read-env.ts';
import { supportAddress } from '../../platform/env/support-address.ts';
import { api, requireOwner } from '../../platform/http/api-context.ts';
import type { Mailer } from '../../platform/mail/mailer.ts';
import type { Payments } from '../../platform/payment-providers/open-payments.ts';
import { type Account, findAccount } from './account.store.ts';
import { isAdmin } from './is-admin.ts';

export interface AccountRouteOptions {
  db: Database;
  env: Pick<Env, 'adminEmail' | 'oidc' | 'supportEmail'>;
  mailer: Mailer;
  appUrl: () => string;
  payments: Pick<Payments, 'testMode' | 'sandboxUrl'>;
}

/** The contract's account calls. */
export function accountRoutes({ db, env, mailer, appUrl, payments }: AccountRouteOptions) {
  const account = async (userId: string) => {
    const found = await findAccount(db.orm, userId);
    if (!found) throw new AppError('UNAUTHORIZED', 'Sign in to continue');
    return found;
  };
  return {
    user: api.account.user
      .use(requireOwner)
      .handler(async ({ context }) => presentUser(await account(context.owner.userId), env)),
    status: api.account.status
      .use(requireOwner)
      .handler(async ({ context }) => presentStatus(await account(context.owner.userId))),
    installation: api.account.installation.handler(() => ({
      signIn: env.oidc ? ('oidc' as const) : ('built-in' as const),
      supportEmail: supportAddress(env, appUrl()),
      mail: mailer.kind,
      testMode: payments.testMode,
      sandbox: payments.sandboxUrl !== null,
    })),
  };
}

function presentUser(account: Account, env: Pick<Env, 'adminEmail'>): User {
  return {
    id: account.id,
    email: account.email,
    firstName: account.firstName,
    lastName: account.lastName,
    profileImageUrl: account.profileImageUrl,
    ...presentStatus(account),
    isAdmin: isAdmin(env, account),
    adminPending: !account.emailVerified && isAdmin(env, { ...account, emailVerified: true }),
  };
}

function presentStatus(account: Account): UserStatus {
  return {
    trialInvoicesUsed: account.trialInvoicesUsed,
    subscriptionStatus: account.subscriptionStatus,
    subscriptionPlan: account.subscriptionPlan,
  };
}
