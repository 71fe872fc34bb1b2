/**
 * `npm run distribute`: spreads a PostgreSQL database with Citus over its machines, by business. Says what goes
 * where and what stands in the way; `-- --yes` does it. Servers must be stopped. Stopped at any moment, it
 * goes on when it is run again; where all is done, it brings a new machine's settings up to date.
 */
import { existsSync } from 'node:fs';
import { pino } from 'pino';
import {
  DistributionRefusedError,
  distribute,
  planDistribution,
} from './db/distributed/distribute.ts';
import type { Place } from './db/distributed/placement.ts';
import { openDatabase } from './db/open-database.ts';
import { EnvError, readEnv } from './platform/env/read-env.ts';
import { explainStartFailure } from './platform/log/start-failure.ts';

const say = (text: string) => process.stdout.write(`${text}\n`);

const WHERE: Record<Place, string> = {
  distributed: 'By business, each on the machine of its own',
  reference: 'On every machine',
  local: 'On the coordinator alone',
};

async function run(): Promise<void> {
  if (existsSync('.env')) process.loadEnvFile('.env');
  const env = readEnv(process.env);
  if (!env.databaseUrl)
    throw new EnvError('There is no DATABASE_URL: the embedded database runs on one machine.');
  const { databaseUrl, dataDir } = env;
  const db = await openDatabase({
    databaseUrl,
    dataDir,
    log: pino({ level: 'warn' }),
    poolSize: 1,
  });
  try {
    const plan = await planDistribution(db);
    for (const place of ['distributed', 'reference', 'local'] as const) {
      const names = plan.tables.filter(({ wanted }) => wanted === place).map(({ name }) => name);
      say(`${WHERE[place]} (${names.length}): ${names.join(', ')}`);
    }
    for (const { node, setting } of plan.unset) say(`${node} lacks the setting of ${setting}.`);
    const left = plan.moves.length + plan.keys.length + plan.unset.length;
    if (left === 0) {
      say('\nAll of it is in its place.');
      return;
    }
    say(
      `\n${plan.moves.length} tables move; ${plan.keys.length} keys are taken off for that and put back.`,
    );
    if (!process.argv.includes('--yes')) {
      say('Nothing was changed. `npm run distribute -- --yes` does it.');
      return;
    }
    await distribute(db, say);
    say('\nAll of it is in its place.');
  } finally {
    await db.close();
  }
}

run().then(
  () => process.exit(0),
  (error: unknown) => {
    const words =
      error instanceof DistributionRefusedError ? error.message : explainStartFailure(error);
    process.stderr.write(`\n${words}\n`);
    process.exit(1);
  },
);
