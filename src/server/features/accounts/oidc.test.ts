import { afterAll, beforeAll, expect, test } from 'vitest';
import type { AccountsApp, Visitor } from '../../../../test/accounts/accounts-app.ts';
import { accountsApp } from '../../../../test/accounts/accounts-app.ts';
import {
  addPasskey,
  SoftwareAuthenticator,
  signInByPasskey,
} from '../../../../test/accounts/software-authenticator.ts';
import { describeOnDatabase } from '../../../../test/database/describe-on-database.ts';
import { BUSINESSES_OF_NEW_ACCOUNTS } from '../../../../test/factories/businesses.ts';
import type { Deceit } from '../../../../test/oidc/false-peer.ts';
import { startFalsePeer } from '../../../../test/oidc/false-peer.ts';
import type { OidcPeer } from '../../../../test/oidc/oidc-peer.ts';
import { startOidcPeer } from '../../../../test/oidc/oidc-peer.ts';
import type { Database } from '../../db/database.ts';
import { requireRecentProof } from './recent-proof.ts';

const HERE = 'http://localhost:3000';
const CALLBACK = `${HERE}/api/auth/callback/oidc`;
const masterKey = Buffer.alloc(32, 3);

function oidcApp(db: Database, peer: { issuer: string; clientId: string; clientSecret: string }) {
  const { issuer, clientId, clientSecret } = peer;
  return accountsApp(db, {
    masterKey,
    env: {
      appUrl: undefined,
      adminEmail: undefined,
      supportEmail: undefined,
      mailUndoSeconds: 10,
      oidc: { issuer, clientId, clientSecret },
    },
  });
}

async function authorization(visitor: Visitor, returnTo = '/invoices'): Promise<URL> {
  const login = await visitor.get(`/api/login?returnTo=${encodeURIComponent(returnTo)}`);
  expect(login.statusCode).toBe(302);
  return new URL(String(login.headers.location), HERE);
}

async function newestSession(db: Database) {
  const { rows } = await db.pool.query<{ accountId: string; sessionId: string }>(
    'select user_id as "accountId", id as "sessionId" from sessions order by created_at desc limit 1',
  );
  if (!rows[0]) throw new Error('nobody is signed in');
  return rows[0];
}

const open = (visitor: Visitor, address: URL) => {
  expect(`${address.origin}${address.pathname}`).toBe(CALLBACK);
  return visitor.get(`${address.pathname}${address.search}`);
};

