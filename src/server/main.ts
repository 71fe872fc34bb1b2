import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { pino } from 'pino';
import { buildApp } from './app.ts';
import { migrate, migrationStatus } from './db/migrate.ts';
import { openDatabase } from './db/open-database.ts';
import { markOverdue } from './features/invoices/index.ts';
import { forgetOldEvents, reconcilePayments } from './features/payments/index.ts';
import { checkPaymentKeys, forgetRetiredKeys } from './features/profile/index.ts';
import { checkSubscriptions, preparePlatform } from './features/subscription/index.ts';
import { systemClock } from './platform/clock/clock.ts';
import type { Env } from './platform/env/read-env.ts';
import { EnvError, readEnv } from './platform/env/read-env.ts';
import { openFiles } from './platform/files/open-files.ts';
import { describeRequest } from './platform/http/request-log.ts';
import { forgetOldKeys } from './platform/idempotency/forget-old-keys.job.ts';
import { repeat } from './platform/jobs/repeat.ts';
import { openOutbox } from './platform/mail/mailer.ts';
import type { Payments } from './platform/payment-providers/open-payments.ts';
import { openPayments } from './platform/payment-providers/open-payments.ts';
import { startSandboxProcess } from './platform/payment-providers/start-sandbox-process.ts';
import { openPdfEngine } from './platform/pdf/open-pdf-engine.ts';
import { readMasterKey } from './platform/secrets/master-key.ts';
import { createSeal } from './platform/secrets/seal.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

/** Words for the person at the terminal; everything else is a log line. */
const say = (text: string) => process.stdout.write(`${text}\n`);

function stop(message: string): never {
  process.stderr.write(`\nRemit did not start.\n${message}\n`);
  process.exit(1);
}

function settings(): Env {
  if (existsSync('.env')) process.loadEnvFile('.env');
  try {
    return readEnv(process.env);
  } catch (error) {
    if (error instanceof EnvError) stop(error.message);
    throw error;
  }
}

async function start(): Promise<void> {
  const env = settings();
  const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));
  const { version } = JSON.parse(readFileSync(here('../../package.json'), 'utf8')) as {
    version: string;
  };
  const log = pino({
    level: env.logLevel,
    redact: ['req.headers.cookie', 'req.headers.authorization', 'res.headers["set-cookie"]'],
    serializers: { req: describeRequest, err: pino.stdSerializers.err },
  });
  mkdirSync(env.dataDir, { recursive: true, mode: 0o700 });
  if (!env.databaseUrl && !existsSync(join(env.dataDir, 'database'))) {
    say('\n  Preparing a new database. This takes a few seconds.');
  }
  const db = await openDatabase({ databaseUrl: env.databaseUrl, dataDir: env.dataDir, log });
  await migrate(db, { log });

  const sandbox = env.payments.startSandbox
    ? await startSandboxProcess(env.dataDir, sandboxPort(env), log)
    : undefined;
  let address = env.appUrl;
  const pdf = openPdfEngine({ log });
  const masterKey = readMasterKey(env.secretsKey, env.dataDir);
  const services = {
    env,
    db,
    pdf,
    log,
    clock: systemClock,
    files: await openFiles({ dataDir: env.dataDir, s3: env.s3, masterKey, clock: systemClock }),
    mailer: openOutbox(env.dataDir, systemClock, log),
    masterKey,
    seal: createSeal(masterKey),
    payments: openPayments({
      settings: env.payments,
      clock: systemClock,
      sandboxUrl: sandbox?.url,
    }),
    appUrl: () => address ?? `http://localhost:${env.port}`,
  };
  const app = await buildApp({
    services,
    version,
    logger: log,
    webDir: here('../web'),
    isReady: async () => {
      await db.ping();
      const { pending, unknown } = await migrationStatus(db);
      return pending.length === 0 && unknown.length === 0;
    },
  });

  let jobs: { stop(): void }[] = [];
  let closing: Promise<void> | undefined;
  const close = (signal: string) =>
    (closing ??= (async () => {
      log.info({ signal }, 'closing');
      for (const job of jobs) job.stop();
      await app.close();
      await sandbox?.stop();
      await pdf.close();
      await db.close();
    })());
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.on(signal, () => {
      close(signal).then(
        () => process.exit(0),
        (error: unknown) => {
          log.error({ err: error }, 'could not close in order');
          process.exit(1);
        },
      );
    });
  }

  // Providers send a burst of events at once; the usual queue of 511 connections would refuse some.
  await app.listen({ port: env.port, host: env.host, backlog: 4_096 });
  const bound = app.server.address();
  const port = typeof bound === 'object' && bound ? bound.port : env.port;
  const host = ['127.0.0.1', '0.0.0.0', '::', '::1'].includes(env.host) ? 'localhost' : env.host;
  address ??= `http://${host}:${port}`;
  // Only now is it known where providers reach this server.
  void preparePlatform(services);
  jobs = [
    repeat('mark overdue invoices', 5 * MINUTE, () => markOverdue(services), log),
    repeat('forget old keys', HOUR, () => forgetOldKeys(db, systemClock), log),
    repeat('forget old events', HOUR, () => forgetOldEvents(services), log),
    repeat('reconcile payments', 15_000, () => reconcilePayments(services), log),
    repeat('forget retired keys', HOUR, () => forgetRetiredKeys(services), log),
    repeat('check payment keys', HOUR, () => checkPaymentKeys(services), log),
    repeat('check subscriptions', 5 * MINUTE, () => checkSubscriptions(services), log),
  ];
  say(`
  Remit is running at ${services.appUrl()}
  Data: ${db.kind === 'embedded' ? `embedded database in ${env.dataDir}` : `PostgreSQL, files in ${env.dataDir}`}
  ${paymentsLine(services.payments)}
  Mail: no mail server; messages are kept in ${join(env.dataDir, 'outbox')}
`);
}

/** Beside the server's own port, so that addresses of hosted pages outlive a restart. */
function sandboxPort({ payments, port }: Env): number {
  return payments.sandboxPort ?? (port === 0 || port === 65_535 ? 0 : port + 1);
}

function paymentsLine({ sandboxUrl, testMode, platform }: Payments): string {
  if (sandboxUrl !== null)
    return `Payments: test mode, no real money moves (sandbox at ${sandboxUrl})`;
  const plans = platform ? '' : '; plans are not sold: no STRIPE_SECRET_KEY';
  return `Payments: ${testMode ? 'Stripe, test keys' : 'Stripe and PayPal'}${plans}`;
}

/** What the system says about a port, a folder or a host, in terms of the setting behind it. */
function inWords(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { code, syscall } = error as NodeJS.ErrnoException;
  if (code === 'EADDRINUSE')
    return 'The PORT is in use. Stop the other program, or choose another.';
  if (syscall === 'listen' || syscall === 'getaddrinfo') {
    return `It cannot listen at this HOST and PORT, or DATABASE_URL names no host: ${error.message}`;
  }
  if (syscall === 'connect')
    return `The database at DATABASE_URL does not answer: ${error.message}`;
  if (syscall === 'mkdir' || code === 'EACCES' || code === 'EROFS') {
    return `DATA_DIR cannot be written to: ${error.message}`;
  }
  return error.message;
}

start().catch((error: unknown) => stop(inWords(error)));
