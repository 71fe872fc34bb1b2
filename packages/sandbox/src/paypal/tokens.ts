/**
 * Accounts: any client id of eight characters or more, with a secret as long. The first secret that
 * comes with a client id is its secret from then on.
 */
import { createHash, randomBytes } from 'node:crypto';
import type { Answer, Route } from '../http/route.ts';
import type { SandboxContext, Work } from '../sandbox-context.ts';
import { newDebugId, PaypalError } from './error.ts';
import { newPayerId, objects } from './objects.ts';

/** Nine hours, as PayPal grants. */
const tokenSeconds = 32_400;

const hash = (text: string): string => createHash('sha256').update(text).digest('hex');
const allTokens = ({ store }: SandboxContext) =>
  store.system.collection<{ account: string; expiresAt: number }>('paypal-tokens');
const findApp = (work: Pick<Work, 'account'>) => objects(work, 'app').get('app');

export const paypalWork = (context: SandboxContext, clientId: string): Work => ({
  context,
  account: context.store.account(`paypal:${clientId}`),
});

export const findMerchantId = (work: Work): string => findApp(work)?.merchantId ?? newPayerId();

/** Takes an app's keys away, or gives them back. @throws Error for an app that never signed in */
export function setRevoked(work: Work, revoked: boolean): void {
  const app = findApp(work);
  if (!app) throw new Error('There is no such client id.');
  app.revoked = revoked;
}

/** Ends every token of an account; its keys go on working. */
export function endTokens({ context, account }: Work): void {
  const tokens = allTokens(context);
  for (const [value, token] of tokens) if (token.account === account.key) tokens.delete(value);
}

function readBasicAuth(header = ''): [user: string, password: string] {
  const [, encoded = ''] = /^Basic ([A-Za-z0-9+/=]+)$/i.exec(header) ?? [];
  const [user = '', ...password] = Buffer.from(encoded, 'base64').toString('utf8').split(':');
  return [user, password.join(':')];
}

const refuse = (status: number, error: string, description: string): Answer => ({
  status,
  headers: { 'paypal-debug-id': newDebugId() },
  body: { error, error_description: description },
});

export const tokenRoute = (context: SandboxContext): Route => ({
  method: 'POST',
  path: '/v1/oauth2/token',
  fail: (status) => refuse(status, 'server_error', 'A failure that a test ordered'),
  handler({ headers, body, trace }) {
    const [clientId, secret] = readBasicAuth(headers.authorization);
    const refused = refuse(401, 'invalid_client', 'Client Authentication failed');
    if (clientId.length < 8 || secret.length < 8) return refused;
    const form = new URLSearchParams(body);
    trace.params = Object.fromEntries(form);
    if (form.get('grant_type') !== 'client_credentials') {
      return refuse(400, 'unsupported_grant_type', 'Grant Type is NULL or is not supported');
    }
    const work = paypalWork(context, clientId);
    const secretHash = hash(secret);
    const app =
      findApp(work) ??
      objects(work, 'app').put('app', { secretHash, revoked: false, merchantId: newPayerId() });
    if (app.revoked || app.secretHash !== secretHash) return refused;
    trace.account = work.account.key;
    const token = `A21AA${randomBytes(66).toString('base64url')}`;
    const expiresAt = context.clock.now() + tokenSeconds * 1000;
    allTokens(context).put(token, { account: work.account.key, expiresAt });
    return {
      headers: { 'cache-control': 'no-store' },
      body: { access_token: token, token_type: 'Bearer', expires_in: tokenSeconds },
    };
  },
});

export function authenticate(context: SandboxContext, header = ''): Work {
  const [, value = ''] = /^Bearer (\S+)$/i.exec(header) ?? [];
  const token = allTokens(context).get(value);
  const work = { context, account: context.store.account(token?.account ?? 'paypal:') };
  if (!token || token.expiresAt <= context.clock.now() || findApp(work)?.revoked) {
    const description = 'The access token is not valid (any more).';
    throw new PaypalError(401, [{ issue: 'INVALID_ACCESS_TOKEN', description }]);
  }
  return work;
}