describeOnDatabase('signing in at an OpenID provider', { owned: true }, (db) => {
  let peer: OidcPeer;
  let it: AccountsApp;
  beforeAll(async () => {
    peer = await startOidcPeer({ redirectUri: CALLBACK });
    it = await oidcApp(db, peer);
    peer.people.set('ada', {
      email: 'Ada@example.com',
      email_verified: true,
      name: 'Ada Lovelace',
      picture: 'https://pictures.example/ada.png',
    });
  });
  afterAll(async () => {
    await it.app.close();
    await peer.close();
  });

  const signIn = async (login: string, visitor = it.visitor()) => {
    const back = await peer.approve((await authorization(visitor)).href, login);
    return { visitor, answer: await open(visitor, back) };
  };
  const usersWith = async (email: string) =>
    (await db.pool.query('select * from users where email = $1', [email])).rows;

  const waysInto = async (userId: string) =>
    (
      await db.pool.query<{ way: string }>(
        `select provider_id || case when provider_id = 'oidc' then ' ' || account_id else '' end as way
         from accounts where user_id = $1
         union all select 'passkey' from passkeys where user_id = $1`,
        [userId],
      )
    ).rows.map(({ way }) => way);

  test('asks with state, nonce and PKCE (S256)', async () => {
    const visitor = it.visitor();
    const login = await visitor.get('/api/login');
    const address = new URL(String(login.headers.location));
    expect(address.origin).toBe(peer.issuer);
    const parameters = Object.fromEntries(address.searchParams);
    expect(parameters).toMatchObject({
      response_type: 'code',
      client_id: peer.clientId,
      redirect_uri: CALLBACK,
      code_challenge_method: 'S256',
      code_challenge: expect.stringMatching(/^[\w-]{43}$/),
      state: expect.stringMatching(/^.{32,}$/),
      nonce: expect.stringMatching(/^.{32,}$/),
    });
    expect(parameters.scope?.split(' ').sort()).toEqual(['email', 'openid', 'profile']);
    expect(login.headers['set-cookie']).toMatch(/^remit\.state=.*; HttpOnly; SameSite=Lax$/);
    expect((await visitor.get('/api/installation')).json().signIn).toBe('oidc');
  });

  test('makes an account of the verified address, and finds it again', async () => {
    const { visitor, answer } = await signIn('ada');
    expect(answer.statusCode).toBe(302);
    expect(answer.headers.location).toBe('/invoices');
    const first = (await visitor.user()).json();
    expect(first).toMatchObject({
      email: 'ada@example.com',
      firstName: 'Ada',
      lastName: 'Lovelace',
      profileImageUrl: 'https://pictures.example/ada.png',
    });
    const [row] = await usersWith('ada@example.com');
    expect(row.email_verified).toBe(true);

    const again = await signIn('ada');
    expect((await again.visitor.user()).json().id).toBe(first.id);
    expect(await usersWith('ada@example.com')).toHaveLength(1);

    await visitor.get('/api/logout');
    expect((await visitor.user()).statusCode).toBe(401);
    expect((await again.visitor.user()).statusCode).toBe(200);
  });

  test('keeps none of the provider’s tokens', async () => {
    await signIn('ada');
    const { rows } = await db.pool.query(
      `select access_token, refresh_token, id_token from accounts where provider_id = 'oidc'`,
    );
    expect(rows.length).toBeGreaterThan(0);
    for (const row of rows) {
      expect(row).toEqual({ access_token: null, refresh_token: null, id_token: null });
    }
  });

  test('confirming asks the provider to ask again, and makes the session fresh', async () => {
    const { visitor } = await signIn('ada');
    const late = { now: () => new Date(Date.now() + 11 * 60_000) };
    const fresh = async (clock = it.clock as { now(): Date }) =>
      requireRecentProof({ db, clock }, await newestSession(db)).then(
        () => true,
        () => false,
      );
    expect([await fresh(), await fresh(late)]).toEqual([true, false]);
    const login = await visitor.get('/api/login?confirm=1&returnTo=%2Fconfirmed');
    const address = new URL(String(login.headers.location));
    expect(Object.fromEntries(address.searchParams)).toMatchObject({
      prompt: 'login',
      max_age: '0',
    });
    const back = await open(visitor, await peer.approve(address.href, 'ada'));
    expect(back.headers.location).toBe('/confirmed');
    expect([await fresh(), (await visitor.user()).json().email]).toEqual([true, 'ada@example.com']);
  });

  test('the state must be the one that this browser was given', async () => {
    const visitor = it.visitor();
    const back = await peer.approve((await authorization(visitor)).href, 'ada');
    const altered = new URL(back);
    altered.searchParams.set('state', 'x'.repeat(32));
    const missing = new URL(back);
    missing.searchParams.delete('state');
    const attempts: [Visitor, URL][] = [
      [visitor, altered],
      [visitor, missing],
      // Another browser, which never asked: somebody was sent this address.
      [it.visitor(), back],
    ];
    for (const [who, address] of attempts) {
      const answer = await open(who, address);
      expect(answer.statusCode).toBe(302);
      expect(answer.headers.location).toBe(`${HERE}/sign-in?error=expired`);
      expect(who.cookies.has('remit.session_token')).toBe(false);
    }
  });

  test('an answer counts once', async () => {
    const visitor = it.visitor();
    const back = await peer.approve((await authorization(visitor)).href, 'ada');
    const kept = new Map(visitor.cookies);
    expect((await open(visitor, back)).headers.location).toBe('/invoices');
    const replay = it.visitor();
    for (const [name, value] of kept) replay.cookies.set(name, value);
    expect((await open(replay, back)).headers.location).toBe(`${HERE}/sign-in?error=expired`);
    expect((await replay.user()).statusCode).toBe(401);
  });

  test('a changed nonce or code challenge is noticed', async () => {
    const other = 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM';
    for (const [name, value] of [
      ['nonce', 'n'.repeat(32)],
      ['code_challenge', other],
    ] as const) {
      const visitor = it.visitor();
      const address = await authorization(visitor);
      address.searchParams.set(name, value);
      const answer = await open(visitor, await peer.approve(address.href, 'ada'));
      expect(answer.statusCode, name).toBe(302);
      expect(answer.headers.location, name).toBe(`${HERE}/sign-in?error=failed`);
      expect((await visitor.user()).statusCode, name).toBe(401);
    }
  });

  test('saying no at the provider leads back to the sign-in page', async () => {
    const visitor = it.visitor();
    const back = await peer.refuse((await authorization(visitor)).href);
    expect(back.searchParams.get('error')).toBe('access_denied');
    expect((await open(visitor, back)).headers.location).toBe(`${HERE}/sign-in?error=canceled`);
  });

  test('an error text in the address never reaches a page', async () => {
    const visitor = it.visitor();
    const { searchParams } = await authorization(visitor);
    const answer = await visitor.get(
      `/api/auth/callback/oidc?state=${searchParams.get('state')}&error=<script>alert(1)</script>&error_description=call+555-0100`,
    );
    expect(answer.headers.location).toBe(`${HERE}/sign-in?error=failed`);
  });

  test('an address that the provider has not verified joins, makes and enters no account', async () => {
    const built = await accountsApp(db, { masterKey });
    await built.visitor().signUp('local@example.com');
    await built.app.close();
    for (const email of ['local@example.com', 'unproven@example.com']) {
      for (const email_verified of [false, undefined]) {
        peer.people.set('impostor', { email, ...(email_verified === false && { email_verified }) });
        const { visitor, answer } = await signIn('impostor');
        expect(answer.headers.location).toBe(`${HERE}/sign-in?error=email_missing`);
        expect((await visitor.user()).statusCode).toBe(401);
      }
    }
    const [user] = await usersWith('local@example.com');
    expect(await waysInto(user.id)).toEqual(['credential']);
    expect(await usersWith('unproven@example.com')).toEqual([]);
  });

  test('an identity enters only as long as its address is verified', async () => {
    peer.people.set('lapsed', { email: 'lapsed@example.com', email_verified: true });
    const first = await signIn('lapsed');
    peer.people.set('lapsed', { email: 'lapsed@example.com', email_verified: false });
    const second = await signIn('lapsed');
    expect(second.answer.headers.location).toBe(`${HERE}/sign-in?error=email_missing`);
    expect((await second.visitor.user()).statusCode).toBe(401);
    expect((await first.visitor.user()).statusCode).toBe(200);
  });

  test('an identity from before the proof neither stays nor enters by another address', async () => {
    // As an earlier version linked it: the provider had not verified the address.
    const { rows } = await db.pool.query(
      `with u as (insert into users (email) values ('early@example.com') returning id)
       insert into accounts (user_id, provider_id, account_id)
       select id, 'oidc', 'squatter' from u returning user_id as id`,
    );
    await db.pool.query(BUSINESSES_OF_NEW_ACCOUNTS);
    const [{ id }] = rows;
    peer.people.set('squatter', { email: 'squatter@example.com', email_verified: true });
    const squatter = await signIn('squatter');
    expect((await squatter.visitor.user()).json().email).toBe('squatter@example.com');
    expect(await waysInto(id)).toEqual([]);

    await db.pool.query(
      `insert into accounts (user_id, provider_id, account_id) values ($1, 'oidc', 'squatter-2')`,
      [id],
    );
    peer.people.set('early', { email: 'early@example.com', email_verified: true });
    const owner = await signIn('early');
    expect((await owner.visitor.user()).json().id).toBe(id);
    expect(await waysInto(id)).toEqual(['oidc early']);
  });

  test('a verified address takes over the account, and every older way in ends', async () => {
    const built = await accountsApp(db, { masterKey });
    const squatter = built.visitor();
    await squatter.signUp('owner@example.com', 'the squatters password');
    const [user] = await usersWith('owner@example.com');
    const device = new SoftwareAuthenticator();
    await addPasskey(squatter, device, HERE);
    await built.visitor().post('/api/auth/request-password-reset', { email: 'owner@example.com' });
    await expect.poll(() => built.mails.sent).toHaveLength(1);
    const token = built.mails.linkTo('owner@example.com').searchParams.get('token');

    peer.people.set('owner', { email: 'owner@example.com', email_verified: true });
    const { visitor } = await signIn('owner');
    expect((await visitor.user()).json().id).toBe(user.id);
    expect((await usersWith('owner@example.com'))[0].email_verified).toBe(true);
    expect(await waysInto(user.id)).toEqual(['oidc owner']);
    expect((await squatter.user()).statusCode).toBe(401);
    const back = await built.visitor().signIn('owner@example.com', 'the squatters password');
    expect(back.statusCode).toBe(401);
    expect((await signInByPasskey(built.visitor(), device, HERE)).statusCode).toBe(401);
    const reset = await built
      .visitor()
      .post('/api/auth/reset-password', { token, newPassword: 'back by the old link' });
    expect(reset.statusCode).toBe(400);
    await built.app.close();
  });

  test('another identity with the proven address takes the place of the one before', async () => {
    peer.people.set('former', { email: 'desk@example.com', email_verified: true });
    const former = await signIn('former');
    peer.people.set('former', { email: 'former@example.com', email_verified: true });
    peer.people.set('successor', { email: 'desk@example.com', email_verified: true });
    const successor = await signIn('successor');
    const { id } = (await successor.visitor.user()).json();
    expect(await waysInto(id)).toEqual(['oidc successor']);
    expect((await former.visitor.user()).statusCode).toBe(401);
    const again = await signIn('former');
    expect((await again.visitor.user()).json().email).toBe('former@example.com');
  });

  test('two first sign-ins at once link the identity once', async () => {
    await db.pool.query(`insert into users (email) values ('eager@example.com')`);
    await db.pool.query(BUSINESSES_OF_NEW_ACCOUNTS);
    peer.people.set('eager', { email: 'eager@example.com', email_verified: true });
    await Promise.all([signIn('eager'), signIn('eager'), signIn('eager')]);
    const { visitor } = await signIn('eager');
    const { id } = (await visitor.user()).json();
    expect(await waysInto(id)).toEqual(['oidc eager']);
  });

  test('somebody without an address is told so', async () => {
    peer.people.set('nameless', { name: 'No Address' });
    const { answer } = await signIn('nameless');
    expect(answer.headers.location).toBe(`${HERE}/sign-in?error=email_missing`);
  });

  test('the built-in ways in are closed', async () => {
    const visitor = it.visitor();
    for (const answer of [
      await visitor.signUp('sneak@example.com'),
      await visitor.signIn('ada@example.com'),
      await visitor.post('/api/auth/request-password-reset', { email: 'ada@example.com' }),
      await visitor.get('/api/auth/passkey/generate-authenticate-options'),
    ]) {
      expect(answer.statusCode).toBe(403);
      expect(answer.json()).toEqual({
        code: 'FORBIDDEN',
        message: 'Accounts are kept by your sign-in provider. Sign in at /api/login.',
      });
    }
    expect(await usersWith('sneak@example.com')).toEqual([]);
  });

  test('a provider that is away leads to a page that says so, and is used when it is back', async () => {
    const fresh = await oidcApp(db, peer);
    const visitor = it.visitor();
    const waiting = await authorization(visitor);
    const back = await peer.approve(waiting.href, 'ada');
    await peer.close();
    try {
      const login = await fresh.visitor().get('/api/login');
      expect(login.statusCode).toBe(302);
      expect(login.headers.location).toBe('/sign-in?error=provider_unavailable');
      const callback = await fresh.visitor().get('/api/auth/callback/oidc?code=a&state=b');
      expect(callback.statusCode).toBe(302);
      expect(callback.headers.location).toBe(`${HERE}/sign-in?error=provider_unavailable`);
      const lost = await open(visitor, back);
      expect(lost.statusCode).toBe(302);
      expect(lost.headers.location).toBe(`${HERE}/sign-in?error=failed`);
    } finally {
      await peer.reopen();
    }
    const again = await fresh.visitor().get('/api/login');
    expect(new URL(String(again.headers.location)).origin).toBe(peer.issuer);
    await fresh.app.close();
  });

  test('a provider that speaks for another issuer is not used', async () => {
    const wrong = await oidcApp(db, {
      ...peer,
      issuer: peer.issuer.replace('127.0.0.1', 'localhost'),
    });
    const login = await wrong.visitor().get('/api/login');
    expect(login.headers.location).toBe('/sign-in?error=provider_unavailable');
    await wrong.app.close();
  });

  test('nothing secret is logged', () => {
    const log = it.logged.join('\n');
    expect(log.length).toBeGreaterThan(0);
    expect(log).not.toContain(peer.clientSecret);
    // A token's three parts; its first letters alone come up in a state by chance.
    expect(log).not.toMatch(/eyJ[\w-]+\.[\w-]+\.[\w-]+/);
  });
});

