import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import type { AccountsApp, Visitor } from '../../../../test/accounts/accounts-app.ts';
import { accountsApp } from '../../../../test/accounts/accounts-app.ts';
import {
  addPasskey,
  SoftwareAuthenticator,
} from '../../../../test/accounts/software-authenticator.ts';
import { describeOnDatabase } from '../../../../test/database/describe-on-database.ts';
import { withTransaction } from '../../db/with-transaction.ts';
import type { KeptAccess } from './revoke-access.ts';
import { revokeAccess } from './revoke-access.ts';

const HERE = 'http://localhost:3000';
const PASSKEY = '/api/auth/passkey';
const OLD = 'correct horse battery';
const NEW = 'another horse entirely';
const REFUSED = [
  401,
  {
    code: 'UNAUTHORIZED',
    message: 'The sign-in details of this account have changed in the meantime. Sign in again.',
    reason: 'ACCESS_CHANGED',
  },
];

function gate() {
  let open = () => {};
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { open, opened };
}

/** A change of the password compares it again as it writes. */
const WRONG = [
  400,
  {
    code: 'BAD_REQUEST',
    message: 'The current password is incorrect',
    reason: 'INVALID_PASSWORD',
  },
];

/** What a call reads last before it checks what it was given, or just after it has. */
const READS = {
  password: /^select .*"accounts"/,
  consumedChallenge: /^update "passkeys"/,
};

