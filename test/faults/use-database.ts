// A process for the tests to end in the middle of its work. Arguments: what to do, and a data folder.
import { openDatabase } from '../../src/server/db/open-database.ts';

const [task, dataDir] = process.argv.slice(2) as [string, string];
const say = (line: string) => process.stdout.write(`${line}\n`);
const log = {
  info() {},
  warn: (_details: object, message: string) => say(`warn: ${message}`),
  error: (_details: object, message: string) => say(`error: ${message}`),
};

try {
  const db = await openDatabase({ dataDir, log });
  await db.pool.query(
    'CREATE TABLE IF NOT EXISTS acknowledged (n int PRIMARY KEY, filler text NOT NULL)',
  );
  const { rows } = await db.pool.query(
    'SELECT count(*)::int AS count, coalesce(max(n), 0) AS last FROM acknowledged',
  );
  let last = rows[0].last as number;
  say(`open with ${rows[0].count} rows up to ${last}`);
  const commitOne = async () => {
    last += 1;
    await db.pool.query('INSERT INTO acknowledged VALUES ($1, $2)', [last, 'x'.repeat(500)]);
    say(`committed ${last}`);
  };
  if (task === 'commit-for-ever') {
    for (;;) await commitOne();
  }
  if (task === 'commit-20') {
    for (let n = 0; n < 20; n += 1) await commitOne();
    await db.close();
  }
  if (task === 'hold') setInterval(() => {}, 1000);
  if (task === 'break-engine') {
    await commitOne();
    // Written so that it is not recognized, this ends the engine with a FATAL error.
    await db.pool.query('COPY acknowledged FROM /**/ STDIN').catch((error: Error) => {
      say(`query: ${error.message}`);
    });
    setInterval(() => {}, 1000);
  }
} catch (error) {
  say(`refused: ${(error as Error).message}`);
  process.exitCode = 1;
}
