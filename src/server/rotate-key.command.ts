/**
 * `npm run rotate-key`: a new key for the installation's secrets. Servers must be stopped. Killed at
 * any moment, it goes on when it is run again.
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pino } from 'pino';
import { openDatabase } from './db/open-database.ts';
import { EnvError, readEnv } from './platform/env/read-env.ts';
import { explainStartFailure } from './platform/log/start-failure.ts';
import { prepareKeyChange } from './platform/secrets/change-key.ts';
import { rotateKey } from './rotate-key.ts';

const say = (text: string) => process.stdout.write(`${text}\n`);

async function run(): Promise<void> {
  if (existsSync('.env')) process.loadEnvFile('.env');
  const env = readEnv(process.env);
  const log = pino({ level: 'warn' });
  if (!env.databaseUrl && !existsSync(join(env.dataDir, 'database'))) {
    throw new EnvError(`There is no database in ${env.dataDir} (DATA_DIR), and no DATABASE_URL.`);
  }
  const db = await openDatabase({ databaseUrl: env.databaseUrl, dataDir: env.dataDir, log });
  try {
    // Only now: a server that runs on the folder has refused the database, and is not to be disturbed.
    const change = prepareKeyChange(env, env.dataDir);
    const { resealed, done, unreadable, sessions } = await rotateKey(db, change, log);
    const left = change.finish();
    say(`Encrypted with the new key: ${resealed} values${done ? `, and ${done} before` : ''}.`);
    if (unreadable > 0) {
      say(`${unreadable} values are readable with neither key, as before; they were left alone.`);
    }
    say(`${sessions} sessions have ended: everybody signs in again.\n${left}`);
  } finally {
    await db.close();
  }
}

run().catch((error: unknown) => {
  process.stderr.write(`\nThe key was not changed.\n${explainStartFailure(error)}\n`);
  process.exit(1);
});