describeOnDatabase(
  'access that is revoked while somebody is being let in',
  { owned: true },
  (db) => {
    let it: AccountsApp;
    beforeAll(async () => {
      it = await accountsApp(db);
    });
    afterEach(() => void vi.restoreAllMocks());
    afterAll(() => it.app.close());

    /** Keeps the call from going on once it has the answer to such a statement, until let go. */
    const held = (statement: RegExp, call: () => PromiseLike<Answer>) => {
      const reached = gate();
      const letGo = gate();
      vi.restoreAllMocks();
      const pool: { query: (...given: never[]) => unknown } = db.pool;
      const query = db.pool.query.bind(db.pool) as (...given: unknown[]) => Promise<unknown>;
      let isHeld = false;
      vi.spyOn(pool, 'query').mockImplementation(async (...given: unknown[]) => {
        const [text] = given as [string | { text: string }];
        const answer = await query(...given);
        if (isHeld || !statement.test(typeof text === 'string' ? text : text.text)) return answer;
        isHeld = true;
        reached.open();
        await letGo.opened;
        return answer;
      });
      return { answer: Promise.resolve(call()), reached: reached.opened, letGo: letGo.open };
    };
    type Answer = Awaited<ReturnType<Visitor['post']>>;

    /** Revokes access while the call is held, and commits when the call waits for it. */
    const evictDuring = async (
      email: string,
      statement: RegExp,
      call: () => PromiseLike<Answer>,
      kept?: KeptAccess,
    ) => {
      const userId = await findUserId(email);
      const { answer, reached, letGo } = held(statement, call);
      await reached;
      await withTransaction(db, async (tx) => {
        await revokeAccess(tx, userId, kept);
        letGo();
        // The embedded database has one connection, for which the call waits.
        if (db.kind === 'postgresql') await expect.poll(waiting).toBeGreaterThan(0);
      });
      return answer;
    };
    const waiting = async () => {
      const { rows } = await db.pool.query<{ count: number }>(
        `select count(*)::int from pg_stat_activity
       where datname = current_database() and wait_event_type = 'Lock'`,
      );
      return rows[0]?.count;
    };
    const findUserId = async (email: string) => {
      const { rows } = await db.pool.query<{ id: string }>(
        'select id from users where email = $1',
        [email],
      );
      return rows[0]?.id ?? '';
    };
    const countRows = async (table: 'sessions' | 'passkeys', email: string) => {
      const { rowCount } = await db.pool.query(`select from ${table} where user_id = $1`, [
        await findUserId(email),
      ]);
      return rowCount;
    };
    const signedUp = async (email: string) => {
      const visitor = it.visitor();
      expect((await visitor.signUp(email, OLD)).statusCode).toBe(200);
      return visitor;
    };
    const shown = (answer: Answer) => [answer.statusCode, answer.json()];
    const passkeyAnswer = async (visitor: Visitor, device: SoftwareAuthenticator) =>
      device.get((await visitor.get(`${PASSKEY}/generate-authenticate-options`)).json(), HERE);
    const resetTokens = (email: string) =>
      it.mails.sent
        .filter(({ to }) => to === email)
        .flatMap(({ text }) => /\/reset-password\?token=(\S+)/.exec(text)?.[1] ?? []);
    const reset = async (email: string, newPassword: string) => {
      // Counted are links alone: a notice of what was done before may come between.
      const before = resetTokens(email).length;
      await it.visitor().post('/api/auth/request-password-reset', { email });
      await expect.poll(() => resetTokens(email).length).toBe(before + 1);
      const token = resetTokens(email).at(-1);
      return () => it.visitor().post('/api/auth/reset-password', { token, newPassword });
    };

    test('a password that has just been right begins no session', async () => {
      const email = 'password@example.com';
      await signedUp(email);
      const eve = it.visitor();
      const answer = await evictDuring(email, READS.password, () => eve.signIn(email, OLD));
      expect(shown(answer)).toEqual(REFUSED);
      expect(answer.headers['set-cookie']).toBeUndefined();
      expect(await countRows('sessions', email)).toBe(0);
    });

    test('nor does a passkey, and none of a session that has ended is added', async () => {
      const email = 'passkey@example.com';
      const owner = await signedUp(email);
      const device = new SoftwareAuthenticator();
      await addPasskey(owner, device, HERE);
      const eve = it.visitor();
      const response = await passkeyAnswer(eve, device);
      const signIn = await evictDuring(email, READS.consumedChallenge, () =>
        eve.post(`${PASSKEY}/verify-authentication`, { response }),
      );
      expect(shown(signIn)).toEqual(REFUSED);

      const thief = await signedUp('thief@example.com');
      const options = (await thief.get(`${PASSKEY}/generate-register-options`)).json();
      const added = await evictDuring('thief@example.com', /^select .*"users"/, () =>
        thief.post(`${PASSKEY}/verify-registration`, {
          response: new SoftwareAuthenticator().create(options, HERE),
        }),
      );
      expect(shown(added)).toEqual(REFUSED);
      for (const table of ['sessions', 'passkeys'] as const) {
        expect([
          await countRows(table, email),
          await countRows(table, 'thief@example.com'),
        ]).toEqual([0, 0]);
      }
    });

    test('a password that was replaced meanwhile lets nobody in, and replaces nothing', async () => {
      const email = 'reset@example.com';
      const thief = await signedUp(email);
      // The first proof of the address is not what is looked at here.
      await db.pool.query('update users set email_verified = true where email = $1', [email]);
      const eve = it.visitor();
      const choose = await reset(email, NEW);
      const signIn = held(READS.password, () => eve.signIn(email, OLD));
      await signIn.reached;
      expect((await choose()).statusCode).toBe(200);
      signIn.letGo();
      expect(shown(await signIn.answer)).toEqual(REFUSED);
      expect((await thief.user()).statusCode).toBe(401);
      expect(await countRows('sessions', email)).toBe(0);

      const late = it.visitor();
      await late.signIn(email, NEW);
      const chooseAgain = await reset(email, 'a third horse by now');
      const change = held(READS.password, () =>
        late.post('/api/auth/change-password', {
          currentPassword: NEW,
          newPassword: 'the horse of a thief',
        }),
      );
      await change.reached;
      expect((await chooseAgain()).statusCode).toBe(200);
      change.letGo();
      expect(shown(await change.answer)).toEqual(WRONG);
      expect(await countRows('sessions', email)).toBe(0);
      expect((await it.visitor().signIn(email, 'a third horse by now')).statusCode).toBe(200);
    });

    test('a password is not changed by whose access was revoked', async () => {
      const email = 'change@example.com';
      const thief = await signedUp(email);
      const answer = await evictDuring(email, READS.password, () =>
        thief.post('/api/auth/change-password', {
          currentPassword: OLD,
          newPassword: NEW,
        }),
      );
      expect(shown(answer)).toEqual(WRONG);
      expect(await countRows('sessions', email)).toBe(0);
      expect((await it.visitor().signIn(email, NEW)).statusCode).toBe(401);
    });

    test('nor by a session that has ended', async () => {
      const email = 'ended@example.com';
      const thief = await signedUp(email);
      const answer = await evictDuring(
        email,
        READS.password,
        () => thief.post('/api/auth/change-password', { currentPassword: OLD, newPassword: NEW }),
        { password: true },
      );
      expect(shown(answer)).toEqual(REFUSED);
      expect((await it.visitor().signIn(email, NEW)).statusCode).toBe(401);
    });

    test('nor is anybody confirmed by a password or a passkey that is gone', async () => {
      const email = 'confirm@example.com';
      const owner = await signedUp(email);
      const device = new SoftwareAuthenticator();
      await addPasskey(owner, device, HERE);
      const { rows } = await db.pool.query('select sid from sessions where user_id = $1', [
        await findUserId(email),
      ]);
      // The session stays: the proof alone is gone.
      const kept = { sid: String(rows[0]?.sid) };
      it.clock.advance(11 * 60);
      // What is swept now would be the next challenge: the library's clock stands still.
      await owner.get('/api/auth/get-session');
      const response = await passkeyAnswer(owner, device);
      const byPasskey = await evictDuring(
        email,
        READS.consumedChallenge,
        () => owner.post('/api/auth/confirm-passkey', { response }),
        { ...kept, password: true },
      );
      expect(shown(byPasskey)).toEqual(REFUSED);
      const byPassword = await evictDuring(
        email,
        READS.password,
        () => owner.post('/api/auth/confirm-password', { password: OLD }),
        kept,
      );
      expect(shown(byPassword)).toEqual(REFUSED);
      expect((await owner.get(`${PASSKEY}/generate-register-options`)).statusCode).toBe(403);
      expect(await countRows('sessions', email)).toBe(1);
    });
  },
);
