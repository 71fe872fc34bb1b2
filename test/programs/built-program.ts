/** The built program as a process, for what it does from outside: starting, refusing to, stopping. */
import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { onTestFinished } from 'vitest';
import { StartedServer } from '../e2e/started-server.ts';

export async function createFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'remit-program-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

/** Runs the program until it ends by itself. */
export async function runToItsEnd(
  env: Record<string, string>,
): Promise<{ code: number; printed: string }> {
  const cwd = await createFolder();
  const child = spawn(process.execPath, [resolve('dist/server/main.js')], {
    cwd,
    env: { PATH: process.env['PATH'], LOG_LEVEL: 'warn', PORT: '0', DATA_DIR: cwd, ...env },
  });
  let printed = '';
  const read = (chunk: Buffer) => (printed += chunk.toString());
  child.stdout.on('data', read);
  child.stderr.on('data', read);
  const code = await new Promise<number>((ended) => child.once('exit', (n) => ended(n ?? -1)));
  return { code, printed };
}

/** @param dataDir a folder to start on; otherwise an empty one, as at the first start */
export async function startProgram(dataDir?: string): Promise<StartedServer> {
  const server = new StartedServer();
  await server.start({}, dataDir);
  onTestFinished(() => server.stop());
  return server;
}
