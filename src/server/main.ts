import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { buildApp } from './app.ts';
import { migrate, migrationStatus } from './db/migrate.ts';
import { openDatabase } from './db/open-database.ts';
import { takePortalRequests } from './features/customer-portal/index.ts';
import { takeOverIssued } from './features/documents/index.ts';
import {
  findLostEmails,
  findStalledEmails,
  readBounceMailbox,
  takeEmails,
} from './features/emails/index.ts';
import { expireEstimates } from './features/estimates/index.ts';
import { fetchExchangeRates } from './features/exchange-rates/index.ts';
import { markOverdue } from './features/invoices/index.ts';
import {
  chargeSavedCards,
  forgetCards,
  reconcilePayments,
  takeRechecks,
  setCardsAside,
} from './features/payments/index.ts';
import {
  checkPaymentKeys,
  forgetRetiredKeys,
  isSealedWithOtherKey,
  replaceLostTimeZones,
} from './features/profile/index.ts';
import { makeRecurringInvoices } from './features/recurring/index.ts';
import { sendReminders } from './features/reminders/index.ts';
import { rewriteSearchTexts } from './features/search/index.ts';
import { checkSubscriptions, preparePlatform } from './features/subscription/index.ts';
import { systemClock } from './platform/clock/clock.ts';
import type { Env } from './platform/env/read-env.ts';
import { EnvError, readEnv } from './platform/env/read-env.ts';
import { openFiles } from './platform/files/open-files.ts';
import { openDraining } from './platform/http/draining.ts';
import type { Services } from './platform/http/services.ts';
import { forgetOldKeys } from './platform/idempotency/forget-old-keys.job.ts';
import { openJobs } from './platform/jobs/open-jobs.ts';
import { forgetOldCounts, requestLimits } from './platform/limits/request-limits.ts';
import { openLog } from './platform/log/open-log.ts';
import { explainStartFailure } from './platform/log/start-failure.ts';
import { openOutbox } from './platform/mail/outbox.ts';
import { openSmtpMailer } from './platform/mail/smtp-mailer.ts';
import { forgetOldEvents } from './platform/payment-providers/forget-old-events.job.ts';
import type { Payments } from './platform/payment-providers/open-payments.ts';
import { openPayments } from './platform/payment-providers/open-payments.ts';
import { startSandboxProcess } from './platform/payment-providers/start-sandbox-process.ts';
import { openPdfEngine } from './platform/pdf/open-pdf-engine.ts';
import { readMasterKey } from './platform/secrets/master-key.ts';
import { createSeal } from './platform/secrets/seal.ts';
import { forgetUnfinishedUploads } from './platform/uploads/forget-unfinished-uploads.job.ts';

