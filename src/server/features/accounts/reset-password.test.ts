import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import type { AccountsApp } from '../../../../test/accounts/accounts-app.ts';
import { accountsApp } from '../../../../test/accounts/accounts-app.ts';
import {
  addPasskey,
  SoftwareAuthenticator,
  signInByPasskey,
} from '../../../../test/accounts/software-authenticator.ts';
import { describeOnDatabase } from '../../../../test/database/describe-on-database.ts';

const ASKED = 'If this email exists in our system, check your email for the reset link';

describeOnDatabase('resetting a forgotten password', { owned: true }, (db) => {
  let it: AccountsApp;
  beforeAll(async () => {
    it = await accountsApp(db);
  });
  afterAll(async () => {
    vi.useRealTimers();
    await it.app.close();
  });

  const ask = (email: string, headers: Record<string, string> = {}) =>
    it.visitor().post('/api/auth/request-password-reset', { email }, headers);
  const reset = (token: string | null, newPassword = 'the new password') =>
    it.visitor().post('/api/auth/reset-password', { token, newPassword });
  const tokenFor = async (email: string) => {
    const before = it.mails.resetTokens(email).length;
    expect((await ask(email)).statusCode).toBe(200);
    await expect.poll(() => it.mails.resetTokens(email)).toHaveLength(before + 1);
    return it.mails.resetTokens(email).at(-1) ?? null;
  };

  test('works once, within an hour, and ends every session', async () => {
    const email = 'forgetful@example.com';
    const laptop = it.visitor();
    await laptop.signUp(email, 'the old password');
    const phone = it.visitor();
    await phone.signIn(email, 'the old password');

    const token = await tokenFor(email);
    const link = it.mails.linkTo(email);
    expect(link.href).toBe(`http://localhost:3000/reset-password?token=${token}`);
    expect((await laptop.user()).statusCode).toBe(200);

    const done = await reset(token);
    expect(done.statusCode, done.body).toBe(200);
    expect(done.headers['set-cookie']).toBeUndefined();
    expect((await laptop.user()).statusCode).toBe(401);
    expect((await phone.user()).statusCode).toBe(401);
    expect((await it.visitor().signIn(email, 'the old password')).statusCode).toBe(401);
    expect((await it.visitor().signIn(email, 'the new password')).statusCode).toBe(200);

    const again = await reset(token, 'a third password');
    expect(again.statusCode).toBe(400);
    expect(again.json()).toMatchObject({
      code: 'BAD_REQUEST',
      message: 'This link is no longer valid. Ask for a new one.',
    });
    expect((await it.visitor().signIn(email, 'the new password')).statusCode).toBe(200);
  });

  test('of two resets with one link at once only one counts', async () => {
    const email = 'twice@example.com';
    await it.visitor().signUp(email);
    const token = await tokenFor(email);
    const answers = await Promise.all([reset(token, 'password one'), reset(token, 'password two')]);
    expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1);
    expect(answers.filter(({ statusCode }) => statusCode === 400)).toHaveLength(1);
  });

  test('a link older than an hour is refused', async () => {
    const email = 'slow@example.com';
    await it.visitor().signUp(email, 'the old password');
    const token = await tokenFor(email);
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 59 * 60_000 });
    const inTime = await tokenFor(email);
    vi.setSystemTime(Date.now() + 2 * 60_000);
    expect((await reset(token)).statusCode).toBe(400);
    expect((await reset(inTime)).statusCode).toBe(200);
    vi.useRealTimers();
  });

  test('says the same whether the address has an account or not, and mails only if it has', async () => {
    await it.visitor().signUp('known@example.com');
    const before = it.mails.sent.length;
    const answers = [await ask('known@example.com'), await ask('unknown@example.com')];
    for (const answer of answers) {
      expect(answer.statusCode).toBe(200);
      expect(answer.json()).toEqual({ status: true, message: ASKED });
    }
    await expect.poll(() => it.mails.sent.length).toBe(before + 1);
    expect(it.mails.sent.at(-1)?.to).toBe('known@example.com');
  });

  test('the link cannot be led elsewhere by the request that asks for it', async () => {
    const email = 'target@example.com';
    await it.visitor().signUp(email);
    const before = it.mails.sent.length;
    const answer = await it.visitor().post(
      '/api/auth/request-password-reset',
      { email, redirectTo: 'https://evil.example/steal' },
      {
        host: 'evil.example',
        origin: 'http://evil.example',
        'x-forwarded-host': 'evil.example',
        'x-link-origin': 'https://evil.example',
      },
    );
    expect(answer.statusCode).toBe(200);
    await expect.poll(() => it.mails.sent.length).toBe(before + 1);
    expect(it.mails.sent.at(-1)?.text).not.toContain('evil.example');
    expect(it.mails.linkTo(email).origin).toBe('http://localhost:3000');
  });

  test('the database does not hold what the link needs', async () => {
    const email = 'copied@example.com';
    await it.visitor().signUp(email);
    const token = await tokenFor(email);
    const { rows } = await db.pool.query('select * from verifications');
    expect(rows.length).toBeGreaterThan(0);
    expect(JSON.stringify(rows)).not.toContain(token);
  });

  test('a password that is too short leaves the link usable', async () => {
    const email = 'hasty@example.com';
    await it.visitor().signUp(email);
    const token = await tokenFor(email);
    const short = await reset(token, 'short');
    expect(short.json()).toEqual({
      code: 'VALIDATION',
      message: 'Choose a password of at least 8 characters',
      fields: [{ path: 'newPassword', message: 'Choose a password of at least 8 characters' }],
    });
    // Whose link it is, is known: the name and the address make weak passwords.
    const own = await reset(token, 'hasty.lovelace');
    expect(own.statusCode).toBe(400);
    expect(own.json().fields).toEqual([
      {
        path: 'newPassword',
        message:
          'This is based on your name, your address or “Remit”. Add words that have nothing to do with it.',
      },
    ]);
    expect((await reset(token)).statusCode).toBe(200);
    expect((await reset(token, '12345678')).json().message).toMatch(
      /^This link is no longer valid/,
    );
  });

  test('one address gets three messages in a quarter of an hour, known or not', async () => {
    await it.visitor().signUp('pestered@example.com');
    for (const email of ['pestered@example.com', 'stranger@example.com']) {
      for (let n = 0; n < 3; n += 1) expect((await ask(email)).statusCode).toBe(200);
      const fourth = await ask(email);
      expect(fourth.statusCode).toBe(429);
      expect(Number(fourth.headers['retry-after'])).toBeGreaterThan(800);
    }
    it.clock.advance(15 * 60);
    expect((await ask('pestered@example.com')).statusCode).toBe(200);
  });
});

