import { spawn } from 'node:child_process';
import { existsSync, mkdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { afterRunning } from '../../../shared/time-limits/running-time.ts';
import type { Logger } from '../log/logger.ts';

export interface SandboxProcess {
  /** Such as 'http://127.0.0.1:3001'. */
  url: string;
  stop(): Promise<void>;
}

const START_TIMEOUT_MS = 20_000;
const RESTART_MS = 500;
const LONGEST_PAUSE_MS = 30_000;

/**
 * It waits most of its time: neither code compiled for speed nor garbage kept until later pays, though a
 * call then takes some milliseconds more. Node knows these from 20 to 24.
 */
const LITTLE_MEMORY = [
  '--max-semi-space-size=1',
  '--gc-global',
  '--optimize-for-size',
  '--no-opt',
  '--no-sparkplug',
];

/** The bundled program stands beside the server's; from the sources it runs through the loader. */
function program(): string[] {
  const fromSources = import.meta.url.endsWith('.ts');
  const path = fromSources ? '../../../../packages/sandbox/src/main.ts' : '../sandbox/main.js';
  const file = fileURLToPath(new URL(path, import.meta.url));
  if (!existsSync(file)) throw new Error('The sandbox was not built. Run: npm run build');
  if (!fromSources) return [...LITTLE_MEMORY, file];
  const loader = createRequire(import.meta.url).resolve('tsx');
  return ['--import', pathToFileURL(loader).href, file];
}

/**
 * Starts the stand-in for the payment providers as a process of its own, which ends with this one.
 * Where its usual port is taken, it takes a free one.
 * @param port 0 for a free one
 */
export async function startSandboxProcess(
  dataDir: string,
  port: number,
  log: Logger,
): Promise<SandboxProcess> {
  const folder = join(dataDir, 'sandbox');
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  let current: Running;
  try {
    current = await start(folder, port);
  } catch (error) {
    if (port === 0) throw error;
    log.info({ port }, 'the sandbox takes another port: its own is in use');
    current = await start(folder, 0);
  }
  const { url } = current;
  let stopping = false;
  /** At the same address: links to its pages are out, and browsers may be sent there. */
  const keepAlive = async (): Promise<void> => {
    for (let pause = RESTART_MS; !stopping; pause = Math.min(pause * 2, LONGEST_PAUSE_MS)) {
      await current.ended;
      if (stopping) return;
      log.error({ printed: current.printed() }, 'the sandbox has ended; it is started again');
      await sleep(pause);
      if (stopping) return;
      try {
        current = await start(folder, Number(new URL(url).port));
        pause = RESTART_MS;
      } catch (error) {
        log.error({ err: error }, 'the sandbox could not be started again');
      }
    }
  };
  void keepAlive();
  return {
    url,
    async stop() {
      stopping = true;
      await current.stop();
    },
  };
}

interface Running {
  url: string;
  ended: Promise<void>;
  printed(): string;
  stop(): Promise<void>;
}

async function start(folder: string, port: number): Promise<Running> {
  const child = spawn(process.execPath, program(), {
    // None of the server's settings, and so none of its secrets.
    env: {
      SANDBOX_PORT: String(port),
      SANDBOX_STATE: join(folder, 'state.json'),
      ...(process.env['SANDBOX_CONTROLS']
        ? { SANDBOX_CONTROLS: process.env['SANDBOX_CONTROLS'] }
        : {}),
    },
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  // A write to a program that has ended is no reason to end as well.
  child.stdin.on('error', () => undefined);
  let printed = '';
  const ended = new Promise<void>((resolve) => {
    child.once('exit', () => resolve());
  });
  const url = await new Promise<string>((resolve, reject) => {
    const callOffLimit = afterRunning(START_TIMEOUT_MS, () => {
      child.kill('SIGKILL');
      reject(new Error('The sandbox did not start in time'));
    });
    const read = (chunk: Buffer) => {
      printed = (printed + chunk.toString()).slice(-4_000);
      const address = /running at (http\S+)/.exec(printed)?.[1];
      if (address) {
        callOffLimit();
        resolve(address);
      }
    };
    child.stdout.on('data', read);
    child.stderr.on('data', read);
    child.once('error', reject);
    child.once('exit', (code) => {
      callOffLimit();
      reject(new Error(`The sandbox ended with ${code}: ${printed}`));
    });
  });
  return {
    url,
    ended,
    printed: () => printed,
    async stop() {
      child.kill('SIGTERM');
      await ended;
    },
  };
}
