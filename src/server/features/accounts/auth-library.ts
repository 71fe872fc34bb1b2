import { passkey } from '@better-auth/passkey';
import { APIError, isAPIError } from 'better-auth/api';
import { type BetterAuthOptions, betterAuth } from 'better-auth/minimal';
import { genericOAuth } from 'better-auth/plugins';
import { PASSWORD_LENGTH } from '../../../shared/accounts/password-rule.ts';
import type { Database } from '../../db/database.ts';
import type { Env } from '../../platform/env/read-env.ts';
import type { Logger } from '../../platform/log/logger.ts';
import type { Mailer } from '../../platform/mail/mailer.ts';
import { noteProof } from './access-proof.ts';
import type { AccountMails } from './account-mails.ts';
import type { AuthAdapterOptions } from './auth-adapter.ts';
import { authAdapter } from './auth-adapter.ts';
import { orDatabaseFailure } from './database-failures.ts';
import { isAdmin } from './is-admin.ts';
import type { OidcDiscovery, OidcSettings } from './oidc-discovery.ts';
import { discoverProvider } from './oidc-discovery.ts';
import { OIDC_PROVIDER_ID, oidcProvider } from './oidc-provider.ts';
import { hashPassword, verifyPassword } from './password-hash.ts';
import { RESET_PREFIX, RESET_SECONDS, storedResetIdentifier } from './reset-links.ts';
import { dropUnprovenIdentity } from './revoke-access.ts';
import { cookiePrefix, SESSION_SECONDS, UNCONFIRMED_SECONDS } from './session-cookie.ts';
import { splitName } from './split-name.ts';

/** Headers that only this server puts on the requests it hands to the library. */
export const ADDRESS_HEADER = 'x-client-address';
export const LINKS_HEADER = 'x-link-origin';

/** Origins that are kept ready; without APP_URL each name of the machine is one. */
const MOST_ORIGINS = 8;

export interface AuthLibraryOptions {
  db: Database;
  env: Pick<Env, 'oidc' | 'adminEmail'>;
  /** Signs cookies and e-mail links. */
  secret: string;
  mailer: Mailer;
  mails: AccountMails;
  log: Logger;
  onUserCreated: AuthAdapterOptions['onUserCreated'];
}

export interface AuthLibrary {
  /**
   * Answers a request as the installation at `origin`.
   * @throws ProviderUnavailableError when the configured OIDC provider cannot be used
   * @throws what the library did not expect, a failure of the database above all
   */
  answer(origin: string, request: Request): Promise<Response>;
}

/** The sign-in provider that is configured does not answer, or not as it should. */
export class ProviderUnavailableError extends Error {
  override readonly name = 'ProviderUnavailableError';
}

/**
 * Better Auth, made once for each origin, because cookies, the passkey's relying party and the
 * provider's callback follow from it. With OIDC an origin is not made until the provider answers:
 * the library would otherwise start without it for good.
 */
export function authLibrary(options: AuthLibraryOptions): AuthLibrary {
  const made = new Map<string, Promise<(request: Request) => Promise<Response>>>();
  const make = async (origin: string) => {
    const { oidc } = options.env;
    const provider =
      oidc &&
      oidcProvider(oidc, await discovered(oidc), async (sub) => {
        await dropUnprovenIdentity(options.db.orm, sub);
        noteProof({ subject: sub });
      });
    const auth = betterAuth({
      ...libraryOptions(origin, options),
      plugins: provider
        ? [genericOAuth({ config: [provider] })]
        : [
            passkey({
              rpName: 'Remit',
              rpID: new URL(origin).hostname,
              origin,
              advanced: { webAuthnChallengeCookie: 'passkey_challenge' },
              // A passkey stands in for a password, so the device must have asked for its own
              // proof (finger, face, PIN), and must find the account without an e-mail address.
              authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
              registration: {
                afterVerification: ({ verification, ctx }) => {
                  requireVerifiedUser(verification.registrationInfo?.userVerified);
                  const sessionId = ctx.context.session?.session.id;
                  if (sessionId !== undefined) noteProof({ sessionId });
                },
              },
              authentication: {
                afterVerification: ({ verification }) => {
                  requireVerifiedUser(verification.authenticationInfo.userVerified);
                  noteProof({ credentialId: verification.authenticationInfo.credentialID });
                },
              },
            }),
          ],
    });
    const context = await auth.$context;
    if (provider && !context.socialProviders.some(({ id }) => id === OIDC_PROVIDER_ID)) {
      throw new ProviderUnavailableError('The sign-in provider could not be set up');
    }
    return (request: Request) => auth.handler(request);
  };
  return {
    async answer(origin, request) {
      let handler = made.get(origin);
      if (!handler) {
        for (const oldest of made.keys()) {
          if (made.size < MOST_ORIGINS) break;
          made.delete(oldest);
        }
        handler = make(origin);
        handler.catch(() => made.delete(origin));
        made.set(origin, handler);
      }
      const answer = await handler;
      return orDatabaseFailure(() => answer(request));
    },
  };
}

async function discovered(settings: OidcSettings): Promise<OidcDiscovery> {
  try {
    return await discoverProvider(settings);
  } catch (error) {
    throw new ProviderUnavailableError('The sign-in provider cannot be reached', { cause: error });
  }
}

