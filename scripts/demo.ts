/**
 * `npm run demo`: fills an account with two believable years of a design studio, through the same
 * verbs that the application calls. The server must be stopped when it uses the embedded database.
 */
import { existsSync, mkdirSync } from 'node:fs';
import { pino } from 'pino';
import { buildApp } from '../src/server/app.ts';
import { migrate } from '../src/server/db/migrate.ts';
import { openDatabase } from '../src/server/db/open-database.ts';
import { findAccountBusiness } from '../src/server/features/businesses/index.ts';
import { systemClock } from '../src/server/platform/clock/clock.ts';
import { readEnv } from '../src/server/platform/env/read-env.ts';
import { openFiles } from '../src/server/platform/files/open-files.ts';
import { openJobs } from '../src/server/platform/jobs/open-jobs.ts';
import { requestLimits } from '../src/server/platform/limits/request-limits.ts';
import { openOutbox } from '../src/server/platform/mail/outbox.ts';
import { openPayments } from '../src/server/platform/payment-providers/open-payments.ts';
import { openPdfEngine } from '../src/server/platform/pdf/open-pdf-engine.ts';
import { readMasterKey } from '../src/server/platform/secrets/master-key.ts';
import { createSeal } from '../src/server/platform/secrets/seal.ts';
import { DEMO_LOGIN } from './demo/demo-account.ts';
import { fillDemoAccount } from './demo/fill-account.ts';

async function main(): Promise<void> {
  if (existsSync('.env')) process.loadEnvFile('.env');
  const env = readEnv(process.env);
  const log = pino({ level: 'warn' });
  mkdirSync(env.dataDir, { recursive: true, mode: 0o700 });
  const db = await openDatabase({ databaseUrl: env.databaseUrl, dataDir: env.dataDir, log });
  await migrate(db, { log });
  const pdf = openPdfEngine({ processes: 1, log });
  const masterKey = readMasterKey(env.secretsKey, env.dataDir);
  const services = {
    env,
    db,
    pdf,
    log,
    clock: systemClock,
    files: await openFiles({ dataDir: env.dataDir, s3: env.s3, masterKey, clock: systemClock }),
    jobs: openJobs(db, log),
    limits: requestLimits(db.pool, systemClock),
    mailer: openOutbox(env.dataDir, systemClock, log),
    masterKey,
    seal: createSeal(masterKey),
    payments: openPayments({ settings: env.payments, clock: systemClock }),
    appUrl: () => env.appUrl ?? `http://localhost:${env.port}`,
  };
  await services.jobs.prepare();
  const app = await buildApp({
    services,
    version: 'demo',
    logger: false,
    isReady: async () => true,
  });
  try {
    const answer = await app.inject({
      method: 'POST',
      url: '/api/auth/sign-up/email',
      payload: { ...DEMO_LOGIN, name: 'Ada Quill' },
    });
    if (answer.statusCode !== 200) {
      const { message } = answer.json<{ message?: string }>();
      throw new Error(
        `The demo account ${DEMO_LOGIN.email} could not be made: ${message ?? answer.body}`,
      );
    }
    const { user } = answer.json<{ user: { id: string } }>();
    const businessId = await findAccountBusiness(services.db.orm, user.id);
    if (businessId === undefined) throw new Error('The demo account has no business');
    const made = await fillDemoAccount(services, businessId, new Date());
    process.stdout.write(
      `\n  Made ${made.customers} customers, ${made.items} items, ${made.invoices} invoices, ` +
        `${made.estimates} estimates and ${made.expenses} expenses.\n` +
        `  Start Remit and sign in as ${DEMO_LOGIN.email} with the password ${DEMO_LOGIN.password}\n\n`,
    );
  } finally {
    await app.close();
    await services.jobs.stop();
    await pdf.close();
    await db.close();
  }
}

main().catch((error: unknown) => {
  process.stderr.write(`\n${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
});
