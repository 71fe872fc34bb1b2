import { createSign, generateKeyPairSync, type KeyObject } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What a provider that cannot be trusted does to its answers. */
export type Deceit =
  | 'none'
  /** No lie: it let somebody through whom it had asked an hour ago, and says so. */
  | 'asked-long-ago'
  | 'unsigned'
  | 'foreign-key'
  | 'foreign-audience'
  | 'foreign-issuer'
  | 'expired'
  | 'no-nonce'
  | 'no-id-token'
  | 'foreign-userinfo'
  | 'moved-userinfo';

export interface FalsePeer {
  issuer: string;
  /** Follows the authorization address, and answers as told from then on. */
  approve(authorization: string, deceit: Deceit): URL;
  close(): Promise<void>;
}

/** A provider that lies in one chosen way; with 'none' it is an honest one. */
export async function startFalsePeer(clientId: string): Promise<FalsePeer> {
  const honest = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const foreign = generateKeyPairSync('rsa', { modulusLength: 2048 });
  let deceit: Deceit = 'none';
  let nonce = '';
  let issuer = '';
  const answers: Record<string, () => unknown> = {
    '/.well-known/openid-configuration': () => ({
      issuer,
      authorization_endpoint: `${issuer}/auth`,
      token_endpoint: `${issuer}/token`,
      jwks_uri: `${issuer}/jwks`,
      userinfo_endpoint: `${issuer}/me`,
      id_token_signing_alg_values_supported: ['RS256'],
      token_endpoint_auth_methods_supported: ['client_secret_post'],
    }),
    '/jwks': () => ({
      keys: [{ ...honest.publicKey.export({ format: 'jwk' }), kid: '1', alg: 'RS256', use: 'sig' }],
    }),
    '/me': () => ({
      sub: deceit === 'foreign-userinfo' ? 'somebody-else' : 'person',
      email: 'victim@example.com',
      email_verified: true,
    }),
    '/token': () => ({
      access_token: 'access',
      token_type: 'Bearer',
      ...(deceit !== 'no-id-token' && { id_token: idToken() }),
    }),
  };
  const idToken = () => {
    const now = Math.floor(Date.now() / 1000);
    const claims = {
      iss: deceit === 'foreign-issuer' ? 'https://other.example' : issuer,
      aud: deceit === 'foreign-audience' ? 'another client' : clientId,
      sub: 'person',
      iat: deceit === 'expired' ? now - 7200 : now,
      exp: deceit === 'expired' ? now - 3600 : now + 600,
      ...(deceit === 'asked-long-ago' && { auth_time: now - 3600 }),
      ...(deceit !== 'no-nonce' && { nonce }),
      ...(!deceit.endsWith('userinfo') && { email: 'victim@example.com', email_verified: true }),
    };
    if (deceit === 'unsigned') return jwt({ alg: 'none' }, claims);
    const key = deceit === 'foreign-key' ? foreign.privateKey : honest.privateKey;
    return jwt({ alg: 'RS256', kid: '1' }, claims, key);
  };
  const server = createServer((request, response) => {
    const { url = '' } = request;
    if (url === '/me' && deceit === 'moved-userinfo') {
      response.writeHead(307, { location: '/me?moved' }).end();
      return;
    }
    const answer = answers[url.replace('?moved', '')];
    response.writeHead(answer ? 200 : 404, { 'content-type': 'application/json' });
    response.end(JSON.stringify(answer?.() ?? {}));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    issuer,
    approve(authorization, chosen) {
      deceit = chosen;
      const { searchParams } = new URL(authorization);
      nonce = searchParams.get('nonce') ?? '';
      const back = new URL(searchParams.get('redirect_uri') ?? '');
      back.searchParams.set('code', 'code');
      back.searchParams.set('state', searchParams.get('state') ?? '');
      return back;
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function jwt(header: object, claims: object, key?: KeyObject): string {
  const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url');
  const signed = `${encode(header)}.${encode(claims)}`;
  if (!key) return `${signed}.`;
  return `${signed}.${createSign('RSA-SHA256').update(signed).sign(key, 'base64url')}`;
}
