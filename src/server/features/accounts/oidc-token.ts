import * as z from 'zod';
import { createTimeoutSignal } from '../../platform/clock/running-signal.ts';
import type { OidcDiscovery, OidcSettings } from './oidc-discovery.ts';

const TIMEOUT_MS = 10_000;

const tokensSchema = z.object({ id_token: z.string(), access_token: z.string().optional() });

export interface CodeGrant {
  code: string;
  redirectURI: string;
  codeVerifier?: string | undefined;
}

/**
 * Trades an authorization code for tokens. Which way a client proves itself is registered at the
 * provider and can be known only by trying: Basic is the standard's default (OpenID Connect Core,
 * 9), and a provider that refuses it gets the secret in the body.
 * @throws Error when the provider refuses the code, or answers without an ID token
 */
export async function exchangeCode(
  settings: OidcSettings,
  discovery: OidcDiscovery,
  grant: CodeGrant,
): Promise<{ idToken: string; accessToken: string | undefined }> {
  const offered = discovery.token_endpoint_auth_methods_supported ?? ['client_secret_basic'];
  const ways = (['client_secret_basic', 'client_secret_post'] as const).filter((way) =>
    offered.includes(way),
  );
  let reason = 'offers no way for a client with a secret';
  for (const way of ways) {
    const answer = await ask(way, settings, discovery.token_endpoint, grant);
    if (answer.ok) {
      const tokens = tokensSchema.parse(await answer.json());
      return { idToken: tokens.id_token, accessToken: tokens.access_token };
    }
    reason = await refusal(answer);
    if (reason !== 'invalid_client' && answer.status !== 401) break;
  }
  throw new Error(`The provider refused the code: ${reason}`);
}

function ask(
  way: 'client_secret_basic' | 'client_secret_post',
  settings: OidcSettings,
  endpoint: string,
  grant: CodeGrant,
): Promise<Response> {
  const form = new URLSearchParams({
    grant_type: 'authorization_code',
    code: grant.code,
    redirect_uri: grant.redirectURI,
    ...(grant.codeVerifier && { code_verifier: grant.codeVerifier }),
  });
  const headers: Record<string, string> = { accept: 'application/json' };
  if (way === 'client_secret_basic') {
    headers.authorization = `Basic ${basic(settings.clientId, settings.clientSecret)}`;
  } else {
    form.set('client_id', settings.clientId);
    form.set('client_secret', settings.clientSecret);
  }
  return fetch(endpoint, {
    method: 'POST',
    headers,
    body: form,
    redirect: 'error',
    signal: createTimeoutSignal(TIMEOUT_MS),
  });
}

/** Both halves are form-encoded first (RFC 6749, 2.3.1). */
function basic(id: string, secret: string): string {
  const encode = (text: string) => new URLSearchParams({ v: text }).toString().slice(2);
  return Buffer.from(`${encode(id)}:${encode(secret)}`).toString('base64');
}

async function refusal(answer: Response): Promise<string> {
  const body: unknown = await answer.json().catch(() => undefined);
  const error = z.object({ error: z.string().max(60) }).safeParse(body);
  return error.data?.error ?? `status ${answer.status}`;
}
