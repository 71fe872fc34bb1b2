import { afterAll, beforeAll, expect, test } from 'vitest';
import type { AccountsApp, Visitor } from '../../../../test/accounts/accounts-app.ts';
import { accountsApp } from '../../../../test/accounts/accounts-app.ts';
import {
  addPasskey as register,
  SoftwareAuthenticator,
} from '../../../../test/accounts/software-authenticator.ts';
import { describeOnDatabase } from '../../../../test/database/describe-on-database.ts';
import { requireRecentProof } from './recent-proof.ts';

const HERE = 'http://localhost:3000';
const PASSKEY = '/api/auth/passkey';
const PASSWORD = 'correct horse battery';
const REFUSED = { code: 'PROOF_REQUIRED', message: 'Confirm it is you to continue' };

describeOnDatabase('confirming who it is', { owned: true }, (db) => {
  let it: AccountsApp;
  beforeAll(async () => {
    it = await accountsApp(db);
  });
  afterAll(() => it.app.close());

  const signedUp = async (email: string) => {
    const visitor = it.visitor();
    expect((await visitor.signUp(email, PASSWORD)).statusCode).toBe(200);
    return visitor;
  };
  const addPasskey = async (visitor: Visitor, device = new SoftwareAuthenticator()) => {
    const added = await register(visitor, device, HERE);
    expect(added.statusCode, added.body).toBe(200);
    return device;
  };
  const mayAddPasskey = async (visitor: Visitor) => {
    const answer = await visitor.get(`${PASSKEY}/generate-register-options`);
    if (answer.statusCode === 403) expect(answer.json()).toEqual(REFUSED);
    return answer.statusCode === 200;
  };
  const confirm = (visitor: Visitor, password = PASSWORD) =>
    visitor.post('/api/auth/confirm-password', { password });
  const confirmByPasskey = async (visitor: Visitor, device: SoftwareAuthenticator) => {
    const options = await visitor.get(`${PASSKEY}/generate-authenticate-options`);
    const response = device.get(options.json(), HERE);
    return visitor.post('/api/auth/confirm-passkey', { response });
  };
  const listSessions = async (visitor: Visitor) => {
    const { id } = (await visitor.user()).json();
    const { rows } = await db.pool.query('select id from sessions where user_id = $1', [id]);
    return rows.length;
  };

  test('ten minutes after signing in, adding a passkey asks; the password answers', async () => {
    const ada = await signedUp('ada@example.com');
    it.clock.advance(9 * 60);
    expect(await mayAddPasskey(ada)).toBe(true);
    it.clock.advance(60);
    expect(await mayAddPasskey(ada)).toBe(false);
    // Nor by skipping the first of its two calls.
    const late = await ada.post(`${PASSKEY}/verify-registration`, { response: {} });
    expect([late.statusCode, late.json()]).toEqual([403, REFUSED]);

    const id = '00000000-0000-4000-8000-000000000000';
    for (const call of ['delete-passkey', 'update-passkey']) {
      const changed = await ada.post(`${PASSKEY}/${call}`, { id, name: 'Mine' });
      expect([call, changed.statusCode, changed.json()]).toEqual([call, 403, REFUSED]);
    }

    const wrong = await confirm(ada, 'not it');
    expect([wrong.statusCode, wrong.json()]).toEqual([
      400,
      { code: 'BAD_REQUEST', message: 'The password is incorrect', reason: 'INVALID_PASSWORD' },
    ]);
    expect(await mayAddPasskey(ada)).toBe(false);
    expect((await confirm(ada)).statusCode).toBe(200);
    expect(await mayAddPasskey(ada)).toBe(true);
    it.clock.advance(10 * 60);
    expect(await mayAddPasskey(ada)).toBe(false);
  });

  test('a proof belongs to its session, whoever else of the account is signed in', async () => {
    const laptop = await signedUp('two@example.com');
    const phone = it.visitor();
    await phone.signIn('two@example.com', PASSWORD);
    it.clock.advance(11 * 60);
    expect((await confirm(laptop)).statusCode).toBe(200);
    expect(await mayAddPasskey(laptop)).toBe(true);
    expect(await mayAddPasskey(phone)).toBe(false);
  });

  test('a passkey answers too, one of the account and no other, and begins no session', async () => {
    const grace = await signedUp('grace@example.com');
    const eve = await signedUp('eve@example.com');
    const device = await addPasskey(grace);
    const foreign = await addPasskey(eve);
    it.clock.advance(11 * 60);
    // The library's clock stands still: what is swept now would be its next challenge.
    await grace.get('/api/auth/get-session');

    const other = await confirmByPasskey(grace, foreign);
    expect([other.statusCode, other.json().message]).toEqual([
      400,
      'This passkey is not one of your account',
    ]);
    expect(await mayAddPasskey(grace)).toBe(false);
    const unknown = await confirmByPasskey(grace, new SoftwareAuthenticator());
    expect(unknown.statusCode).toBe(401);
    expect(await mayAddPasskey(grace)).toBe(false);

    const done = await confirmByPasskey(grace, device);
    expect([done.statusCode, done.json()]).toEqual([200, { status: true }]);
    expect(await mayAddPasskey(grace)).toBe(true);
    expect(await listSessions(grace)).toBe(1);
    expect(await listSessions(eve)).toBe(1);
    expect((await grace.user()).json().email).toBe('grace@example.com');
  });

  test('it needs a session, and guessing is slowed down as at sign-in', async () => {
    expect((await confirm(it.visitor())).statusCode).toBe(401);
    const owner = await signedUp('guessed@example.com');
    for (let guess = 0; guess < 6; guess += 1) await confirm(owner, `guess ${guess}`);
    const slowed = await confirm(owner);
    expect([slowed.statusCode, slowed.json().code]).toEqual([429, 'TOO_MANY_REQUESTS']);
    it.clock.advance(60);
    expect((await confirm(owner)).statusCode).toBe(200);
  });

  test('a clock that was set back does not make an old proof last', async () => {
    const owner = await signedUp('clock@example.com');
    const { rows } = await db.pool.query<{ accountId: string; sessionId: string }>(
      `select user_id as "accountId", s.id as "sessionId" from sessions s
       join users u on u.id = s.user_id where email = 'clock@example.com'`,
    );
    const [session] = rows;
    if (!session) throw new Error('no session');
    const at = (minutes: number) => ({
      db,
      clock: { now: () => new Date(it.clock.now().getTime() + minutes * 60_000) },
    });
    await requireRecentProof(at(1), session);
    await expect(requireRecentProof(at(-2 * 24 * 60), session)).rejects.toThrow(REFUSED.message);
    // Nor does one account's proof count for another.
    const stranger = { ...session, accountId: '00000000-0000-4000-8000-000000000000' };
    await expect(requireRecentProof(at(1), stranger)).rejects.toThrow(REFUSED.message);
    expect(await mayAddPasskey(owner)).toBe(true);
  });
});
