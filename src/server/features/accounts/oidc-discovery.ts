import * as z from 'zod';
import { withoutTrailing } from '../../../shared/text/without-trailing.ts';
import { createTimeoutSignal } from '../../platform/clock/running-signal.ts';
import type { Env } from '../../platform/env/read-env.ts';

/** How long the provider may take for an answer. */
export const OIDC_TIMEOUT_MS = 5_000;

const discoverySchema = z.object({
  issuer: z.url(),
  authorization_endpoint: z.url(),
  token_endpoint: z.url(),
  jwks_uri: z.url(),
  userinfo_endpoint: z.url().optional(),
  token_endpoint_auth_methods_supported: z.array(z.string()).optional(),
});

export type OidcSettings = NonNullable<Env['oidc']>;
export type OidcDiscovery = z.output<typeof discoverySchema>;

export function discoveryUrl(issuer: string): string {
  return `${issuer}/.well-known/openid-configuration`;
}

/**
 * What the provider says about itself.
 * @throws Error when it cannot be reached, or speaks for another issuer than the configured one
 */
export async function discoverProvider(settings: OidcSettings): Promise<OidcDiscovery> {
  const answer = await fetch(discoveryUrl(settings.issuer), {
    headers: { accept: 'application/json' },
    redirect: 'error',
    signal: createTimeoutSignal(OIDC_TIMEOUT_MS),
  });
  if (!answer.ok) throw new Error(`The provider's configuration answered ${answer.status}`);
  const discovery = discoverySchema.parse(await answer.json());
  // OpenID Connect Discovery 1.0, 4.3: the issuer must be exactly the one that was asked for.
  if (withoutTrailing(discovery.issuer, '/') !== settings.issuer) {
    throw new Error('The provider names another issuer than OIDC_ISSUER');
  }
  return discovery;
}
