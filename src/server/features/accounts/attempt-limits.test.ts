import { afterAll, beforeAll, expect, test } from 'vitest';
import type { AccountsApp } from '../../../../test/accounts/accounts-app.ts';
import { accountsApp } from '../../../../test/accounts/accounts-app.ts';
import { describeOnDatabase } from '../../../../test/database/describe-on-database.ts';

describeOnDatabase('limits on attempts', { owned: true }, (db) => {
  let it: AccountsApp;
  /** Another instance of the same installation, on the same database. */
  let other: AccountsApp;
  beforeAll(async () => {
    const masterKey = Buffer.alloc(32, 7);
    it = await accountsApp(db, { masterKey, rateLimit: undefined });
    other = await accountsApp(db, { masterKey, rateLimit: undefined });
    // Waits of a second would otherwise be over before the next attempt on a busy machine.
    it.clock.stop();
    other.clock.stop(it.clock.now());
    for (const name of ['ada', 'eve', 'office']) {
      await it.visitor(`192.0.2.${name.length}`).signUp(`${name}@example.com`);
    }
  });
  afterAll(async () => {
    await it.app.close();
    await other.app.close();
  });

  test('an address gets ten wrong attempts a minute, over all instances together', async () => {
    const address = '198.51.100.1';
    for (let n = 0; n < 10; n += 1) {
      const where = n % 2 === 0 ? it : other;
      const answer = await where.visitor(address).signIn(`guess-${n}@example.com`, 'wrong wrong');
      expect(answer.statusCode).toBe(401);
    }
    for (const where of [it, other]) {
      const answer = await where.visitor(address).signIn('ada@example.com');
      expect(answer.statusCode).toBe(429);
      const seconds = Number(answer.headers['retry-after']);
      expect(seconds).toBeGreaterThan(50);
      expect(seconds).toBeLessThanOrEqual(60);
      expect(answer.json()).toEqual({
        code: 'TOO_MANY_REQUESTS',
        message: `Too many attempts. Try again in ${seconds} seconds.`,
        retryAfter: seconds,
      });
    }
    // It is the address that waits, not the account.
    expect((await it.visitor('198.51.100.2').signIn('ada@example.com')).statusCode).toBe(200);
    it.clock.advance(60);
    expect((await it.visitor(address).signIn('ada@example.com')).statusCode).toBe(200);
  });

  test('attempts sent together are counted one by one', async () => {
    const answers = await Promise.all(
      Array.from({ length: 25 }, (_, n) =>
        it.visitor('198.51.100.3').signIn(`burst-${n}@example.com`, 'wrong wrong'),
      ),
    );
    expect(answers.filter(({ statusCode }) => statusCode === 401)).toHaveLength(10);
    expect(answers.filter(({ statusCode }) => statusCode === 429)).toHaveLength(15);
  });

  test('people who know their passwords never wait', async () => {
    for (let n = 0; n < 15; n += 1) {
      const answer = await it.visitor('198.51.100.4').signIn('office@example.com');
      expect(answer.statusCode).toBe(200);
    }
  });

  test('wrong passwords for one account make it wait, whatever address they come from', async () => {
    let from = 0;
    const guess = (password = 'wrong wrong') => {
      from += 1;
      return it.visitor(`203.0.113.${from}`).signIn('eve@example.com', password);
    };
    for (let n = 0; n < 5; n += 1) expect((await guess()).statusCode).toBe(401);
    const waits: number[] = [];
    for (let n = 0; n < 8; n += 1) {
      const refused = await guess('correct horse battery');
      expect(refused.statusCode).toBe(429);
      const seconds = Number(refused.headers['retry-after']);
      waits.push(seconds);
      it.clock.advance(seconds);
      expect((await guess()).statusCode).toBe(401);
    }
    expect(waits).toEqual([1, 2, 4, 8, 16, 32, 60, 60]);
    it.clock.advance(60);
    expect((await guess('correct horse battery')).statusCode).toBe(200);
    // The right password starts the count anew.
    for (let n = 0; n < 5; n += 1) expect((await guess()).statusCode).toBe(401);
    // So does a quarter of an hour.
    it.clock.advance(15 * 60);
    for (let n = 0; n < 5; n += 1) expect((await guess()).statusCode).toBe(401);
  });

  test('a clock that is set back two days makes nobody wait for two days', async () => {
    const address = '198.51.100.60';
    it.clock.advance(2 * 24 * 60 * 60);
    for (let n = 0; n < 12; n += 1) {
      await it
        .visitor(address)
        .signIn(n < 6 ? 'eve@example.com' : `c-${n}@example.com`, 'wrong wrong');
    }
    expect((await it.visitor('198.51.100.61').signIn('eve@example.com')).statusCode).toBe(429);
    expect((await it.visitor(address).signIn('ada@example.com')).statusCode).toBe(429);
    it.clock.advance(-2 * 24 * 60 * 60);
    expect((await it.visitor('198.51.100.61').signIn('eve@example.com')).statusCode).toBe(200);
    expect((await it.visitor(address).signIn('ada@example.com')).statusCode).toBe(200);
    // What is counted after it is counted as ever.
    const statuses: number[] = [];
    for (let n = 0; n < 7; n += 1) {
      const visitor = it.visitor(`198.51.100.${70 + n}`);
      statuses.push((await visitor.signIn('eve@example.com', 'wrong wrong')).statusCode);
    }
    expect(statuses).toEqual([401, 401, 401, 401, 401, 429, 429]);
    it.clock.advance(15 * 60);
  });

  test('an instance whose clock is half a minute behind counts with the others', async () => {
    const guess = (where: AccountsApp, n: number) =>
      where.visitor(`198.51.101.${n}`).signIn('behind@example.com', 'wrong wrong');
    for (let n = 0; n < 5; n += 1) expect((await guess(it, n)).statusCode).toBe(401);
    other.clock.stop(new Date(it.clock.now().getTime() - 30_000));
    const refused = await guess(other, 9);
    expect(refused.statusCode).toBe(429);
    expect(Number(refused.headers['retry-after'])).toBe(31);
    other.clock.stop(it.clock.now());
  });

  test('an unknown address is made to wait like a known one', async () => {
    const statuses: number[] = [];
    for (let n = 0; n < 7; n += 1) {
      const visitor = it.visitor(`203.0.114.${n}`);
      statuses.push((await visitor.signIn('nobody@example.com', 'wrong wrong')).statusCode);
    }
    expect(statuses).toEqual([401, 401, 401, 401, 401, 429, 429]);
  });

  test('a borrowed session cannot guess the password to change it', async () => {
    const ada = it.visitor('198.51.100.9');
    await ada.signIn('ada@example.com');
    const statuses: number[] = [];
    for (let n = 0; n < 7; n += 1) {
      const answer = await ada.post('/api/auth/change-password', {
        currentPassword: `guess number ${n}`,
        newPassword: 'taken over now',
      });
      statuses.push(answer.statusCode);
    }
    expect(statuses).toEqual([400, 400, 400, 400, 400, 429, 429]);
    expect((await ada.user()).statusCode).toBe(200);
  });

  test('an IPv6 customer is counted as one, however many addresses he has', async () => {
    const statuses: number[] = [];
    for (let n = 1; n <= 12; n += 1) {
      const visitor = it.visitor(`2001:db8:1:2::${n.toString(16)}`);
      statuses.push((await visitor.signIn(`six-${n}@example.com`, 'wrong wrong')).statusCode);
    }
    expect(statuses).toEqual([...Array(10).fill(401), 429, 429]);
    const neighbor = await it.visitor('2001:db8:1:3::1').signIn('next-door@example.com');
    expect(neighbor.statusCode).not.toBe(429);
  });

  test('a forwarded address is not believed unless a proxy is trusted', async () => {
    const statuses: number[] = [];
    for (let n = 0; n < 12; n += 1) {
      const answer = await it
        .visitor('198.51.100.20')
        .post(
          '/api/auth/sign-in/email',
          { email: `forged-${n}@example.com`, password: 'wrong wrong' },
          { 'x-forwarded-for': `10.0.0.${n}`, 'x-client-address': `10.0.0.${n}` },
        );
      statuses.push(answer.statusCode);
    }
    expect(statuses).toEqual([...Array(10).fill(401), 429, 429]);
  });

  test('thirty accounts a minute from one address are enough', async () => {
    const answers = await Promise.all(
      Array.from({ length: 32 }, (_, n) =>
        it.visitor('198.51.100.30').signUp(`mass-${n}@example.com`),
      ),
    );
    expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(30);
    expect(answers.filter(({ statusCode }) => statusCode === 429)).toHaveLength(2);
  });

  test('the table does not collect e-mail addresses', async () => {
    const { rows } = await db.pool.query('select key from rate_limits');
    expect(rows.some(({ key }) => key.startsWith('password:'))).toBe(true);
    expect(JSON.stringify(rows)).not.toContain('example.com');
  });

  test('what has expired is removed in time', async () => {
    it.clock.advance(40 * 24 * 60 * 60);
    expect((await it.visitor('198.51.100.40').signIn('ada@example.com')).statusCode).toBe(200);
    const old = [it.clock.now()];
    const left = await db.pool.query('select 1 from sessions where expire < $1', old);
    expect(left.rowCount).toBe(0);
    const counted = await db.pool.query('select key from rate_limits');
    expect(counted.rows.map(({ key }) => key)).toEqual(['attempt:198.51.100.40']);
  });
});
