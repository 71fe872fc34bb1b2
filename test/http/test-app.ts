import { randomBytes, randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FastifyInstance, InjectOptions } from 'fastify';
import { buildApp } from '../../src/server/app.ts';
import type { Database } from '../../src/server/db/database.ts';
import { migrationStatus } from '../../src/server/db/migrate.ts';
import { findAccountBusiness } from '../../src/server/features/businesses/index.ts';
import { takePortalRequests } from '../../src/server/features/customer-portal/index.ts';
import { takeEmails } from '../../src/server/features/emails/deliver-email.ts';
import type { FetchText } from '../../src/server/features/emails/index.ts';
import { takeRechecks } from '../../src/server/features/payments/index.ts';
import { readEnv } from '../../src/server/platform/env/read-env.ts';
import type { FileStore } from '../../src/server/platform/files/file-store.ts';
import { openFiles } from '../../src/server/platform/files/open-files.ts';
import type { Services } from '../../src/server/platform/http/services.ts';
import { openJobs } from '../../src/server/platform/jobs/open-jobs.ts';
import { requestLimits } from '../../src/server/platform/limits/request-limits.ts';
import { openOutbox } from '../../src/server/platform/mail/outbox.ts';
import { openPayments } from '../../src/server/platform/payment-providers/open-payments.ts';
import type { PdfEngine } from '../../src/server/platform/pdf/open-pdf-engine.ts';
import { openPdfEngine } from '../../src/server/platform/pdf/open-pdf-engine.ts';
import { createSeal } from '../../src/server/platform/secrets/seal.ts';
import { quietLog } from '../database/quiet-log.ts';

export interface TestApp {
  app: FastifyInstance;
  /** Signs a new owner up and gives a caller with that owner's session. */
  signUp(email?: string): Promise<Caller>;
  /** A caller without a session. */
  visitor: Caller;
  services: Services;
  /** Opens a socket, for providers that send events. @returns its address, then the app's own */
  listen(): Promise<string>;
  time: { now: Date };
  files: FileStore;
  close(): Promise<void>;
}

export interface Answer {
  status: number;
  // Bodies differ by call; tests read what they assert.
  // oxlint-disable-next-line typescript/no-explicit-any
  body: any;
  headers: Record<string, unknown>;
  raw: Buffer;
}

export interface Caller {
  /** The account; its business has another id. */
  userId: string;
  businessId: string;
  cookie: string;
  call(method: string, path: string, payload?: unknown, headers?: object): Promise<Answer>;
}

/** The browser that the visitor pays from. */
export const PAYER = '00000000-0000-4000-8000-000000000001';
/** Of everybody who signs up here. */
export const PASSWORD = 'correct horse battery';

let sharedEngine: PdfEngine | undefined;
/** Its process starts with the first document, and serves all files of a worker: a start takes a second. */
function engine(): PdfEngine {
  sharedEngine ??= openPdfEngine({ processes: 1 });
  return sharedEngine;
}

/** The shared engine, as an application of its own has one: a test may replace what it does. */
const pdfEngine = (): PdfEngine => ({
  prepare: (...document) => engine().prepare(...document),
  pdf: (...document) => engine().pdf(...document),
  svg: (...document) => engine().svg(...document),
  ready: () => engine().ready(),
  processIds: () => sharedEngine?.processIds() ?? [],
  close: async () => {},
});

export interface TestAppOptions {
  /** Shared by the instances of one installation. */
  masterKey?: Buffer;
  socketHeartbeatMs?: number;
  /** Folder of built pages, where a test is about them. */
  webDir?: string;
  /** How many times what the limits allow: 1,000, because time stands still and all have one address. */
  lenience?: number;
  /** Stands for the servers of a mail provider. */
  fetchText?: FetchText;
}

/** How long a card provider may take for an answer: longer than a machine stands still. */
export const PROVIDER_TIMEOUT_MS = 600_000;

/** The application on a real database, called without a socket. */
export async function openTestApp(
  db: Database,
  env: Record<string, string> = {},
  options: TestAppOptions = {},
): Promise<TestApp> {
  const dataDir = await mkdtemp(join(tmpdir(), 'remit-app-'));
  const time = { now: new Date('2026-11-20T12:00:00Z') };
  const clock = { now: () => time.now };
  const log = { ...quietLog, debug() {}, fatal() {} };
  const masterKey = options.masterKey ?? randomBytes(32);
  const settings = readEnv({ DATA_DIR: dataDir, SANDBOX: 'off', ...env });
  const files = await openFiles({ dataDir, s3: settings.s3, masterKey, clock });
  let address = 'http://localhost:3000';
  const services = {
    env: settings,
    db,
    pdf: pdfEngine(),
    log,
    clock,
    files,
    jobs: openJobs(db, log),
    limits: requestLimits(db.pool, clock, { lenience: options.lenience ?? 1_000, holdMs: 1 }),
    mailer: openOutbox(dataDir, clock, log),
    masterKey,
    seal: createSeal(masterKey),
    payments: openPayments({
      settings: settings.payments,
      clock,
      timeoutMs: PROVIDER_TIMEOUT_MS,
    }),
    appUrl: () => address,
  };
  takeEmails(services);
  takePortalRequests(services);
  takeRechecks(services);
  const app = await buildApp({
    services,
    version: 'test',
    logger: false,
    validateAnswers: true,
    isReady: async () => (await migrationStatus(db)).pending.length === 0,
    accounts: { rateLimit: { window: 60, max: 10_000 } },
    webDir: options.webDir,
    ...(options.fetchText ? { fetchText: options.fetchText } : {}),
    ...(options.socketHeartbeatMs ? { socketHeartbeatMs: options.socketHeartbeatMs } : {}),
  });
  const caller = (userId: string, businessId: string, cookie: string): Caller => ({
    userId,
    businessId,
    cookie,
    async call(method, path, payload, headers = {}) {
      const options: InjectOptions = {
        method: method as 'GET',
        url: path,
        headers: { ...(cookie ? { cookie } : {}), ...headers },
        ...(payload === undefined ? {} : { payload: payload as object }),
      };
      const answer = await app.inject(options);
      const json = String(answer.headers['content-type']).startsWith('application/json');
      return {
        status: answer.statusCode,
        body: json && answer.body ? answer.json() : answer.body,
        headers: answer.headers,
        raw: answer.rawPayload,
      };
    },
  });
  return {
    app,
    services,
    async listen() {
      address = await app.listen({ port: 0, host: '127.0.0.1' });
      return address;
    },
    time,
    files,
    // One browser, as far as those who pay are told apart.
    visitor: caller('', '', `remit.payer=${PAYER}`),
    async signUp(email = `owner-${randomUUID()}@example.com`) {
      const answer = await app.inject({
        method: 'POST',
        url: '/api/auth/sign-up/email',
        payload: { email, password: PASSWORD, name: 'Ada Quill' },
      });
      if (answer.statusCode !== 200) throw new Error(`sign-up failed: ${answer.body}`);
      const cookie = answer.cookies.map(
        ({ name, value }) => `${name}=${encodeURIComponent(value)}`,
      );
      const userId = answer.json<{ user: { id: string } }>().user.id;
      const businessId = await findAccountBusiness(db.orm, userId);
      return caller(userId, businessId ?? '', cookie.join('; '));
    },
    async close() {
      await services.jobs.stop();
      await app.close();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