describeOnDatabase('where mail can be sent', { owned: true }, (db) => {
  let it: AccountsApp;
  beforeAll(async () => {
    it = await accountsApp(db, { mail: 'smtp' });
  });
  afterAll(() => it.app.close());

  const mailsTo = (email: string) => it.mails.sent.filter(({ to }) => to === email);

  test('an address must be confirmed before it signs in', async () => {
    const email = 'new@example.com';
    const visitor = it.visitor();
    const up = await visitor.signUp(email);
    expect(up.statusCode).toBe(200);
    expect(up.headers['set-cookie']).toEqual([
      expect.stringMatching(/^remit\.browser=/),
      expect.stringMatching(
        /^remit\.unconfirmed=[^;]+; Max-Age=86400; Path=\/; HttpOnly; SameSite=Lax$/,
      ),
    ]);
    expect((await visitor.user()).statusCode).toBe(401);
    await expect.poll(() => mailsTo(email)).toHaveLength(1);

    const early = await visitor.signIn(email);
    expect(early.statusCode).toBe(403);
    expect(early.json()).toMatchObject({
      code: 'FORBIDDEN',
      message: 'Confirm your email address first. We have sent you a message with a link.',
    });
    await expect.poll(() => mailsTo(email)).toHaveLength(2);

    const link = it.mails.linkTo(email);
    expect(`${link.origin}${link.pathname}`).toBe('http://localhost:3000/api/auth/verify-email');
    const opened = await visitor.get(`${link.pathname}${link.search}`);
    expect(opened.statusCode).toBe(302);
    expect(opened.headers.location).toBe('/sign-in?verified=1');
    // Opening a link from a message does not sign anybody in: it may be somebody else's message.
    expect((await visitor.user()).statusCode).toBe(401);
    expect((await visitor.signIn(email)).statusCode).toBe(200);
    expect((await visitor.user()).statusCode).toBe(200);
  });

  test('a link opened in another browser confirms only with a new password, and evicts', async () => {
    const email = 'preregistered@example.com';
    const squatter = it.visitor();
    await squatter.signUp(email, 'the squatters password');
    await expect.poll(() => mailsTo(email)).toHaveLength(1);
    const link = it.mails.linkTo(email);
    // The owner signs up too, and is answered alike: the cookie that brings is worth nothing here.
    const owner = it.visitor();
    await owner.signUp(email, 'the owners password');
    expect([...owner.cookies.keys()]).toEqual([...squatter.cookies.keys()]);

    const opened = await owner.get(`${link.pathname}${link.search}`);
    const target = new URL(String(opened.headers.location), link.origin);
    expect(target.pathname).toBe('/reset-password');
    expect(target.searchParams.get('confirm')).toBe('1');
    // Opening alone, as a scanner of mail does, has changed nothing.
    expect((await squatter.signIn(email, 'the squatters password')).statusCode).toBe(403);

    const chosen = await owner.post('/api/auth/reset-password', {
      token: target.searchParams.get('token'),
      newPassword: 'the owners password',
    });
    expect(chosen.statusCode, chosen.body).toBe(200);
    expect((await squatter.signIn(email, 'the squatters password')).statusCode).toBe(401);
    expect((await owner.signIn(email, 'the owners password')).statusCode).toBe(200);
    // The link has no second life, in either browser.
    for (const visitor of [squatter, it.visitor()]) {
      const again = await visitor.get(`${link.pathname}${link.search}`);
      expect(again.headers.location).toBe('/sign-in?verified=1');
    }
    expect((await owner.user()).statusCode).toBe(200);
  });

  test('whoever gives the right password confirms in that browser', async () => {
    const email = 'two-devices@example.com';
    await it.visitor().signUp(email, 'the chosen password');
    const phone = it.visitor();
    expect((await phone.signIn(email, 'not the password')).statusCode).toBe(401);
    expect(phone.cookies.size).toBe(0);
    expect((await phone.signIn(email, 'the chosen password')).statusCode).toBe(403);
    await expect.poll(() => mailsTo(email)).toHaveLength(2);
    const link = it.mails.linkTo(email);
    const opened = await phone.get(`${link.pathname}${link.search}`);
    expect(opened.headers.location).toBe('/sign-in?verified=1');
    expect((await phone.signIn(email, 'the chosen password')).statusCode).toBe(200);
    expect([...phone.cookies.keys()].toSorted()).toEqual([
      'remit.browser',
      'remit.mark',
      'remit.session_token',
    ]);
  });

  test('a reset link proves the address, and ends what came before', async () => {
    const email = 'reset-proves@example.com';
    await it.visitor().signUp(email, 'the squatters password');
    const owner = it.visitor();
    await owner.post('/api/auth/request-password-reset', { email });
    await expect.poll(() => mailsTo(email)).toHaveLength(2);
    const token = it.mails.linkTo(email).searchParams.get('token');
    const done = await owner.post('/api/auth/reset-password', {
      token,
      newPassword: 'the owners password',
    });
    expect(done.statusCode, done.body).toBe(200);
    expect((await owner.signIn(email, 'the owners password')).statusCode).toBe(200);
  });

  test('an altered or foreign link confirms nothing, and leads to a page that says so', async () => {
    const email = 'altered@example.com';
    await it.visitor().signUp(email);
    await expect.poll(() => mailsTo(email)).toHaveLength(1);
    const link = it.mails.linkTo(email);
    const token = link.searchParams.get('token') ?? '';
    const [head = '', , mac = ''] = token.split('.');
    const payload = Buffer.from(JSON.stringify({ email, exp: 9_999_999_999 })).toString(
      'base64url',
    );
    for (const forged of [`${token}x`, `${head}.${payload}.${mac}`, 'nonsense']) {
      const answer = await it
        .visitor()
        .get(`/api/auth/verify-email?token=${forged}&callbackURL=https://evil.example/`);
      expect(answer.statusCode).toBe(302);
      expect(answer.headers.location).toBe('http://localhost:3000/sign-in?error=link_invalid');
    }
    expect((await it.visitor().signIn(email)).statusCode).toBe(403);
  });

  test('signing up with a known address tells the address, not the visitor', async () => {
    const email = 'again@example.com';
    const first = await it.visitor().signUp(email, 'the first password');
    await expect.poll(() => mailsTo(email)).toHaveLength(1);
    const second = await it.visitor().signUp(email, 'another password');
    expect(second.statusCode).toBe(first.statusCode);
    expect(Object.keys(second.json().user).sort()).toEqual(Object.keys(first.json().user).sort());
    await expect.poll(() => mailsTo(email)).toHaveLength(2);
    expect(mailsTo(email)[1]?.subject).toBe('You already have a Remit account');
    const { rows } = await db.pool.query('select 1 from users where email = $1', [email]);
    expect(rows).toHaveLength(1);
  });

  test('even two sign-ups at the same moment look alike', async () => {
    const answers = await Promise.all([
      it.visitor().signUp('both@example.com'),
      it.visitor().signUp('both@example.com'),
      it.visitor().signUp('both@example.com'),
    ]);
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200]);
    const { rows } = await db.pool.query('select 1 from users where email = $1', [
      'both@example.com',
    ]);
    expect(rows).toHaveLength(1);
  });
});

