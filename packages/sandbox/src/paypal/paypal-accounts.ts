/**
 * Accounts: any client id of eight characters or more, with a secret as long. The first secret that
 * comes with a client id is its secret from then on.
 */
import { createHash } from 'node:crypto';
import type { Answer, Route, RouteRequest } from '../http/router.ts';
import type { SandboxContext } from '../sandbox-context.ts';
import type { Account } from '../state/store.ts';
import { errorAnswer, newDebugId, PaypalError } from './paypal-error.ts';
import { newPayerId, newTokenText } from './paypal-ids.ts';

/** Nine hours, as PayPal grants. */
const tokenSeconds = 32_400;

interface App {
  secretHash: string;
  revoked: boolean;
  merchantId: string;
}

interface Token {
  account: string;
  expiresAt: number;
}

const hashOf = (textToHash: string): string =>
  createHash('sha256').update(textToHash).digest('hex');
const tokensOf = ({ store }: SandboxContext) => store.system.collection<Token>('paypal-tokens');
const appOf = (account: Account) => account.collection<App>('paypal-app').get('app');

/** The account of a client id. */
export const paypalAccount = (context: SandboxContext, clientId: string): Account =>
  context.store.account(`paypal:${clientId}`);

/** The merchant's id, as orders name their payee. */
export const merchantIdOf = (account: Account): string =>
  appOf(account)?.merchantId ?? newPayerId();

/** Takes an app's keys away, or gives them back. @throws Error for an app that never signed in */
export function setRevoked(context: SandboxContext, clientId: string, revoked: boolean): void {
  const app = appOf(paypalAccount(context, clientId));
  if (!app) throw new Error('There is no such client id.');
  app.revoked = revoked;
}

/** Ends every token of an account; its keys go on working. */
export function endTokens(context: SandboxContext, clientId: string): void {
  const tokens = tokensOf(context);
  for (const [value, { account }] of tokens.entries()) {
    if (account === `paypal:${clientId}`) tokens.delete(value);
  }
}

function basicPair(header: string | undefined): [string, string] | undefined {
  const match = /^Basic ([A-Za-z0-9+/=]+)$/i.exec(header ?? '');
  const pair = Buffer.from(match?.[1] ?? '', 'base64').toString('utf8');
  const colon = pair.indexOf(':');
  return colon < 0 ? undefined : [pair.slice(0, colon), pair.slice(colon + 1)];
}

const refusedClient = (): Answer => ({
  status: 401,
  headers: { 'paypal-debug-id': newDebugId() },
  body: { error: 'invalid_client', error_description: 'Client Authentication failed' },
});

/** POST /v1/oauth2/token */
export function tokenRoute(context: SandboxContext): Route {
  return {
    method: 'POST',
    pattern: '/v1/oauth2/token',
    handler({ headers, body, trace }) {
      const [clientId, secret] = basicPair(headers.authorization) ?? ['', ''];
      if (clientId.length < 8 || secret.length < 8) return refusedClient();
      const form = new URLSearchParams(body.toString('utf8'));
      trace.params = Object.fromEntries(form);
      if (form.get('grant_type') !== 'client_credentials') {
        return {
          status: 400,
          body: {
            error: 'unsupported_grant_type',
            error_description: 'Grant Type is NULL or is not supported',
          },
        };
      }
      const account = paypalAccount(context, clientId);
      const app =
        appOf(account) ??
        account.collection<App>('paypal-app').put('app', {
          secretHash: hashOf(secret),
          revoked: false,
          merchantId: newPayerId(),
        });
      if (app.revoked || app.secretHash !== hashOf(secret)) return refusedClient();
      trace.account = account.key;
      const token = newTokenText();
      tokensOf(context).put(token, {
        account: account.key,
        expiresAt: context.clock.now() + tokenSeconds * 1000,
      });
      return {
        status: 200,
        headers: { 'cache-control': 'no-store' },
        body: {
          scope:
            'https://uri.paypal.com/services/payments/payment/authcapture https://uri.paypal.com/services/payments/refund https://uri.paypal.com/services/applications/webhooks https://uri.paypal.com/services/disputes/read-seller openid',
          access_token: token,
          token_type: 'Bearer',
          app_id: 'APP-80W284485P519543T',
          expires_in: tokenSeconds,
          nonce: `${new Date(context.clock.now()).toISOString()}${newPayerId()}`,
        },
      };
    },
  };
}

/** The account that a call's token stands for. @throws PaypalError 401 */
function accountOfToken(context: SandboxContext, header: string | undefined): Account {
  const value = /^Bearer (\S+)$/i.exec(header ?? '')?.[1];
  const token = value ? tokensOf(context).get(value) : undefined;
  const account = token && context.store.account(token.account);
  if (!token || !account || token.expiresAt <= context.clock.now() || appOf(account)?.revoked) {
    throw new PaypalError(401, [
      { issue: 'INVALID_ACCESS_TOKEN', description: 'The access token is not valid (any more).' },
    ]);
  }
  return account;
}

/** A route of the API: signed in, with refusals answered in PayPal's shape. `id` is the path's. */
export function apiRoute(
  context: SandboxContext,
  method: Route['method'],
  pattern: string,
  run: (account: Account, request: RouteRequest, id: string) => Answer,
): Route {
  return {
    method,
    pattern,
    handler(request) {
      try {
        const account = accountOfToken(context, request.headers.authorization);
        request.trace.account = account.key;
        request.trace.params = bodyOrQuery(request);
        const answer = run(account, request, request.params.id ?? '');
        return { ...answer, headers: { 'paypal-debug-id': newDebugId(), ...answer.headers } };
      } catch (error) {
        if (error instanceof PaypalError) return errorAnswer(error);
        throw error;
      }
    },
  };
}

function bodyOrQuery({ body, query }: RouteRequest): unknown {
  if (body.length === 0) return Object.fromEntries(query);
  try {
    return JSON.parse(body.toString('utf8')) as unknown;
  } catch {
    return body.toString('utf8');
  }
}
