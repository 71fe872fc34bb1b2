import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { AccountsApp } from '../../../../test/accounts/accounts-app.ts';
import { accountsApp } from '../../../../test/accounts/accounts-app.ts';
import { describeOnDatabase } from '../../../../test/database/describe-on-database.ts';
import { users } from '../../db/tables/accounts.table.ts';
import { findAccountBusiness, findBusiness } from '../businesses/index.ts';
import { hashPassword } from './password-hash.ts';

describeOnDatabase('signing up', { owned: true }, (db) => {
  let it: AccountsApp;
  beforeAll(async () => {
    it = await accountsApp(db);
  });
  afterAll(() => it.app.close());

  const usersWith = async (email: string) =>
    (await db.pool.query('select * from users where email = $1', [email])).rows;

  test('makes an account, and a session at once', async () => {
    const ada = it.visitor();
    const answer = await ada.signUp('Ada@Example.com ');
    expect(answer.statusCode, answer.body).toBe(200);
    expect(answer.headers['set-cookie']).toEqual([
      expect.stringMatching(
        /^remit\.session_token=[^;]+; Max-Age=2592000; Path=\/; HttpOnly; SameSite=Lax$/,
      ),
      expect.stringMatching(
        /^remit\.browser=[\w-]{22}; Max-Age=34560000; Path=\/; HttpOnly; SameSite=Lax$/,
      ),
      expect.stringMatching(/^remit\.mark=[^;]+; Max-Age=2592000; Path=\/; SameSite=Lax$/),
    ]);
    const user = await ada.user();
    expect(user.statusCode).toBe(200);
    expect(user.json()).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      email: 'ada@example.com',
      name: 'Ada Lovelace',
      firstName: 'Ada',
      lastName: 'Lovelace',
      profileImageUrl: null,
      subscriptionStatus: 'trial',
      subscriptionPlan: null,
      trialInvoicesUsed: 0,
      isAdmin: false,
      adminPending: false,
      suspension: null,
    });
    expect((await ada.get('/api/user/status')).json()).toEqual({
      trialInvoicesUsed: 0,
      subscriptionStatus: 'trial',
      subscriptionPlan: null,
    });
  });

  test('keeps sessions in the specified shape: sid, sess and expire', async () => {
    const grace = it.visitor('203.0.113.9');
    await grace.post(
      '/api/auth/sign-up/email',
      { email: 'grace@example.com', password: 'correct horse battery', name: 'Grace' },
      { 'user-agent': 'Mozilla/5.0 (test)', 'x-forwarded-for': '198.51.100.1' },
    );
    const { rows } = await db.pool.query(
      `select s.* from sessions s join users u on u.id = s.user_id where u.email = $1`,
      ['grace@example.com'],
    );
    expect(rows).toHaveLength(1);
    expect(rows[0].sess).toEqual({
      ipAddress: '203.0.113.9',
      userAgent: 'Mozilla/5.0 (test)',
      browser: expect.stringMatching(/^[\w-]{43}$/),
    });
    const [cookie = ''] = grace.cookies.values();
    expect(decodeURIComponent(cookie).startsWith(`${rows[0].sid}.`)).toBe(true);
    const days = (rows[0].expire.getTime() - Date.now()) / 86_400_000;
    expect(days).toBeGreaterThan(29.9);
    expect(days).toBeLessThanOrEqual(30);
  });

  test('keeps the password as argon2id, with a salt of its own', async () => {
    await it.visitor().signUp('salt-1@example.com', 'the same password');
    await it.visitor().signUp('salt-2@example.com', 'the same password');
    const { rows } = await db.pool.query(
      `select a.password from accounts a join users u on u.id = a.user_id
       where u.email like 'salt-%' and a.provider_id = 'credential'`,
    );
    expect(rows).toHaveLength(2);
    for (const { password } of rows) {
      expect(password).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    }
    expect(rows[0].password).not.toBe(rows[1].password);
  });

  test('never lets a client set what belongs to the server', async () => {
    const mallory = it.visitor();
    const answer = await mallory.post('/api/auth/sign-up/email', {
      email: 'mallory@example.com',
      password: 'correct horse battery',
      name: 'Mallory Malone',
      id: '00000000-0000-4000-8000-000000000001',
      emailVerified: true,
      email_verified: true,
      subscriptionStatus: 'active',
      subscriptionPlan: 'yearly',
      trialInvoicesUsed: -100,
      stripeCustomerId: 'cus_1',
      stripeSubscriptionId: 'sub_1',
      firstName: 'Root',
      lastName: 'Admin',
      image: 'https://evil.example/track.png',
      profileImageUrl: 'https://evil.example/track.png',
      createdAt: '2001-01-01T00:00:00Z',
      role: 'admin',
      businessId: '00000000-0000-4000-8000-000000000001',
    });
    expect(answer.statusCode, answer.body).toBe(200);
    const [row] = await db.orm.select().from(users).where(eq(users.email, 'mallory@example.com'));
    expect(row).toMatchObject({
      emailVerified: false,
      firstName: 'Mallory',
      lastName: 'Malone',
      profileImageUrl: null,
    });
    expect(row?.id).not.toBe('00000000-0000-4000-8000-000000000001');
    const businessId = await findAccountBusiness(db.orm, row?.id ?? '');
    expect(businessId).not.toBe(row?.id);
    expect(await findBusiness(db.orm, businessId ?? '')).toMatchObject({
      owner: { accountId: row?.id, email: 'mallory@example.com' },
      subscriptionStatus: 'trial',
      subscriptionPlan: null,
      trialInvoicesUsed: 0,
      stripeCustomerId: null,
      stripeSubscriptionId: null,
    });
    expect(row?.createdAt.getTime()).toBeGreaterThan(Date.now() - 600_000);
  });

  test('says when the address has an account already, whatever its case', async () => {
    await it.visitor().signUp('taken@example.com');
    const again = await it.visitor().signUp('TAKEN@example.com', 'another password');
    expect(again.statusCode).toBe(422);
    expect(again.json()).toMatchObject({
      code: 'CONFLICT',
      message: 'An account with this email already exists. Sign in instead.',
    });
    expect(again.headers['set-cookie']).toBeUndefined();
    expect(await usersWith('taken@example.com')).toHaveLength(1);
    expect((await it.visitor().signIn('taken@example.com')).statusCode).toBe(200);
  });

  test('of several sign-ups with one address at once, one succeeds and the others are told', async () => {
    const answers = await Promise.all(
      Array.from({ length: 6 }, () => it.visitor().signUp('race@example.com')),
    );
    expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1);
    expect(answers.filter(({ statusCode }) => statusCode === 422)).toHaveLength(5);
    for (const answer of answers.filter(({ statusCode }) => statusCode === 422)) {
      expect(answer.json().message).toMatch(/^An account with this email already exists/);
    }
    expect(await usersWith('race@example.com')).toHaveLength(1);
    const passwords = await db.pool.query(
      `select 1 from accounts a join users u on u.id = a.user_id where u.email = $1`,
      ['race@example.com'],
    );
    expect(passwords.rowCount).toBe(1);
  });

  test('refuses a password that is too short with a message for the field, and makes no account', async () => {
    const body = { email: 'short@example.com', password: '1234567', name: '' };
    const answer = await it.visitor().post('/api/auth/sign-up/email', body);
    const message = 'Choose a password of at least 8 characters';
    expect(answer.statusCode).toBe(400);
    expect(answer.json()).toEqual({
      code: 'VALIDATION',
      message,
      fields: [{ path: 'password', message }],
    });
    expect(answer.headers['set-cookie']).toBeUndefined();
    expect(await usersWith('short@example.com')).toHaveLength(0);
  });

  test('refuses a password that is easy to guess, for whom it is easy, with the reason', async () => {
    for (const [email, name, password, message] of [
      [
        'weak@example.com',
        '',
        'password1234',
        'This is similar to a common password. Add words that have nothing to do with it.',
      ],
      [
        'grace.hopper@example.com',
        'Grace Hopper',
        'GraceHopper',
        'This is based on your name, your address or “Remit”. Use at least 12 characters, such as a short sentence.',
      ],
    ] as const) {
      const answer = await it.visitor().signUp(email, password, name);
      expect(answer.statusCode).toBe(400);
      expect(answer.json()).toEqual({
        code: 'VALIDATION',
        message,
        fields: [{ path: 'password', message }],
      });
      expect(await usersWith(email)).toEqual([]);
    }
    expect((await it.visitor().signUp('ada.l@example.com', 'GraceHopper 1906')).statusCode).toBe(
      200,
    );
  });

  test('accepts passwords at both ends of the allowed length', async () => {
    for (const [email, password] of [
      ['eight@example.com', 'xK9$mP2q'],
      ['longest@example.com', 'zwölf Boxkämpfer '.repeat(8).slice(0, 128)],
    ] as const) {
      expect((await it.visitor().signUp(email, password)).statusCode).toBe(200);
      expect((await it.visitor().signIn(email, password)).statusCode).toBe(200);
    }
  });

  test('what is attached to a new user commits with it, or neither does', async () => {
    const attached: string[] = [];
    const other = await accountsApp(db, {
      onUserCreated: async (tx, user) => {
        // Seen inside the transaction that has just inserted it.
        const rows = await tx.select().from(users).where(eq(users.id, user.id));
        attached.push(`${rows[0]?.email} ${user.name}`);
        if (user.email === 'refused@example.com') throw new Error('no profile for you');
      },
    });
    try {
      expect((await other.visitor().signUp('attached@example.com')).statusCode).toBe(200);
      const refused = await other.visitor().signUp('refused@example.com');
      expect(refused.statusCode).toBe(422);
      expect(refused.body).not.toContain('no profile');
      expect(refused.headers['set-cookie']).toBeUndefined();
      expect(attached).toEqual([
        'attached@example.com Ada Lovelace',
        'refused@example.com Ada Lovelace',
      ]);
      expect(await usersWith('attached@example.com')).toHaveLength(1);
      expect(await usersWith('refused@example.com')).toHaveLength(0);
    } finally {
      await other.app.close();
    }
  });

  test('hashes before its transaction begins, so that others are not kept waiting', async () => {
    const ages: number[] = [];
    let shortestHash = Number.POSITIVE_INFINITY;
    for (let n = 0; n < 5; n += 1) {
      const started = performance.now();
      await hashPassword('correct horse battery');
      shortestHash = Math.min(shortestHash, performance.now() - started);
    }
    const other = await accountsApp(db, {
      onUserCreated: async (tx) => {
        const { rows } = await tx.execute<{ ms: number }>(
          sql`select extract(epoch from clock_timestamp() - now())::float8 * 1000 as ms`,
        );
        ages.push(rows[0]?.ms ?? Number.NaN);
      },
    });
    // A busy machine holds up many a transaction, but one with a hash in it is never as short.
    const isShort = (age: number) => age < shortestHash;
    for (let n = 0; n < 25 && !ages.some(isShort); n += 1) {
      expect((await other.visitor().signUp(`age-${n}@example.com`)).statusCode).toBe(200);
      expect(ages).toHaveLength(n + 1);
    }
    await other.app.close();
    expect(Math.min(...ages)).toBeLessThan(shortestHash);
  });
});
