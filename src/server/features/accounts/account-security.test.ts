import { afterAll, beforeAll, expect, test } from 'vitest';
import type { AccountsApp, Visitor } from '../../../../test/accounts/accounts-app.ts';
import { accountsApp } from '../../../../test/accounts/accounts-app.ts';
import {
  addPasskey,
  SoftwareAuthenticator,
} from '../../../../test/accounts/software-authenticator.ts';
import { describeOnDatabase } from '../../../../test/database/describe-on-database.ts';
import type { AccountSession } from '../../../shared/accounts/account.contract.ts';
import type { SecurityEvent } from '../../../shared/accounts/security-events.ts';
import { recordSecurityEvent } from './security-log.ts';

const HERE = 'http://localhost:3000';
const PASSWORD = 'correct horse battery';
const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0';
const PHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1 Version/18.0 Safari/604.1';

describeOnDatabase('what an account’s owner sees of its security', { owned: true }, (db) => {
  let it: AccountsApp;
  beforeAll(async () => {
    it = await accountsApp(db);
  });
  afterAll(() => it.app.close());

  const signedUp = async (email: string) => {
    const visitor = it.visitor('203.0.113.9');
    const body = { email, password: PASSWORD, name: 'Ada Lovelace' };
    const up = await visitor.post('/api/auth/sign-up/email', body, { 'user-agent': FIREFOX });
    expect(up.statusCode, up.body).toBe(200);
    return visitor;
  };
  const signIn = (visitor: Visitor, email: string, password = PASSWORD) =>
    visitor.post('/api/auth/sign-in/email', { email, password }, { 'user-agent': PHONE });
  const log = async (visitor: Visitor, query = ''): Promise<SecurityEvent[]> => {
    const answer = await visitor.get(`/api/account/security-log${query}`);
    expect(answer.statusCode, answer.body).toBe(200);
    return answer.json();
  };
  const types = async (visitor: Visitor) => (await log(visitor)).map(({ type }) => type);
  const listSessions = async (visitor: Visitor): Promise<AccountSession[]> =>
    (await visitor.get('/api/account/sessions')).json().sessions;
  const mailsTo = (email: string) => it.mails.sent.filter(({ to }) => to === email);
  const end = (visitor: Visitor, id: string) =>
    visitor.send('DELETE', `/api/account/sessions/${id}`);

  test('the log tells of sign-ins, failures, passkeys and sessions, newest first', async () => {
    const email = 'ada@example.com';
    const ada = await signedUp(email);
    await signIn(it.visitor('198.51.100.4'), email, 'not it');
    await expect.poll(() => types(ada)).toEqual(['sign_in_failed', 'account_created']);
    const device = new SoftwareAuthenticator();
    expect((await addPasskey(ada, device, HERE)).statusCode).toBe(200);
    const [{ id }] = (await ada.get('/api/auth/passkey/list-user-passkeys')).json();
    expect((await ada.post('/api/auth/passkey/delete-passkey', { id })).statusCode).toBe(200);
    const phone = it.visitor('198.51.100.4');
    await signIn(phone, email);
    await phone.get('/api/logout');
    await ada.post('/api/auth/confirm-password', { password: 'not it' });
    await expect.poll(async () => (await types(ada))[0]).toBe('confirmation_failed');
    await ada.post('/api/auth/confirm-password', { password: PASSWORD });
    await ada.post('/api/auth/revoke-other-sessions');

    const entries = await log(ada);
    expect(entries.map(({ type }) => type)).toEqual([
      'other_sessions_ended',
      'identity_confirmed',
      'confirmation_failed',
      'signed_out',
      'signed_in',
      'passkey_removed',
      'passkey_added',
      'sign_in_failed',
      'account_created',
    ]);
    expect(entries[4]).toEqual({
      id: expect.any(Number),
      type: 'signed_in',
      address: '198.51.100.4',
      device: 'Safari on iPhone',
      method: 'password',
      newBrowser: true,
      subjects: [],
      createdAt: expect.stringMatching(/^\d{4}-.*Z$/),
    });
    expect(entries[6]).toMatchObject({ subjects: ['Laptop'], address: '203.0.113.9' });
    expect(entries[8]).toMatchObject({ device: 'Firefox on Linux', newBrowser: false });

    const paged = await ada.get('/api/account/security-log?limit=4');
    expect(paged.json()).toEqual(entries.slice(0, 4));
    const cursor = String(paged.headers['x-next-cursor']);
    expect(await log(ada, `?limit=200&cursor=${cursor}`)).toEqual(entries.slice(4));
  });

  test('each account reads its own alone, and only signed in', async () => {
    const eve = await signedUp('eve@example.com');
    expect(await types(eve)).toEqual(['account_created']);
    for (const path of ['security-log', 'sessions', 'doubtful-passkeys']) {
      expect((await it.visitor().get(`/api/account/${path}`)).statusCode).toBe(401);
    }
    // For an address that nobody has, nothing is written, and the answer is the same.
    const answer = await signIn(it.visitor(), 'nobody@example.com');
    expect([answer.statusCode, answer.json().message]).toEqual([401, 'Invalid email or password']);
  });

  test('a flood of failures fills its own share of the log, and the rest stays', async () => {
    const owner = await signedUp('flooded@example.com');
    const userId = (await owner.user()).json().id;
    const client = { address: '198.51.100.4', agent: null };
    const at = new Date();
    for (let count = 0; count < 205; count += 1) {
      await recordSecurityEvent(db.orm, { userId, type: 'sign_in_failed', client, at });
    }
    const { rows } = await db.pool.query(
      'select type, count(*)::int from security_events where user_id = $1 group by 1 order by 1',
      [userId],
    );
    expect(rows).toEqual([
      { type: 'account_created', count: 1 },
      { type: 'sign_in_failed', count: 200 },
    ]);
  });

  test('entries older than a year are swept', async () => {
    const owner = await signedUp('old@example.com');
    const userId = (await owner.user()).json().id;
    const client = { address: '198.51.100.4', agent: null };
    const daysAgo = (days: number) => new Date(it.clock.now().getTime() - days * 86_400_000);
    await recordSecurityEvent(db.orm, { userId, type: 'signed_out', client, at: daysAgo(366) });
    await recordSecurityEvent(db.orm, { userId, type: 'passkey_added', client, at: daysAgo(364) });
    // At most every ten minutes, on the way of a sign-in.
    it.clock.advance(11 * 60);
    await owner.signIn('old@example.com', PASSWORD);
    expect(await types(owner)).toEqual(['signed_in', 'passkey_added', 'account_created']);
  });

  test('the owner is mailed about a browser that has not been seen, and not about theirs', async () => {
    const email = 'grace@example.com';
    const grace = await signedUp(email);
    await grace.get('/api/logout');
    expect((await grace.signIn(email, PASSWORD)).statusCode).toBe(200);
    const thief = it.visitor('198.51.100.4');
    await signIn(thief, email);
    await expect.poll(() => mailsTo(email)).toHaveLength(1);
    const [mail] = mailsTo(email);
    expect(mail?.subject).toBe('New sign-in to your Remit account');
    expect(mail?.text).toContain('From: Safari on iPhone, network address 198.51.100.4');
    expect(mail?.text).toContain('If it was not you:');
    expect(mail?.text).toContain(`${HERE}/forgot-password`);
    expect(mail?.text).toContain(`${HERE}/account`);
    // It is known from then on; what it claims of itself does not make it another's.
    await thief.get('/api/logout');
    await signIn(thief, email);
    const forged = it.visitor('198.51.100.4');
    forged.cookies.set('remit.browser', 'x'.repeat(22));
    await signIn(forged, email);
    await expect.poll(() => mailsTo(email)).toHaveLength(2);
  });

  test('and about passkeys, with their names', async () => {
    const email = 'keys@example.com';
    const owner = await signedUp(email);
    await addPasskey(owner, new SoftwareAuthenticator(), HERE, 'Blue key');
    const [{ id }] = (await owner.get('/api/auth/passkey/list-user-passkeys')).json();
    const eve = await signedUp('eve2@example.com');
    const foreign = await eve.post('/api/auth/passkey/delete-passkey', { id });
    expect([foreign.statusCode, foreign.json()]).toEqual([
      404,
      { code: 'NOT_FOUND', message: 'There is no such passkey' },
    ]);
    await owner.post('/api/auth/passkey/delete-passkey', { id });
    await expect
      .poll(() => mailsTo(email).map(({ subject }) => subject))
      .toEqual([
        'New passkey for your Remit account',
        'A passkey was removed from your Remit account',
      ]);
    expect(mailsTo(email)[0]?.text).toContain("The passkey 'Blue key' was added");
    expect(await types(eve)).toEqual(['account_created']);
  });

  test('sessions are listed with device, address and last use; each can be ended', async () => {
    const email = 'many@example.com';
    const laptop = await signedUp(email);
    const phone = it.visitor('198.51.100.4');
    await signIn(phone, email);
    it.clock.advance(6 * 60);
    await laptop.user();
    const listed = await listSessions(laptop);
    expect(listed).toMatchObject([
      { device: 'Firefox on Linux', address: '203.0.113.9', current: true },
      { device: 'Safari on iPhone', address: '198.51.100.4', current: false },
    ]);
    const [mine, other] = listed;
    if (!mine || !other) throw new Error('two sessions');
    expect(Date.parse(mine.lastUsedAt) - Date.parse(other.lastUsedAt)).toBeGreaterThan(5 * 60_000);

    const eve = await signedUp('eve3@example.com');
    const missing = { code: 'NOT_FOUND', message: 'Session not found' };
    expect((await end(eve, other.id)).json()).toEqual(missing);
    expect((await phone.user()).statusCode).toBe(200);
    const answers = await Promise.all([end(laptop, other.id), end(laptop, other.id)]);
    expect(answers.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([
      200, 404,
    ]);
    expect((await phone.user()).statusCode).toBe(401);
    expect((await end(laptop, 'nonsense')).json().message).toBe('There is no such session');
    expect(await listSessions(laptop)).toHaveLength(1);
    expect((await log(laptop))[0]).toMatchObject({
      type: 'session_ended',
      subjects: ['Safari on iPhone'],
    });
    // The own one too.
    expect((await end(laptop, mine.id)).statusCode).toBe(200);
    expect((await laptop.user()).statusCode).toBe(401);
  });

  test.each([
    ['Nagy Anna', 'Nagy', 'Anna'],
    ['山田太郎', '山田太郎', null],
    ['  Madonna ', 'Madonna', null],
    ['María José Carreño Quiñones', 'María', 'José Carreño Quiñones'],
  ])('a name is kept as its bearer writes it: %j', async (typed, firstName, lastName) => {
    const owner = await signedUp(`${Buffer.from(typed).toString('hex')}@example.com`);
    const renamed = await owner.send('PATCH', '/api/account', { name: typed });
    expect([renamed.statusCode, renamed.json()]).toMatchObject([200, { firstName, lastName }]);
    expect((await owner.user()).json().name).toBe(typed.trim());
  });

  test('a name is needed, in one line and not without end', async () => {
    const owner = await signedUp('nameless@example.com');
    const rename = async (name: unknown) =>
      (await owner.send('PATCH', '/api/account', { name })).json().message;
    expect(await rename('  ')).toBe('Name is required');
    expect(await rename(undefined)).toBe('Name is required');
    expect(await rename('x'.repeat(201))).toBe('Name must be at most 200 characters');
    expect((await owner.user()).json().name).toBe('Ada Lovelace');
    const nobody = await it.visitor().send('PATCH', '/api/account', { name: 'x' });
    expect(nobody.statusCode).toBe(401);
  });
});