describeOnDatabase('the admin', { owned: true }, (db) => {
  const installation = () =>
    accountsApp(db, {
      env: {
        appUrl: 'https://remit.example',
        adminEmail: 'admin@example.com',
        supportEmail: 'help@example.com',
        mailUndoSeconds: 10,
        oidc: undefined,
      },
    });
  beforeEach(() => db.pool.query('delete from users'));

  test('is the account whose address is ADMIN_EMAIL and has been confirmed where it signed up', async () => {
    const it = await installation();
    try {
      const admin = it.visitor();
      await admin.signUp('admin@example.com');
      const other = it.visitor();
      await other.signUp('other@example.com');
      expect((await admin.user()).json()).toMatchObject({ isAdmin: false, adminPending: true });
      expect((await other.user()).json()).toMatchObject({ isAdmin: false, adminPending: false });
      // Without a mail server the outbox on the operator's disk is the proof.
      await expect.poll(() => it.mails.sent).toHaveLength(1);
      const link = it.mails.linkTo('admin@example.com');
      expect(link.origin).toBe('https://remit.example');
      const opened = await admin.get(`${link.pathname}${link.search}`);
      expect(opened.headers.location).toBe('/sign-in?verified=1');
      expect((await admin.user()).json()).toMatchObject({ isAdmin: true, adminPending: false });
      expect([...admin.cookies.keys()]).toEqual([
        '__Host-remit.session_token',
        '__Host-remit.browser',
        '__Host-remit.mark',
      ]);
      expect((await admin.get('/api/installation')).json().supportEmail).toBe('help@example.com');
    } finally {
      await it.app.close();
    }
  });

  test('somebody who registered the address first gains nothing when the operator opens the link', async () => {
    const it = await installation();
    try {
      const squatter = it.visitor();
      await squatter.signUp('admin@example.com', 'the squatters password');
      const device = new SoftwareAuthenticator();
      await addPasskey(squatter, device, 'https://remit.example');
      await expect.poll(() => it.mails.sent).toHaveLength(2);
      await squatter.post('/api/auth/send-verification-email', { email: 'admin@example.com' });
      await expect.poll(() => it.mails.sent).toHaveLength(3);
      const link = it.mails.linkTo('admin@example.com');
      const operator = it.visitor();
      const opened = await operator.get(`${link.pathname}${link.search}`);
      const target = new URL(String(opened.headers.location), link.origin);
      expect(target.pathname).toBe('/reset-password');
      expect((await squatter.user()).json()).toMatchObject({ isAdmin: false, adminPending: true });

      const chosen = await operator.post('/api/auth/reset-password', {
        token: target.searchParams.get('token'),
        newPassword: 'the operators password',
      });
      expect(chosen.statusCode, chosen.body).toBe(200);
      expect((await squatter.user()).statusCode).toBe(401);
      const returns = [
        await squatter.signIn('admin@example.com', 'the squatters password'),
        await signInByPasskey(squatter, device, 'https://remit.example'),
      ];
      expect(returns.map(({ statusCode }) => statusCode)).toEqual([401, 401]);
      await squatter.get(`${link.pathname}${link.search}`);
      expect((await squatter.user()).statusCode).toBe(401);
      await operator.signIn('admin@example.com', 'the operators password');
      expect((await operator.user()).json()).toMatchObject({ isAdmin: true });
    } finally {
      await it.app.close();
    }
  });

  test('with APP_URL on https the cookie is secure, and only that origin is ours', async () => {
    const it = await accountsApp(db, {
      env: {
        appUrl: 'https://remit.example',
        adminEmail: undefined,
        supportEmail: undefined,
        mailUndoSeconds: 10,
        oidc: undefined,
      },
    });
    try {
      const visitor = it.visitor();
      const up = await visitor.post(
        '/api/auth/sign-up/email',
        { email: 'secure@example.com', password: 'correct horse battery', name: 'S' },
        { host: 'remit.example', origin: 'https://remit.example' },
      );
      expect(up.headers['set-cookie']).toEqual([
        expect.stringMatching(
          /^__Host-remit\.session_token=[^;]+; Max-Age=2592000; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
        ),
        expect.stringMatching(/^__Host-remit\.browser=.*; HttpOnly; Secure; SameSite=Lax$/),
        expect.stringMatching(
          /^__Host-remit\.mark=[^;]+; Max-Age=2592000; Path=\/; Secure; SameSite=Lax$/,
        ),
      ]);
      for (const origin of ['http://remit.example', 'https://remit.example.evil', 'null']) {
        const answer = await visitor.post('/api/auth/sign-out', {}, { origin });
        expect(answer.statusCode, origin).toBe(403);
      }
      // As all others: they cannot come from a neighboring host.
      const passkey = await visitor.get('/api/auth/passkey/generate-authenticate-options');
      expect(passkey.headers['set-cookie']).toMatch(
        /^__Host-remit\.passkey_challenge=[^;]+; Max-Age=300; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
      );
      const planted = it.visitor();
      planted.cookies.set(
        'remit.session_token',
        visitor.cookies.get('__Host-remit.session_token') ?? '',
      );
      expect((await planted.user()).statusCode).toBe(401);
      expect((await planted.get('/api/auth/get-session')).json()).toBeNull();
      expect((await visitor.get('/api/auth/get-session')).json().user.email).toBe(
        'secure@example.com',
      );
      const out = await visitor.get('/api/logout');
      expect(out.headers['set-cookie']).toEqual([
        '__Host-remit.session_token=; Max-Age=0; Path=/; HttpOnly; Secure; SameSite=Lax',
        '__Host-remit.mark=; Max-Age=0; Path=/; Secure; SameSite=Lax',
      ]);
    } finally {
      await it.app.close();
    }
  });
});
