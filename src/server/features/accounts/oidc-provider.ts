import type { genericOAuth } from 'better-auth/plugins';
import * as z from 'zod';
import { createTimeoutSignal } from '../../platform/clock/running-signal.ts';
import type { OidcDiscovery, OidcSettings } from './oidc-discovery.ts';
import { discoveryUrl, OIDC_TIMEOUT_MS } from './oidc-discovery.ts';
import { exchangeCode } from './oidc-token.ts';
import { noteAuthTime } from './provider-proof.ts';

type ProviderConfig = Parameters<typeof genericOAuth>[0]['config'][number];

export const OIDC_PROVIDER_ID = 'oidc';

const claimsSchema = z.looseObject({
  sub: z.string().min(1),
  email: z.string().optional(),
  email_verified: z.union([z.boolean(), z.string()]).optional(),
  name: z.string().optional(),
  given_name: z.string().optional(),
  family_name: z.string().optional(),
  picture: z.string().optional(),
  auth_time: z.number().int().min(0).max(1e11).optional().catch(undefined),
});
type Claims = z.output<typeof claimsSchema>;

/**
 * The provider for Better Auth: PKCE (S256), state, nonce, and an ID token checked by its keys.
 * @param onVerified told the subject of each identity whose address the provider has verified,
 *   before it may enter
 */
export function oidcProvider(
  settings: OidcSettings,
  discovery: OidcDiscovery,
  onVerified: (sub: string) => Promise<void>,
): ProviderConfig {
  return {
    providerId: OIDC_PROVIDER_ID,
    name: 'OpenID Connect',
    discoveryUrl: discoveryUrl(settings.issuer),
    clientId: settings.clientId,
    clientSecret: settings.clientSecret,
    scopes: ['openid', 'profile', 'email'],
    pkce: true,
    requireIdTokenVerification: true,
    disableProviderLogout: true,
    getToken: (grant) => exchangeCode(settings, discovery, grant),
    getUserInfo: async (tokens) => {
      // No ID token, no proof: the library would go on with the access token alone.
      const claims = tokens.idToken ? idTokenClaims(tokens.idToken) : undefined;
      if (!claims) return null;
      noteAuthTime(claims.auth_time);
      // Address and its proof come from one source, never mixed from two.
      const source = claims.email ? claims : await userInfo(discovery, tokens.accessToken);
      if (source?.sub !== claims.sub) return null;
      const verified = source.email_verified === true || source.email_verified === 'true';
      if (verified) await onVerified(claims.sub);
      return {
        id: claims.sub,
        sub: claims.sub,
        // Anybody can claim an address; without its proof nobody enters, makes or joins an account.
        email: verified ? source.email : undefined,
        emailVerified: verified,
        name: fullName(source),
        image: pictureAddress(source.picture),
      };
    },
  };
}

/** The claims of a token whose signature, issuer, audience and nonce the library has checked. */
function idTokenClaims(token: string): Claims | undefined {
  try {
    const payload: unknown = JSON.parse(
      Buffer.from(token.split('.')[1] ?? '', 'base64url').toString('utf8'),
    );
    return claimsSchema.safeParse(payload).data;
  } catch {
    return undefined;
  }
}

async function userInfo(
  discovery: OidcDiscovery,
  accessToken: string | undefined,
): Promise<Claims | undefined> {
  if (!discovery.userinfo_endpoint || !accessToken) return undefined;
  const answer = await fetch(discovery.userinfo_endpoint, {
    headers: { authorization: `Bearer ${accessToken}`, accept: 'application/json' },
    redirect: 'error',
    signal: createTimeoutSignal(OIDC_TIMEOUT_MS),
  });
  if (!answer.ok) return undefined;
  return claimsSchema.safeParse(await answer.json()).data;
}

function fullName(claims: Claims): string {
  const name = claims.name ?? [claims.given_name, claims.family_name].filter(Boolean).join(' ');
  return name
    .replace(/\p{Cc}/gu, ' ')
    .trim()
    .slice(0, 200);
}

function pictureAddress(picture: string | undefined): string | undefined {
  return picture?.startsWith('https://') && picture.length <= 2_000 ? picture : undefined;
}
