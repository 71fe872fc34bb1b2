import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import type { AccountsApp } from '../../../../test/accounts/accounts-app.ts';
import { accountsApp } from '../../../../test/accounts/accounts-app.ts';
import { describeOnDatabase } from '../../../../test/database/describe-on-database.ts';

const BUSY = {
  code: 'BUSY',
  message: 'The database is not responding right now. Try again in a moment.',
};

describeOnDatabase('accounts while the database is ending', { owned: true }, (db) => {
  let it: AccountsApp;
  beforeAll(async () => {
    it = await accountsApp(db);
    await it.visitor().signUp('ada@example.com', 'correct horse battery');
    // What PostgreSQL says to the connections that it ends.
    await db.pool.query(`
      CREATE FUNCTION end_now() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
        RAISE EXCEPTION 'terminating connection' USING ERRCODE = 'admin_shutdown';
      END $$`);
  });
  // The library has a way of its own to the terminal, which takes parameters along.
  const printed = vi.spyOn(console, 'error').mockImplementation(() => {});
  beforeEach(() => {
    it.logged.length = 0;
    printed.mockClear();
  });
  afterEach(() => {
    expect(it.logged.join('')).toMatch(/"msg":"the database does not answer"/);
    expect(it.logged.join('')).not.toMatch(/params|argon2|127\.0\.0\.1","userAgent/);
    expect(printed).not.toHaveBeenCalled();
  });
  afterAll(async () => {
    printed.mockRestore();
    await db.pool.query('DROP FUNCTION end_now CASCADE');
    await it.app.close();
  });

  /** As if the server went away just before a row of that table is written. */
  const endingAt = async (table: string, work: () => Promise<void>) => {
    await db.pool.query(
      `CREATE TRIGGER ending BEFORE INSERT OR UPDATE OR DELETE ON ${table} EXECUTE FUNCTION end_now()`,
    );
    try {
      await work();
    } finally {
      await db.pool.query(`DROP TRIGGER ending ON ${table}`);
    }
  };

  test('a sign-in is told to be tried again, and works then', async () => {
    const ada = it.visitor();
    await endingAt('sessions', async () => {
      const answer = await ada.signIn('ada@example.com', 'correct horse battery');
      expect([answer.statusCode, answer.json()]).toEqual([503, BUSY]);
    });
    expect((await ada.signIn('ada@example.com', 'correct horse battery')).statusCode).toBe(200);
  });

  test.each(['users', 'accounts', 'sessions'])(
    'a sign-up that ends at %s is not refused as impossible, and leaves nothing half done',
    async (table) => {
      const eve = it.visitor();
      const email = `eve-${table}@example.com`;
      await endingAt(table, async () => {
        const answer = await eve.signUp(email, 'eve is curious');
        expect([answer.statusCode, answer.json()]).toEqual([503, BUSY]);
      });
      const again = await eve.signUp(email, 'eve is curious');
      expect(again.statusCode).toBe(200);
      expect((await eve.user()).json().email).toBe(email);
    },
  );

  test('nobody is told to be signed out who is not', async () => {
    const ada = it.visitor();
    await ada.signIn('ada@example.com', 'correct horse battery');
    await endingAt('sessions', async () => {
      for (const call of ['sign-out', 'revoke-other-sessions']) {
        const answer = await ada.post(`/api/auth/${call}`);
        expect([call, answer.statusCode, answer.json()]).toEqual([call, 503, BUSY]);
      }
    });
    expect((await ada.user()).statusCode).toBe(200);
    expect((await ada.post('/api/auth/sign-out')).statusCode).toBe(200);
    expect((await ada.user()).statusCode).toBe(401);
  });

  test('the link of a message leads to the sign-in page, which says that it failed', async () => {
    const verifying = await accountsApp(db, { mail: 'smtp' });
    const visitor = verifying.visitor();
    await visitor.signUp('joan@example.com', 'joan likes links');
    await expect.poll(() => verifying.mails.sent.length).toBe(1);
    const link = verifying.mails.linkTo('joan@example.com');
    await endingAt('users', async () => {
      const answer = await visitor.get(link.pathname + link.search);
      expect([answer.statusCode, answer.headers.location]).toEqual([
        302,
        'http://localhost:3000/sign-in?error=failed',
      ]);
    });
    const again = await visitor.get(link.pathname + link.search);
    expect(again.headers.location).toMatch(/verified=1/);
    it.logged.push(...verifying.logged);
    await verifying.app.close();
  });
});
