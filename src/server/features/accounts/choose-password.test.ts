import { afterAll, beforeAll, expect, test } from 'vitest';
import type { AccountsApp, Visitor } from '../../../../test/accounts/accounts-app.ts';
import { accountsApp } from '../../../../test/accounts/accounts-app.ts';
import {
  addPasskey,
  SoftwareAuthenticator,
  signInByPasskey,
} from '../../../../test/accounts/software-authenticator.ts';
import { describeOnDatabase } from '../../../../test/database/describe-on-database.ts';

const HERE = 'http://localhost:3000';
const OLD = 'correct horse battery';
const NEW = 'staple of another horse';
const EXPIRED = {
  code: 'BAD_REQUEST',
  message: 'This link is no longer valid. Ask for a new one.',
  reason: 'INVALID_TOKEN',
};

describeOnDatabase('choosing another password takes the account back', { owned: true }, (db) => {
  let it: AccountsApp;
  beforeAll(async () => {
    it = await accountsApp(db);
  });
  afterAll(() => it.app.close());

  let count = 0;
  /** An account whose address has been proven, and its first browser. */
  const account = async () => {
    count += 1;
    const email = `owner-${count}@example.com`;
    const owner = it.visitor();
    expect((await owner.signUp(email, OLD)).statusCode).toBe(200);
    await db.pool.query('update users set email_verified = true where email = $1', [email]);
    return { email, owner };
  };
  const tokenFor = async (email: string) => {
    // Other messages may come meanwhile, about a sign-in before, say.
    const before = it.mails.resetTokens(email).length;
    await it.visitor().post('/api/auth/request-password-reset', { email });
    await expect.poll(() => it.mails.resetTokens(email)).toHaveLength(before + 1);
    return it.mails.resetTokens(email).at(-1) ?? '';
  };
  const reset = (token: string, more: object = {}, newPassword = NEW) =>
    it.visitor().post('/api/auth/reset-password', { token, newPassword, ...more });
  const change = (visitor: Visitor, more: object = {}, currentPassword = OLD) =>
    visitor.post('/api/auth/change-password', { currentPassword, newPassword: NEW, ...more });
  const passkey = async (visitor: Visitor, name: string) => {
    const device = new SoftwareAuthenticator();
    const added = await addPasskey(visitor, device, HERE, name);
    expect(added.statusCode, added.body).toBe(200);
    return device;
  };
  const opens = async (device: SoftwareAuthenticator) =>
    (await signInByPasskey(it.visitor(), device, HERE)).statusCode === 200;
  const subjectsTo = (email: string) =>
    it.mails.sent.filter(({ to }) => to === email).map(({ subject }) => subject);
  /** The browser signs in again, so that the sign-in before is known to be good. */
  const signInAgain = async (visitor: Visitor, email: string) => {
    await visitor.get('/api/logout');
    expect((await visitor.signIn(email, OLD)).statusCode).toBe(200);
  };

  test('a reset removes passkeys added since, or by a browser that was new, and keeps the rest', async () => {
    const { email, owner } = await account();
    const known = await passkey(owner, 'Known');
    const thief = it.visitor('198.51.100.4');
    await thief.signIn(email, OLD);
    const planted = await passkey(thief, 'Planted');
    // The owner's next sign-in makes nothing good that the thief has added.
    await signInAgain(owner, email);
    const later = await passkey(owner, 'Later');

    const token = await tokenFor(email);
    const listed = await it.visitor().post('/api/auth/reset-passkeys', { token });
    expect(listed.json()).toMatchObject({
      passkeys: [{ name: 'Later' }, { name: 'Planted' }],
      mayKeep: true,
    });
    expect((await reset(token)).statusCode).toBe(200);
    expect([await opens(known), await opens(planted), await opens(later)]).toEqual([
      true,
      false,
      false,
    ]);
    for (const visitor of [owner, thief]) expect((await visitor.user()).statusCode).toBe(401);
    const [mail] = it.mails.sent.filter(({ subject }) => subject.startsWith('New password'));
    expect(mail?.text).toContain('These passkeys were removed: ');
    expect(mail?.text).toContain('Planted');
    await owner.signIn(email, NEW);
    const log = (await owner.get('/api/account/security-log')).json();
    expect(log.slice(0, 5)).toMatchObject([
      { type: 'signed_in', method: 'password' },
      { type: 'signed_in', method: 'passkey' },
      { type: 'passkey_removed', subjects: expect.arrayContaining(['Later', 'Planted']) },
      { type: 'password_reset' },
      { type: 'password_reset_requested' },
    ]);
  });

  test('unless the owner knows them', async () => {
    const { email, owner } = await account();
    const mine = await passkey(owner, 'Mine');
    expect((await reset(await tokenFor(email), { keepPasskeys: true })).statusCode).toBe(200);
    expect(await opens(mine)).toBe(true);
  });

  test('the first proof of an address keeps no passkey, whatever is asked for', async () => {
    const { email, owner } = await account();
    await db.pool.query('update users set email_verified = false where email = $1', [email]);
    const squatters = await passkey(owner, 'Squatter');
    const token = await tokenFor(email);
    const listed = await it.visitor().post('/api/auth/reset-passkeys', { token });
    expect(listed.json()).toMatchObject({ passkeys: [{ name: 'Squatter' }], mayKeep: false });
    expect((await reset(token, { keepPasskeys: true })).statusCode).toBe(200);
    expect(await opens(squatters)).toBe(false);
    const { rows } = await db.pool.query(
      'select 1 from known_browsers b join users u on u.id = b.user_id where email = $1',
      [email],
    );
    expect(rows).toEqual([]);
  });

  test('both end every link that is still out', async () => {
    const { email, owner } = await account();
    const [first, second] = [await tokenFor(email), await tokenFor(email)];
    expect((await reset(second)).statusCode).toBe(200);
    expect((await reset(first)).json()).toEqual(EXPIRED);
    const look = await it.visitor().post('/api/auth/reset-passkeys', { token: first });
    expect([look.statusCode, look.json()]).toEqual([400, EXPIRED]);

    await owner.signIn(email, NEW);
    const third = await tokenFor(email);
    expect((await change(owner, {}, NEW)).statusCode).toBe(200);
    expect((await reset(third)).json()).toEqual(EXPIRED);
  });

  test('a link that confirms an address ends with the password it was sent for', async () => {
    const verifying = await accountsApp(db, {
      env: {
        appUrl: undefined,
        adminEmail: 'boss@example.com',
        supportEmail: undefined,
        mailUndoSeconds: 10,
        oidc: undefined,
      },
    });
    try {
      const boss = verifying.visitor();
      await boss.signUp('boss@example.com', OLD);
      await expect.poll(() => verifying.mails.sent).toHaveLength(1);
      const link = verifying.mails.linkTo('boss@example.com');
      // Links say when they were made in whole seconds.
      await db.pool.query(`update accounts set updated_at = updated_at + interval '2 seconds'`);
      const opened = await boss.get(link.pathname + link.search);
      expect(opened.headers.location).toBe(`${HERE}/sign-in?error=link_invalid`);
      expect((await boss.user()).json().isAdmin).toBe(false);
    } finally {
      await verifying.app.close();
    }
  });

  test('a change ends all other sessions, gives this one another secret, and tells the owner', async () => {
    const { email, owner } = await account();
    const phone = it.visitor();
    await phone.signIn(email, OLD);
    const copied = it.visitor();
    for (const [name, value] of owner.cookies) copied.cookies.set(name, value);
    const before = await opens(await passkey(owner, 'Doubtful'));
    expect(before).toBe(true);

    const wrong = await change(owner, {}, 'not it');
    expect([wrong.statusCode, wrong.json()]).toEqual([
      400,
      {
        code: 'BAD_REQUEST',
        message: 'The current password is incorrect',
        reason: 'INVALID_PASSWORD',
      },
    ]);
    expect((await phone.user()).statusCode).toBe(200);

    expect((await change(owner)).statusCode).toBe(200);
    expect((await owner.user()).json().email).toBe(email);
    // A copy of the cookie from before is worth nothing.
    for (const gone of [phone, copied]) expect((await gone.user()).statusCode).toBe(401);
    expect((await it.visitor().signIn(email, OLD)).statusCode).toBe(401);
    expect((await it.visitor().signIn(email, NEW)).statusCode).toBe(200);
    await expect.poll(() => subjectsTo(email)).toContain('New password for your Remit account');
    expect((await change(it.visitor())).statusCode).toBe(401);
  });

  test('it offers to remove doubtful passkeys, and does so when asked', async () => {
    const { owner } = await account();
    const doubtful = await passkey(owner, 'Doubtful');
    const offered = await owner.get('/api/account/doubtful-passkeys');
    expect(offered.json()).toMatchObject([{ name: 'Doubtful' }]);
    expect((await change(owner)).statusCode).toBe(200);
    expect(await opens(doubtful)).toBe(true);
    expect((await change(owner, { removePasskeys: true }, NEW)).statusCode).toBe(200);
    expect(await opens(doubtful)).toBe(false);
  });

  test('of two changes at once one counts', async () => {
    const { owner } = await account();
    const answers = await Promise.all([
      change(owner, { newPassword: 'the first of two horses' }),
      change(owner, { newPassword: 'the second of two horses' }),
    ]);
    expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1);
  });
});