describeOnDatabase('other ways that providers do things', { owned: true }, (db) => {
  test('claims in the ID token, the secret in the body, a name in two halves', async () => {
    const peer = await startOidcPeer({
      redirectUri: CALLBACK,
      claimsInIdToken: true,
      tokenEndpointAuth: 'client_secret_post',
    });
    const it = await oidcApp(db, peer);
    peer.people.set('grace', {
      email: 'grace@example.com',
      email_verified: true,
      given_name: 'Grace',
      family_name: 'Brewster Hopper',
      picture: 'http://insecure.example/grace.png',
    });
    const visitor = it.visitor();
    const back = await peer.approve((await authorization(visitor)).href, 'grace');
    expect((await open(visitor, back)).headers.location).toBe('/invoices');
    expect((await visitor.user()).json()).toMatchObject({
      email: 'grace@example.com',
      firstName: 'Grace',
      lastName: 'Brewster Hopper',
      profileImageUrl: null,
    });
    await it.app.close();
    await peer.close();
  });

  test('an ID token that proves nothing lets nobody in', async () => {
    const peer = { ...(await startFalsePeer('remit')), clientId: 'remit', clientSecret: 'secret' };
    const it = await oidcApp(db, peer);
    const outcome = async (deceit: Deceit) => {
      const visitor = it.visitor();
      const back = peer.approve((await authorization(visitor)).href, deceit);
      const { location } = (await open(visitor, back)).headers;
      return `${location} ${(await visitor.user()).statusCode}`;
    };
    const refused = `${HERE}/sign-in?error=failed 401`;
    const lies: Deceit[] = [
      'unsigned',
      'foreign-key',
      'foreign-audience',
      'foreign-issuer',
      'expired',
      'no-nonce',
      'no-id-token',
      'foreign-userinfo',
      'moved-userinfo',
    ];
    for (const lie of lies) expect(`${lie}: ${await outcome(lie)}`).toBe(`${lie}: ${refused}`);
    const { rowCount } = await db.pool.query(
      `select 1 from users where email = 'victim@example.com'`,
    );
    expect(rowCount).toBe(0);
    // The same provider without a lie is let in, so the lies are what was refused.
    expect(await outcome('none')).toBe('/invoices 200');
    const proof = async () => requireRecentProof({ db, clock: it.clock }, await newestSession(db));
    await proof();
    // Whom it has not asked lately is signed in, and has proved nothing.
    expect(await outcome('asked-long-ago')).toBe('/invoices 200');
    await expect(proof()).rejects.toThrow('Confirm it is you to continue');
    await it.app.close();
    await peer.close();
  });
});
