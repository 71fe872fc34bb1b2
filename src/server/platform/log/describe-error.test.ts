import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { describeOnDatabase } from '../../../../test/database/describe-on-database.ts';
import { withTransaction } from '../../db/with-transaction.ts';
import { describeError } from './describe-error.ts';

const failure = (work: Promise<unknown>) =>
  work.then(
    () => Promise.reject(new Error('It worked')),
    (error: unknown) => error,
  );

describeOnDatabase('the log line of a failed statement', { owned: true }, (db) => {
  test('tells the statement and the rule, and nothing that was to be stored', async () => {
    const token = 'a-token-of-a-session\nin two lines $& $1';
    await db.pool.query('CREATE TABLE kept (token text PRIMARY KEY, n int CHECK (n < 9))');
    const keep = (n: number) => sql`INSERT INTO kept (token, n) VALUES (${token}, ${n})`;
    await db.orm.execute(keep(1));
    for (const [n, code, constraint] of [
      [1, '23505', 'kept_pkey'],
      [9, '23514', 'kept_n_check'],
    ] as const) {
      const error = await failure(withTransaction(db, (tx) => tx.execute(keep(n))));
      const line = describeError(error);
      expect(line).toMatchObject({ code, constraint, table: 'kept' });
      expect(line.message).toMatch(
        /^Failed query: INSERT INTO kept \(token, n\) VALUES \(\$1, \$2\): .*violates/,
      );
      expect(line.stack).toMatch(
        /INSERT INTO kept[^]*\n {4}at [^]*\ncaused by: error: [^]*\n {4}at /,
      );
      expect(JSON.stringify(line)).not.toMatch(/a-token|two lines/);
    }
  });
});

test('every cause is told, however deep, and a circle ends', () => {
  const first = Object.assign(new Error('refused'), { code: 'ECONNREFUSED', syscall: 'connect' });
  const last = new RangeError('it failed', { cause: new Error('there', { cause: first }) });
  expect(describeError(last)).toMatchObject({
    type: 'RangeError',
    message: 'it failed: there: refused',
    code: 'ECONNREFUSED',
    syscall: 'connect',
  });
  first.cause = last;
  expect(describeError(last)).toMatchObject({ type: 'RangeError' });
  expect(describeError('thrown')).toEqual({ type: 'string', message: 'thrown', stack: '' });
});
