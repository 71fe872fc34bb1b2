/**
 * `npm run dev`: the server, restarted when its sources change, and Vite in front of it with hot
 * reload of the web. One address (PORT, 3000), one Ctrl-C.
 */
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createServer as createSocket } from 'node:net';
import { join } from 'node:path';
import { checkNodeVersion, root } from './project.mjs';

checkNodeVersion();
const envFile = join(root, '.env');
if (existsSync(envFile)) process.loadEnvFile(envFile);

/** A port of this machine that nothing listens on. */
function freePort() {
  return new Promise((resolve, reject) => {
    const socket = createSocket();
    socket.once('error', reject);
    socket.listen(0, '127.0.0.1', () => {
      const { port } = socket.address();
      socket.close(() => resolve(port));
    });
  });
}

const port = Number(process.env.PORT ?? 3000);
const serverPort = await freePort();
// Read by vite.config.ts.
process.env.API_ADDRESS = `http://127.0.0.1:${serverPort}`;

const { createServer } = await import('vite');
const vite = await createServer({
  configFile: join(root, 'vite.config.ts'),
  clearScreen: false,
  server: { port, host: process.env.HOST },
});
await vite.listen();

const server = spawn(
  join(root, 'node_modules/.bin/tsx'),
  ['watch', '--clear-screen=false', 'src/server/main.ts'],
  {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
    // A group of its own: Ctrl-C reaches it once, from here, and it has the time to close.
    detached: true,
    env: {
      ...process.env,
      NODE_ENV: 'development',
      HOST: '127.0.0.1',
      PORT: String(serverPort),
      APP_URL: process.env.APP_URL ?? `http://localhost:${port}`,
    },
  },
);
const serverEnded = new Promise((resolve) => server.once('exit', resolve));

let stopping = false;
async function stop(code) {
  if (stopping) return;
  stopping = true;
  server.kill('SIGTERM');
  await Promise.all([vite.close(), serverEnded]);
  process.exit(code);
}
process.on('SIGINT', () => void stop(0));
process.on('SIGTERM', () => void stop(0));
void serverEnded.then((code) => stop(code ?? 1));

console.log(`\nRemit (development): http://localhost:${port}\n`);
