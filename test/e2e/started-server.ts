import type { ChildProcess } from 'node:child_process';
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, inject } from 'vitest';
import { createEmbeddedDataDir } from '../database/embedded-template.ts';
import { createPostgresDatabase, dropPostgresDatabase } from '../database/shared-server.ts';

const BUILT = resolve('dist/server/main.js');
/** Optimizing the embedded database's engine does not pay in a minute's life. */
const QUICK_TO_START = ['--liftoff-only'];

interface ServerOptions {
  /** Settings besides PORT and DATA_DIR. */
  env?: Record<string, string>;
  /** On PostgreSQL, with a database of its own, instead of the embedded one. */
  postgres?: boolean;
  /** One that no other file uses; with `env` or `postgres` it is anyway. */
  alone?: boolean;
}

/** The built program as an owner starts it, in a process and a data folder of its own. */
export class StartedServer {
  url = '';
  dataDir = '';
  private child: ChildProcess | undefined;
  private printed = '';
  private env: Record<string, string> = {};

  /** @param dataDir a folder to start on; otherwise a new, empty one, as at the first start */
  async start(env: Record<string, string>, dataDir?: string): Promise<void> {
    if (!existsSync(BUILT)) throw new Error('Build Remit first: npm run build');
    this.dataDir = dataDir ?? (await mkdtemp(join(tmpdir(), 'remit-e2e-')));
    this.env = env;
    await this.run('0');
  }

  /** Whether it has been started and not ended since. */
  get isRunning(): boolean {
    const { child } = this;
    return child !== undefined && child.exitCode === null && child.signalCode === null;
  }

  /** Starts it again after `kill` or `stop`: same folder, same address. */
  async startAgain(): Promise<void> {
    await this.run(new URL(this.url).port);
  }

  private async run(port: string): Promise<void> {
    const child = spawn(process.execPath, [...QUICK_TO_START, BUILT], {
      // Not where a developer's `.env` file may lie.
      cwd: this.dataDir,
      env: {
        PATH: process.env['PATH'],
        HOME: process.env['HOME'],
        LOG_LEVEL: 'warn',
        // Messages go at once: whoever is about taking them back asks for the time.
        MAIL_UNDO_SECONDS: '0',
        // Nothing stands before it that would send requests elsewhere.
        DRAIN_SECONDS: '0',
        ...this.env,
        PORT: port,
        DATA_DIR: this.dataDir,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    this.child = child;
    this.url = await new Promise((found, failed) => {
      const read = (chunk: Buffer) => {
        const text = chunk.toString();
        this.printed += text;
        // What it could not explain to whoever asked: a failed test is read beside it.
        if (text.includes('"level":50')) process.stderr.write(text);
        const address = /running at (http\S+)/.exec(this.printed.slice(-2_000))?.[1];
        if (address) found(address);
      };
      child.stdout.on('data', read);
      child.stderr.on('data', read);
      child.once('exit', (code) =>
        failed(new Error(`The server ended with ${code}:\n${this.printed}`)),
      );
    });
  }

  private async end(signal: NodeJS.Signals): Promise<void> {
    const { child } = this;
    if (!child || !this.isRunning) return;
    const ended = new Promise((gone) => child.once('exit', gone));
    child.kill(signal);
    await ended;
    this.printed = '';
  }

  /** Tells it to stop. @returns the code that it ends with */
  terminate(): Promise<number | null> {
    const { child } = this;
    if (!child) throw new Error('the server was not started');
    const ended = new Promise<number | null>((gone) => child.once('exit', gone));
    child.kill('SIGTERM');
    return ended;
  }

  /** As a power cut does it: no time to say good-bye. */
  kill(): Promise<void> {
    return this.end('SIGKILL');
  }

  async stop(): Promise<void> {
    await this.end('SIGTERM');
    // The sandbox of a killed server ends by itself, and writes until it does.
    await rm(this.dataDir, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
  }

  /** `kill`, where there is no time to wait. */
  killNow(): void {
    this.child?.kill('SIGKILL');
  }

  /** Texts of the messages that would have been sent, oldest first. */
  async outbox(): Promise<string[]> {
    const folder = join(this.dataDir, 'outbox');
    if (!existsSync(folder)) return [];
    const names = (await readdir(folder)).toSorted();
    return Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')));
  }
}

/** What the tests of a file know of their server. */
interface ServerOfFile {
  server: StartedServer;
  /** Asks the server's database, if that is on PostgreSQL. */
  query(sql: string, values?: unknown[]): Promise<Record<string, unknown>[]>;
}

/**
 * A server for all tests of a file, and for those of the worker's other files: owners do not see
 * each other, and starting one takes as long as a test. Whoever needs settings or a server that
 * nobody has used has one alone; on PostgreSQL `query` reaches its database.
 */
export function serverForFile(options: ServerOptions = {}): ServerOfFile {
  const { env, postgres = false, alone = false } = options;
  if (env || postgres || alone) return serverAlone(env ?? {}, postgres);
  beforeAll(async () => {
    await (serverOfWorker ??= startForWorker());
    // A test that failed after it had killed the server.
    if (!shared.isRunning) await shared.startAgain();
  });
  return {
    server: shared,
    query: () => Promise.reject(new Error('Only a server on PostgreSQL can be asked')),
  };
}

const shared = new StartedServer();
let serverOfWorker: Promise<void> | undefined;

/** In the folder of the run, whose end is the server's too, should the worker go without a word. */
async function startForWorker(): Promise<void> {
  const dataDir = await createEmbeddedDataDir({ parent: inject('testRunFolder') });
  // Set here, and not where somebody looks for it: a server with settings is one more to start.
  await shared.start({ SUPPORT_EMAIL: 'help@example.com' }, dataDir);
  process.once('exit', () => shared.killNow());
  process.once('SIGTERM', () => process.exit());
}

function serverAlone(env: Record<string, string>, postgres: boolean): ServerOfFile {
  const server = new StartedServer();
  let databaseUrl: string | undefined;

  const query = async (sql: string, values: unknown[] = []) => {
    if (!databaseUrl) throw new Error('Only a server on PostgreSQL can be asked');
    const client = new pg.Client({ connectionString: databaseUrl });
    await client.connect();
    try {
      return (await client.query(sql, values)).rows as Record<string, unknown>[];
    } finally {
      await client.end();
    }
  };

  beforeAll(async () => {
    // Making a database takes seconds; the first start has a test of its own.
    if (postgres) {
      databaseUrl = await createPostgresDatabase();
      await server.start({ ...env, DATABASE_URL: databaseUrl });
    } else {
      await server.start(env, await createEmbeddedDataDir());
    }
  });
  afterAll(async () => {
    await server.kill();
    await server.stop();
    if (databaseUrl) await dropPostgresDatabase(databaseUrl);
  });
  return { server, query };
}