function libraryOptions(origin: string, options: AuthLibraryOptions) {
  const { env, mails, mailer, log } = options;
  const mustVerify = mailer.kind === 'smtp';
  const builtIn = env.oidc === undefined;
  const secure = origin.startsWith('https:');
  return {
    appName: 'Remit',
    baseURL: origin,
    basePath: '/api/auth',
    secret: options.secret,
    trustedOrigins: [origin],
    telemetry: { enabled: false },
    database: authAdapter({
      db: options.db,
      onUserCreated: options.onUserCreated,
      tellTakenEmail: !mustVerify,
    }),
    user: {
      fields: { image: 'profileImageUrl' },
      // Plan, trial and provider references are unknown to the library: it cannot write them.
      additionalFields: {
        firstName: { type: 'string', required: false, input: false },
        lastName: { type: 'string', required: false, input: false },
      },
    },
    session: {
      fields: { token: 'sid', expiresAt: 'expire' },
      additionalFields: {
        sess: { type: 'json', required: false, input: false, returned: false },
      },
      expiresIn: SESSION_SECONDS,
      // Prolonged by our own reading alone, which knows when a session must end (resolve-session.ts).
      disableSessionRefresh: true,
      // What needs a fresh proof asks for it itself (recent-proof.ts).
      freshAge: 0,
      cookieCache: { enabled: false },
    },
    account: {
      updateAccountOnSignIn: false,
      accountLinking: {
        enabled: true,
        // Only identities with a proven address come this far; ours need not be proven before,
        // because linking ends every older way into the account (see the adapter).
        requireLocalEmailVerified: false,
        trustedProviders: [],
      },
    },
    // Links of messages cannot be read out of a copy of the database.
    verification: {
      storeIdentifier: {
        default: 'hashed',
        overrides: { [RESET_PREFIX]: { hash: async (id) => storedResetIdentifier(id) } },
      },
    },
    emailAndPassword: {
      enabled: builtIn,
      minPasswordLength: PASSWORD_LENGTH.min,
      maxPasswordLength: PASSWORD_LENGTH.max,
      requireEmailVerification: mustVerify,
      password: {
        hash: hashPassword,
        verify: async (given) => {
          const right = await verifyPassword(given);
          if (right) noteProof({ passwordHash: given.hash });
          return right;
        },
      },
      resetPasswordTokenExpiresIn: RESET_SECONDS,
      revokeSessionsOnPasswordReset: true,
      sendResetPassword: async ({ user, token }, request) => {
        mails.reset(user.email, `${linksTo(request, origin)}/reset-password?token=${token}`);
      },
      onExistingUserSignUp: async ({ user }, request) => {
        mails.known(user.email, `${linksTo(request, origin)}/sign-in`);
      },
    },
    emailVerification: {
      sendOnSignUp: builtIn,
      sendOnSignIn: builtIn && mustVerify,
      expiresIn: UNCONFIRMED_SECONDS,
      sendVerificationEmail: async ({ user, token }, request) => {
        // Without a mail server only the admin's address needs a proof, and the outbox gives it.
        if (!mustVerify && !isAdmin(env, { email: user.email, emailVerified: true })) return;
        mails.verify(
          user.email,
          `${linksTo(request, origin)}/api/auth/verify-email?token=${encodeURIComponent(token)}`,
        );
      },
    },
    databaseHooks: {
      user: { create: { before: async (user) => ({ data: splitName(user.name) }) } },
    },
    // Attempts are counted in front of the library (attempt-limits.ts).
    rateLimit: { enabled: false },
    onAPIError: {
      errorURL: `${origin}/sign-in`,
      // Given back as it is; the library would print it, with the parameters of its statement.
      onError: (error) => {
        if (!isAPIError(error)) throw error;
        if (error.statusCode >= 500) report(log, 'error', error.message);
      },
    },
    logger: { level: 'warn', log: (level, message) => report(log, level, message) },
    advanced: {
      cookiePrefix: cookiePrefix(secure),
      // It would put `__Secure-` before our prefix.
      useSecureCookies: false,
      defaultCookieAttributes: { secure },
      disableOriginCheck: false,
      disableCSRFCheck: false,
      database: { generateId: 'uuid', validateSchema: false },
      ipAddress: { ipAddressHeaders: [ADDRESS_HEADER], ipv6Subnet: 128 },
    },
  } satisfies BetterAuthOptions;
}

function requireVerifiedUser(verified: boolean | undefined): void {
  if (verified) return;
  throw new APIError('BAD_REQUEST', {
    code: 'USER_NOT_VERIFIED',
    message: 'The authenticator has not verified its user',
  });
}

function linksTo(request: Request | undefined, origin: string): string {
  return request?.headers.get(LINKS_HEADER) ?? origin;
}

/**
 * The library's own words without what it attaches: a database error of Drizzle repeats the
 * parameters, tokens and hashes among them.
 */
function report(log: Logger, level: string, message: unknown): void {
  const [text = ''] = String(message).split(/\n|params:/);
  log[level === 'error' ? 'error' : 'debug']({ part: 'sign-in' }, text.slice(0, 300));
}
