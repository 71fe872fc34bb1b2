/** The sandbox as a program of its own, started by the server: it ends when its parent does. */
import * as z from 'zod';
import { startSandbox } from './start-sandbox.ts';

// Compiled schemas would hold memory for speed that nobody needs here.
z.config({ jitless: true });

const sandbox = await startSandbox({
  port: Number(process.env.SANDBOX_PORT ?? 0),
  ...(process.env.SANDBOX_STATE ? { stateFile: process.env.SANDBOX_STATE } : {}),
  controls: process.env.SANDBOX_CONTROLS === '1' || process.env.SANDBOX_CONTROLS === 'true',
});

let ending: Promise<never> | undefined;
function end(): void {
  ending ??= sandbox.close().then(() => process.exit(0));
}

// A parent that is killed cannot say so: its end of the pipe closes, or this process is handed on.
for (const event of ['end', 'close', 'error']) process.stdin.on(event, end);
process.stdin.resume();
const parent = process.ppid;
setInterval(() => {
  if (process.ppid !== parent) end();
}, 2_000).unref();
process.on('SIGTERM', end);
process.on('SIGINT', end);

process.stdout.write(`Sandbox is running at ${sandbox.url}\n`);