/** In seconds. */
const MINUTE = 60;
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
  const log = openLog(env.logLevel);
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
  const pdf = openPdfEngine({ kept: 1, log });
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
    mailer: env.mail ? openSmtpMailer(env.mail, log) : openOutbox(env.dataDir, systemClock, log),
    masterKey,
    seal: createSeal(masterKey),
    payments: openPayments({
      settings: env.payments,
      clock: systemClock,
      sandboxUrl: sandbox?.url,
    }),
    appUrl: () => address ?? `http://localhost:${env.port}`,
  };
  if (await isSealedWithOtherKey(db.orm, services.seal)) {
    log.error('stored payment keys were encrypted with another key');
    say(`
  Stored payment keys cannot be read: they were encrypted with another key.
  Set the right SECRETS_KEY, or put the right secrets.key back into DATA_DIR, and start again.`);
  }
  await takeOverIssued(services);
  const draining = openDraining();
  const app = await buildApp({
    services,
    draining,
    version,
    logger: log,
    webDir: here('../web'),
    isReady: async () => {
      await db.ping();
      const { pending, unknown } = await migrationStatus(db);
      return pending.length === 0 && unknown.length === 0;
    },
  });

  // Its news is heard by the application.
  await replaceLostTimeZones(services);

  const close = async (signal: string) => {
    log.info({ signal }, 'closing');
    draining.begin();
    services.jobs.takeNoMore();
    // Whoever sends requests here sees that it is not ready, and sends them to another instance.
    if (signal === 'SIGTERM' && env.databaseUrl) await setTimeout(env.drainSeconds * 1_000);
    await Promise.all([services.jobs.stop(), app.close()]);
    await sandbox?.stop();
    await pdf.close();
    await db.close();
  };
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.on(signal, () => {
      if (draining.hasBegun) {
        log.warn({ signal }, 'ended at once');
        process.exit(1);
      }
      close(signal).then(
        () => process.exit(0),
        (error: unknown) => {
          log.error({ err: error }, 'could not close in order');
          process.exit(1);
        },
      );
    });
  }

  defineJobs(services);
  await services.jobs.prepare();
  // Providers send a burst of events at once; the usual queue of 511 connections would refuse some.
  await app.listen({ port: env.port, host: env.host, backlog: 4_096 });
  const bound = app.server.address();
  const port = typeof bound === 'object' && bound ? bound.port : env.port;
  const host = ['127.0.0.1', '0.0.0.0', '::', '::1'].includes(env.host) ? 'localhost' : env.host;
  address ??= `http://${host}:${port}`;
  // Only now is it known where providers reach this server.
  void preparePlatform(services);
  await services.jobs.start();
  say(`
  Remit is running at ${services.appUrl()}
  Data: ${db.kind === 'embedded' ? `embedded database in ${env.dataDir}` : `PostgreSQL, files in ${env.dataDir}`}
  ${paymentsLine(services.payments)}
  ${mailLine(env)}
`);
}

/** What goes on in the background: once for each slot of time over all instances. */
function defineJobs(services: Services): void {
  const { db, jobs } = services;
  const every = (everySeconds: number, name: string, work: () => Promise<number>) =>
    jobs.repeat({ name, everySeconds, work });
  takeEmails(services);
  takePortalRequests(services);
  takeRechecks(services);
  every(10, 'find stalled emails', () => findStalledEmails(services));
  every(5 * MINUTE, 'find lost emails', () => findLostEmails(services));
  if (services.env.bounceMailbox) {
    every(2 * MINUTE, 'read returned messages', () => readBounceMailbox(services));
  }
  every(5 * MINUTE, 'mark overdue invoices', () => markOverdue(services));
  every(MINUTE, 'make recurring invoices', () => makeRecurringInvoices(services));
  every(5 * MINUTE, 'send reminders', () => sendReminders(services));
  every(5 * MINUTE, 'expire estimates', () => expireEstimates(services));
  every(15, 'reconcile payments', () => reconcilePayments(services));
  every(MINUTE, 'charge saved cards', () => chargeSavedCards(services));
  every(MINUTE, 'forget saved cards', () => forgetCards(services));
  every(HOUR, 'set saved cards aside', () => setCardsAside(services));
  every(5 * MINUTE, 'check subscriptions', () => checkSubscriptions(services));
  if (services.env.exchangeRatesUrl) {
    every(HOUR / 2, 'fetch exchange rates', () => fetchExchangeRates(services));
  }
  every(MINUTE, 'write search texts', () => rewriteSearchTexts(services));
  every(HOUR, 'check payment keys', () => checkPaymentKeys(services));
  every(HOUR, 'forget replaced payment keys', () => forgetRetiredKeys(services));
  every(HOUR, 'forget unfinished uploads', () => forgetUnfinishedUploads(services));
  every(HOUR, 'forget old events', () => forgetOldEvents(services));
  every(HOUR, 'forget old request keys', () => forgetOldKeys(db, systemClock));
  every(HOUR, 'forget old request counts', () => forgetOldCounts(db.pool, systemClock));
}

function mailLine({ mail, dataDir }: Env): string {
  return mail
    ? `Mail: sent from ${mail.from}`
    : `Mail: no mail server; messages are kept in ${join(dataDir, 'outbox')}`;
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

start().catch((error: unknown) => stop(explainStartFailure(error)));
