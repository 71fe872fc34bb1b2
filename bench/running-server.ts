import type { ChildProcess } from 'node:child_process';
import { spawn } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

export interface RunningServer {
  url: string;
  /** From the start of the process to its first answer, in milliseconds. */
  startMs: number;
  /** Bytes of memory that the process and its children hold (Linux; 0 elsewhere). */
  memory(): number;
  /** Cookie header of a new account. */
  signUp(email: string): Promise<string>;
  stop(): Promise<void>;
}

/** A header of cookies, as a browser is given them. */
export const parseCookies = (header: string, url: string) =>
  header.split('; ').map((pair) => {
    const [name = '', ...value] = pair.split('=');
    return { name, value: value.join('='), url: new URL(url).origin };
  });

const BUILT = 'dist/server/main.js';

/** Starts the built server on a free port. @param env its settings; DATA_DIR is a new folder unless given */
export async function startServer(env: Record<string, string> = {}): Promise<RunningServer> {
  if (!existsSync(BUILT)) throw new Error('Build Remit first: npm run build');
  const dataDir = env['DATA_DIR'] ?? (await mkdtemp(join(tmpdir(), 'remit-bench-')));
  const start = performance.now();
  const child = spawn(process.execPath, [BUILT], {
    env: { ...process.env, PORT: '0', LOG_LEVEL: 'warn', DATA_DIR: dataDir, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const url = await address(child);
  while (!(await fetch(`${url}/healthz`).then((answer) => answer.ok))) await sleep(5);
  const startMs = performance.now() - start;
  return {
    url,
    startMs,
    memory: () => residentBytes(child.pid ?? 0),
    async signUp(email) {
      const answer = await fetch(`${url}/api/auth/sign-up/email`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ email, password: 'correct horse battery', name: 'Bench Owner' }),
      });
      if (!answer.ok) throw new Error(`sign-up failed: ${await answer.text()}`);
      return answer.headers
        .getSetCookie()
        .map((cookie) => cookie.split(';')[0])
        .join('; ');
    },
    async stop() {
      const ended = new Promise((resolve) => child.once('exit', resolve));
      child.kill('SIGTERM');
      await ended;
      if (!env['DATA_DIR']) await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** Starts another program that prints 'running at http…'. @param args of Node */
export async function startProgram(
  args: string[],
  env: Record<string, string>,
): Promise<{ url: string; stop(): Promise<void> }> {
  const child = spawn(process.execPath, args, {
    env: { ...process.env, ...env },
    // A program that ends with its parent reads the end of this pipe.
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const url = await address(child);
  return {
    url,
    async stop() {
      const ended = new Promise((resolve) => child.once('exit', resolve));
      child.kill('SIGTERM');
      await ended;
    },
  };
}

function address(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = '';
    child.stdout?.on('data', (chunk: Buffer) => {
      text += chunk.toString();
      const url = /running at (http\S+)/.exec(text)?.[1];
      if (url) resolve(url.replace('localhost', '127.0.0.1'));
    });
    child.once('exit', (code) => reject(new Error(`The server ended with ${code}: ${text}`)));
  });
}

function residentBytes(pid: number): number {
  if (!existsSync(`/proc/${pid}/statm`)) return 0;
  const own = Number(readFileSync(`/proc/${pid}/statm`, 'utf8').split(' ')[1]) * 4096;
  const children = readdirSync(`/proc/${pid}/task`).flatMap((task) => {
    const file = `/proc/${pid}/task/${task}/children`;
    return existsSync(file) ? readFileSync(file, 'utf8').split(' ').filter(Boolean) : [];
  });
  return own + children.reduce((sum, child) => sum + residentBytes(Number(child)), 0);
}
