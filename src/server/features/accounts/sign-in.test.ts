import { afterAll, beforeAll, expect, test } from 'vitest';
import type { AccountsApp } from '../../../../test/accounts/accounts-app.ts';
import { accountsApp } from '../../../../test/accounts/accounts-app.ts';
import {
  addPasskey,
  SoftwareAuthenticator,
  signInByPasskey,
} from '../../../../test/accounts/software-authenticator.ts';
import { describeOnDatabase } from '../../../../test/database/describe-on-database.ts';
import { liveSessions } from './account-sessions.ts';

describeOnDatabase('signing in and out', { owned: true }, (db) => {
  let it: AccountsApp;
  beforeAll(async () => {
    it = await accountsApp(db);
    await it.visitor().signUp('ada@example.com', 'correct horse battery');
    await it.visitor().signUp('eve@example.com', 'eve is curious');
  });
  afterAll(() => it.app.close());

  const signedIn = async (email = 'ada@example.com', password = 'correct horse battery') => {
    const visitor = it.visitor();
    expect((await visitor.signIn(email, password)).statusCode).toBe(200);
    return visitor;
  };
  const formatCookieHeader = (visitor: { cookies: Map<string, string> }) => {
    const cookie = visitor.cookies.get('remit.session_token');
    if (!cookie) throw new Error('Not signed in');
    return decodeURIComponent(cookie);
  };

  test('a session lasts until it is signed out, and not a request longer', async () => {
    const ada = await signedIn();
    expect((await ada.user()).json().email).toBe('ada@example.com');
    const kept = new Map(ada.cookies);
    const out = await ada.post('/api/auth/sign-out');
    expect(out.statusCode).toBe(200);
    expect(ada.cookies.has('remit.session_token')).toBe(false);
    // Even somebody who has kept the cookie.
    for (const [name, value] of kept) ada.cookies.set(name, value);
    const after = await ada.user();
    expect(after.statusCode).toBe(401);
    expect(after.json()).toEqual({ code: 'UNAUTHORIZED', message: 'Sign in to continue' });
  });

  test.each(['GET', 'POST'] as const)(
    '%s /api/logout ends the session and leads home',
    async (method) => {
      const ada = await signedIn();
      const other = await signedIn();
      const kept = new Map(ada.cookies);
      const out = method === 'GET' ? await ada.get('/api/logout') : await ada.post('/api/logout');
      expect(out.statusCode).toBe(302);
      expect(out.headers.location).toBe('/');
      expect([...ada.cookies.keys()]).toEqual(['remit.browser']);
      for (const [name, value] of kept) ada.cookies.set(name, value);
      expect((await ada.user()).statusCode).toBe(401);
      expect((await other.user()).statusCode).toBe(200);
      const { rows } = await db.pool.query('select 1 from sessions where sid = $1', [
        formatCookieHeader(ada).split('.')[0],
      ]);
      expect(rows).toEqual([]);
    },
  );

  test('logging out signed out, or from another site, changes nothing', async () => {
    expect((await it.visitor().get('/api/logout')).headers.location).toBe('/');
    const ada = await signedIn();
    await ada.get('/api/logout', { 'sec-fetch-site': 'cross-site' });
    expect((await ada.user()).statusCode).toBe(200);
  });

  test('a wrong password and an unknown address get one answer, after one amount of work', async () => {
    // The processor's time and not the clock's, in which other programs' work would count.
    const workFor = async (email: string) => {
      // Long enough after the last one that failures are forgotten.
      it.clock.advance(16 * 60);
      const before = process.cpuUsage();
      const answer = await it.visitor().signIn(email, 'not the password');
      const { user, system } = process.cpuUsage(before);
      expect(answer.statusCode).toBe(401);
      expect(answer.json()).toEqual({
        code: 'UNAUTHORIZED',
        message: 'Invalid email or password',
        reason: 'INVALID_EMAIL_OR_PASSWORD',
      });
      return user + system;
    };
    const known: number[] = [];
    const unknown: number[] = [];
    for (let n = 0; n < 8; n += 1) {
      known.push(await workFor('eve@example.com'));
      unknown.push(await workFor('nobody@example.com'));
    }
    it.clock.advance(-16 * 16 * 60);
    await db.pool.query('delete from rate_limits');
    const ratio = Math.min(...unknown) / Math.min(...known);
    // Without hashing for an unknown address it would be a tenth.
    expect(ratio).toBeGreaterThan(0.35);
    expect(ratio).toBeLessThan(3);
  });

  test('a cookie that was tampered with is nobody', async () => {
    const ada = await signedIn();
    const eve = await signedIn('eve@example.com', 'eve is curious');
    const [sid = '', mac = ''] = formatCookieHeader(ada).split('.');
    const [eveSid = '', eveMac = ''] = formatCookieHeader(eve).split('.');
    const flipped = `${mac[0] === 'A' ? 'B' : 'A'}${mac.slice(1)}`;
    const forgeries = {
      'an altered signature': `${sid}.${flipped}`,
      'no signature': sid,
      'an empty signature': `${sid}.`,
      "another's sid under one's own signature": `${sid}.${eveMac}`,
      "one's own sid under another's signature": `${eveSid}.${mac}`,
      'a sid that was never given out': `${'x'.repeat(32)}.${mac}`,
      'nothing at all': '',
      'broken encoding': '%E0%A4%A',
      'a quote': `' or 1=1 --.${mac}`,
    };
    for (const [what, value] of Object.entries(forgeries)) {
      const visitor = it.visitor();
      visitor.cookies.set(
        'remit.session_token',
        what === 'broken encoding' ? value : encodeURIComponent(value),
      );
      expect((await visitor.user()).statusCode, what).toBe(401);
    }
    const visitor = it.visitor();
    visitor.cookies.set('remit.session_token', encodeURIComponent(`${sid}.${mac}`));
    expect((await visitor.user()).json().email).toBe('ada@example.com');
  });

  test('the library and our own check read one cookie alike', async () => {
    const ada = await signedIn();
    const theirs = (await ada.get('/api/auth/get-session')).json();
    const ours = (await ada.user()).json();
    expect(theirs.user.id).toBe(ours.id);
    const forged = it.visitor();
    const [sid = ''] = formatCookieHeader(ada).split('.');
    forged.cookies.set('remit.session_token', encodeURIComponent(`${sid}.${'A'.repeat(43)}=`));
    expect((await forged.get('/api/auth/get-session')).json()).toBeNull();
    expect((await forged.user()).statusCode).toBe(401);
  });

  test('a session that nobody uses ends after 30 days; one in use is prolonged daily', async () => {
    const ada = await signedIn();
    const [sid = ''] = formatCookieHeader(ada).split('.');
    const expire = async () =>
      (await db.pool.query('select expire from sessions where sid = $1', [sid])).rows[0]?.expire;
    const first: Date = await expire();
    expect((await ada.user()).headers['set-cookie']).toBeUndefined();
    expect(await expire()).toEqual(first);

    it.clock.advance(25 * 60 * 60);
    const answers = await Promise.all([ada.user(), ada.user(), ada.user()]);
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200]);
    const cookies = answers.flatMap((answer) => answer.headers['set-cookie'] ?? []);
    // The session's and its mark's, once.
    expect(cookies).toEqual([
      expect.stringMatching(/^remit\.session_token=/),
      expect.stringMatching(/^remit\.mark=/),
    ]);
    expect(cookies[0]).toMatch(
      /^remit\.session_token=.*; Max-Age=2592000; Path=\/; HttpOnly; Same/,
    );
    const prolonged: Date = await expire();
    expect(prolonged.getTime() - first.getTime()).toBeGreaterThan(24 * 60 * 60 * 1000);
    expect((await ada.user()).statusCode).toBe(200);

    it.clock.advance(30 * 24 * 60 * 60 + 60);
    expect((await ada.user()).statusCode).toBe(401);
    it.clock.advance(-(30 * 24 + 25) * 60 * 60 - 60);
  });

  test('however much it is used, a session ends after 90 days', async () => {
    const ada = await signedIn();
    const day = 24 * 60 * 60;
    let last = '';
    for (let days = 0; days < 75; days += 25) {
      it.clock.advance(25 * day);
      const [cookie = ''] = [(await ada.user()).headers['set-cookie'] ?? []].flat();
      last = cookie;
    }
    // On the 75th day it has 15 left, and the cookie as well.
    expect(Number(/Max-Age=(\d+)/.exec(last)?.[1])).toBeGreaterThan(14.9 * day);
    expect(Number(/Max-Age=(\d+)/.exec(last)?.[1])).toBeLessThanOrEqual(15 * day);
    it.clock.advance(14 * day);
    const near = await ada.user();
    expect([near.statusCode, near.headers['set-cookie']]).toEqual([200, undefined]);
    const { sessionId } = (await it.accounts.resolveSession({
      headers: { cookie: `remit.session_token=${ada.cookies.get('remit.session_token')}` },
      host: 'localhost:3000',
      protocol: 'http',
    } as never)) as { sessionId: string };
    it.clock.advance(day + 60);
    expect((await ada.user()).statusCode).toBe(401);
    // One that an earlier version prolonged for longer ends all the same, in each reading.
    await db.pool.query(`update sessions set expire = now() + interval '200 days' where id = $1`, [
      sessionId,
    ]);
    expect((await ada.user()).statusCode).toBe(401);
    expect(await liveSessions(db.pool, it.clock, [sessionId])).toEqual(new Set());
    await db.pool.query(
      `update sessions set created_at = now() - interval '91 days' where id = $1`,
      [sessionId],
    );
    expect((await ada.get('/api/auth/get-session')).json()).toBeNull();
    it.clock.advance(-90 * day - 60);
  });

  test('signing in ends the session that this browser had, and no other', async () => {
    const elsewhere = await signedIn();
    const ada = await signedIn();
    const first = new Map(ada.cookies);
    expect((await ada.signIn('ada@example.com', 'correct horse battery')).statusCode).toBe(200);
    const second = new Map(ada.cookies);
    const returns = async (cookies: Map<string, string>) => {
      const visitor = it.visitor();
      for (const [name, value] of cookies) visitor.cookies.set(name, value);
      return (await visitor.user()).statusCode;
    };
    expect(await returns(first)).toBe(401);
    expect(await returns(second)).toBe(200);
    // A wrong password ends nothing; another account's sign-in, and a sign-up, do.
    expect((await ada.signIn('ada@example.com', 'not the password')).statusCode).toBe(401);
    expect(await returns(second)).toBe(200);
    await ada.signIn('eve@example.com', 'eve is curious');
    expect(await returns(second)).toBe(401);
    const third = new Map(ada.cookies);
    await ada.signUp('replaces@example.com', 'correct horse battery');
    expect(await returns(third)).toBe(401);
    expect(await returns(ada.cookies)).toBe(200);
    expect((await elsewhere.user()).statusCode).toBe(200);
  });

  test('no answer tells the session’s token or id', async () => {
    const ada = it.visitor();
    const device = new SoftwareAuthenticator();
    const here = 'http://localhost:3000';
    const answers = [
      await ada.signUp('quiet@example.com', 'the first password'),
      await ada.signIn('quiet@example.com', 'the first password'),
      await ada.get('/api/auth/get-session'),
      await ada.post('/api/auth/change-password', {
        currentPassword: 'the first password',
        newPassword: 'the second password',
      }),
      await addPasskey(ada, device, here),
      await signInByPasskey(ada, device, here),
    ];
    const { rows } = await db.pool.query<{ id: string; sid: string }>(
      'select id, sid from sessions',
    );
    const secrets = rows.flatMap(({ id, sid }) => [id, sid]);
    const given = answers.flatMap((answer) => [answer.headers['set-cookie'] ?? []].flat());
    for (const cookie of given) {
      const sid = /^remit\.session_token=([^.]+)\./.exec(cookie)?.[1];
      if (sid) secrets.push(sid);
    }
    for (const answer of answers) {
      expect(answer.statusCode, answer.body).toBe(200);
      expect(secrets.filter((secret) => answer.body.includes(secret))).toEqual([]);
      expect(answer.body).not.toContain('token');
    }
    const { session, user } = (await ada.get('/api/auth/get-session')).json();
    expect(user.email).toBe('quiet@example.com');
    expect(session).toMatchObject({ userId: user.id, expiresAt: expect.any(String) });
  });

  test('a changed password ends all other sessions at once, and keeps this one', async () => {
    const email = 'changes@example.com';
    await it.visitor().signUp(email, 'the first password');
    const [here, phone, laptop] = [
      await signedIn(email, 'the first password'),
      await signedIn(email, 'the first password'),
      await signedIn(email, 'the first password'),
    ];
    const wrong = await here.post('/api/auth/change-password', {
      currentPassword: 'not the password',
      newPassword: 'the second password',
    });
    expect(wrong.statusCode).toBe(400);
    expect(wrong.json().message).toBe('The current password is incorrect');
    expect((await phone.user()).statusCode).toBe(200);

    const weak = await here.post('/api/auth/change-password', {
      currentPassword: 'the first password',
      newPassword: 'changes2024',
    });
    expect(weak.json()).toMatchObject({
      code: 'VALIDATION',
      fields: [{ path: 'newPassword', message: expect.stringMatching(/\. Use at least 12 char/) }],
    });
    expect((await phone.user()).statusCode).toBe(200);
    const changed = await here.post('/api/auth/change-password', {
      currentPassword: 'the first password',
      newPassword: 'the second password',
      revokeOtherSessions: false,
    });
    expect(changed.statusCode, changed.body).toBe(200);
    expect((await here.user()).json().email).toBe(email);
    expect((await phone.user()).statusCode).toBe(401);
    expect((await laptop.user()).statusCode).toBe(401);
    expect((await it.visitor().signIn(email, 'the first password')).statusCode).toBe(401);
    expect((await it.visitor().signIn(email, 'the second password')).statusCode).toBe(200);
  });

  test('a password is nobody else’s to change', async () => {
    const answer = await it.visitor().post('/api/auth/change-password', {
      currentPassword: 'correct horse battery',
      newPassword: 'the second password',
    });
    expect(answer.statusCode).toBe(401);
    expect(answer.json()).toMatchObject({ code: 'UNAUTHORIZED' });
  });

  test('other sessions can be ended without changing the password', async () => {
    const here = await signedIn();
    const phone = await signedIn();
    expect((await here.post('/api/auth/revoke-other-sessions')).statusCode).toBe(200);
    expect((await here.user()).statusCode).toBe(200);
    expect((await phone.user()).statusCode).toBe(401);
  });

  test('/api/login leads to the sign-in page and back to paths of ours only', async () => {
    const lead = async (query: string) =>
      (await it.visitor().get(`/api/login${query}`)).headers.location;
    expect(await lead('')).toBe('/sign-in?returnTo=%2F');
    expect(await lead('?returnTo=%2Finvoices%3Fstatus%3Dpaid')).toBe(
      '/sign-in?returnTo=%2Finvoices%3Fstatus%3Dpaid',
    );
    for (const evil of [
      'https://evil.example/',
      '//evil.example/',
      '/\\evil.example',
      '/\t/evil.example',
      'javascript:alert(1)',
      'invoices',
      `/${'x'.repeat(2_001)}`,
    ]) {
      const target = await lead(`?returnTo=${encodeURIComponent(evil)}`);
      expect(target, evil).toBe('/sign-in?returnTo=%2F');
    }
    expect(await lead('?returnTo=/a&returnTo=/b')).toBe('/sign-in?returnTo=%2F');
  });

  test('a page of another site cannot sign in, out or up', async () => {
    const foreign: Record<string, string>[] = [
      { origin: 'https://evil.example' },
      { origin: 'null' },
      { origin: 'http://localhost:4000' },
      { 'sec-fetch-site': 'cross-site' },
    ];
    for (const headers of foreign) {
      const ada = await signedIn();
      for (const [path, body] of [
        ['/sign-out', {}],
        ['/sign-in/email', { email: 'ada@example.com', password: 'correct horse battery' }],
        ['/sign-up/email', { email: 'x@example.com', password: 'correct horse battery', name: '' }],
      ] as const) {
        const answer = await ada.post(`/api/auth${path}`, body, headers);
        expect(answer.statusCode, `${path} ${JSON.stringify(headers)}`).toBe(403);
        expect(answer.json().code).toBe('FORBIDDEN');
      }
      expect((await ada.user()).statusCode).toBe(200);
    }
    // Our own page can, also behind a proxy that ends TLS without telling.
    for (const origin of ['http://localhost:3000', 'https://localhost:3000']) {
      const ada = await signedIn();
      const own = await ada.post('/api/auth/sign-out', {}, { origin });
      expect(own.statusCode, origin).toBe(200);
    }
  });

  test('a form cannot be sent in place of JSON', async () => {
    for (const type of ['application/x-www-form-urlencoded', 'text/plain', 'multipart/form-data']) {
      const answer = await it
        .visitor()
        .post('/api/auth/sign-in/email', 'email=ada@example.com&password=correct+horse', {
          'content-type': type,
        });
      expect(answer.statusCode, type).toBe(400);
      expect(answer.json()).toEqual({
        code: 'BAD_REQUEST',
        message: 'Send JSON, with content type application/json',
      });
    }
    const broken = await it.visitor().post('/api/auth/sign-in/email', '{"email":');
    expect(broken.json()).toEqual({
      code: 'BAD_REQUEST',
      message: 'The request is not valid JSON',
    });
  });

  test('calls of the library that Remit does not use are not there', async () => {
    const ada = await signedIn();
    for (const [method, path] of [
      ['POST', '/update-user'],
      ['POST', '/change-email'],
      ['POST', '/delete-user'],
      ['POST', '/sign-in/social'],
      ['POST', '/link-social'],
      ['GET', '/list-sessions'],
      ['GET', '/list-accounts'],
      ['GET', '/error'],
      ['GET', '/ok'],
      ['POST', '/update-session'],
      ['GET', '/reset-password/abc'],
    ] as const) {
      const answer =
        method === 'GET' ? await ada.get(`/api/auth${path}`) : await ada.post(`/api/auth${path}`);
      expect(answer.statusCode, path).toBe(404);
    }
  });

  test('the installation says how to sign in', async () => {
    expect((await it.visitor().get('/api/installation')).json()).toEqual({
      signIn: 'built-in',
      supportEmail: 'support@localhost',
      testMode: false,
      sandbox: false,
      mail: 'outbox',
      mailUndoSeconds: 10,
    });
  });

  test('the log holds no password, cookie or token', async () => {
    const ada = await signedIn();
    const [sid = '', mac = ''] = formatCookieHeader(ada).split('.');
    await it.visitor().signIn('ada@example.com', 'a secret mistake');
    await it.visitor().signUp('logged@example.com', 'a secret password');
    await it.visitor().signUp('logged@example.com', 'a secret password');
    const log = it.logged.join('\n');
    for (const secret of [sid, mac, 'a secret mistake', 'a secret password', '$argon2id']) {
      expect(log).not.toContain(secret);
    }
    expect(it.logged.length).toBeGreaterThan(0);
  });
});
