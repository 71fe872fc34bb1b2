import { randomBytes } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import Provider from 'oidc-provider';

/** A person at the provider, as its claims tell of him. */
export interface Person {
  email?: string;
  email_verified?: boolean;
  name?: string;
  given_name?: string;
  family_name?: string;
  picture?: string;
}

export interface OidcPeer {
  issuer: string;
  clientId: string;
  clientSecret: string;
  /** By login name, which is also the subject. */
  people: Map<string, Person>;
  /**
   * Does what a browser does at the provider: opens the address, signs in with the form, agrees.
   * @returns the address at the client that the provider leads back to
   */
  approve(authorization: string, login: string): Promise<URL>;
  /** The same, but says no. */
  refuse(authorization: string): Promise<URL>;
  close(): Promise<void>;
  /** Listens again, at the same address, after `close`. */
  reopen(): Promise<void>;
}

interface PeerSettings {
  redirectUri: string;
  /** Puts the claims into the ID token instead of leaving them at the userinfo endpoint. */
  claimsInIdToken?: boolean;
  tokenEndpointAuth?: 'client_secret_basic' | 'client_secret_post';
}

/** A real OpenID provider (oidc-provider) on a loopback port. */
export async function startOidcPeer(settings: PeerSettings): Promise<OidcPeer> {
  const clientId = 'remit-client';
  const clientSecret = `${randomBytes(16).toString('hex')}:%&+`;
  const people = new Map<string, Person>();
  const server = createServer();
  await listen(server, 0);
  const { port } = server.address() as AddressInfo;
  const issuer = `http://127.0.0.1:${port}`;
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: clientId,
        client_secret: clientSecret,
        redirect_uris: [settings.redirectUri],
        token_endpoint_auth_method: settings.tokenEndpointAuth ?? 'client_secret_basic',
      },
    ],
    pkce: { required: () => true },
    conformIdTokenClaims: !settings.claimsInIdToken,
    claims: {
      openid: ['sub'],
      email: ['email', 'email_verified'],
      profile: ['name', 'given_name', 'family_name', 'picture'],
    },
    cookies: { keys: [randomBytes(16).toString('hex')] },
    ttl: { Interaction: 600, Session: 600, Grant: 600, IdToken: 600, AccessToken: 600 },
    findAccount: (_context: unknown, sub: string) => {
      const person = people.get(sub);
      return person && { accountId: sub, claims: () => ({ sub, ...person }) };
    },
  });
  server.on('request', provider.callback());

  return {
    issuer,
    clientId,
    clientSecret,
    people,
    approve: (authorization, login) =>
      browse(issuer, authorization, (prompt): Form =>
        prompt === 'login' ? { prompt, login, password: 'any' } : { prompt },
      ),
    refuse: (authorization) => browse(issuer, authorization, () => 'abort'),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
    reopen: () => listen(server, port),
  };
}

function listen(server: Server, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', () => resolve());
  });
}

type Form = Record<string, string>;

/** Follows redirects and submits forms at the provider until it leads away. */
async function browse(
  issuer: string,
  start: string,
  fill: (prompt: string) => Form | 'abort',
): Promise<URL> {
  const cookies = new Map<string, string>();
  let url = new URL(start);
  let form: Form | undefined;
  for (let step = 0; step < 12; step += 1) {
    if (url.origin !== issuer) return url;
    const answer = await fetch(url, {
      method: form ? 'POST' : 'GET',
      redirect: 'manual',
      headers: { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
      ...(form && { body: new URLSearchParams(form) }),
    });
    form = undefined;
    for (const line of answer.headers.getSetCookie()) {
      const [pair = ''] = line.split(';');
      const name = pair.slice(0, pair.indexOf('='));
      const value = pair.slice(name.length + 1);
      if (value === '') cookies.delete(name);
      else cookies.set(name, value);
    }
    const location = answer.headers.get('location');
    if (location) {
      url = new URL(location, url);
      continue;
    }
    const page = await answer.text();
    const prompt = /name="prompt" value="(\w+)"/.exec(page)?.[1];
    if (!answer.ok || !prompt) throw new Error(`The provider answered ${answer.status}: ${page}`);
    const filled = fill(prompt);
    if (filled === 'abort') {
      url = new URL(`${url.pathname}/abort`, url);
    } else {
      const action = /<form[^>]* action="([^"]+)"/.exec(page)?.[1] ?? url.href;
      url = new URL(action, url);
      form = filled;
    }
  }
  throw new Error('The provider never led back');
}
