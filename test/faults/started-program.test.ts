import { spawn, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { closeSync, openSync } from 'node:fs';
import { cp, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { openDatabase } from '../../src/server/db/open-database.ts';
import { createEmbeddedDataDir } from '../database/embedded-template.ts';
import { quietLog } from '../database/quiet-log.ts';
import { createPostgresDatabase, dropPostgresDatabase } from '../database/shared-server.ts';
import { signUp } from '../e2e/owner.ts';
import { StartedServer } from '../e2e/started-server.ts';
import { PATIENCE } from '../patience.ts';
import { createFolder, runToItsEnd, startProgram } from '../programs/built-program.ts';
import { freePort } from '../programs/free-port.ts';

/** The built program on folders and disks that are new, of a newer version, or full. */

it('starts on an empty folder, and a second start there names the process', async () => {
  const server = await startProgram();
  const { code, printed } = await runToItsEnd({ DATA_DIR: server.dataDir });
  expect(code).toBe(1);
  expect(printed).toMatch(/already running on .*Stop it first, or choose another DATA_DIR/s);
  expect((await fetch(`${server.url}/readyz`)).status).toBe(200);
});

it('refuses a database that is newer than itself and leaves it as it is', async () => {
  const server = await startProgram(await createEmbeddedDataDir());
  await server.kill();
  const change = async (text: string) => {
    const db = await openDatabase({ dataDir: server.dataDir, log: quietLog });
    const { rows } = await db.pool.query<{ name: string }>(text);
    await db.close();
    return rows.map((row) => row.name);
  };
  await change(`insert into schema_migrations (id, name, hash) values (9999, '9999_future', 'x')`);
  const { code, printed } = await runToItsEnd({ DATA_DIR: server.dataDir });
  expect(code).toBe(1);
  expect(printed).toContain('This database was made by a newer version of Remit');
  expect(await change('select name from schema_migrations order by id')).toContain('9999_future');
});

it('answers and stops in order while its log has no room left', async () => {
  const port = await freePort();
  const log = openSync('/dev/full', 'w');
  onTestFinished(() => closeSync(log));
  const dataDir = await createEmbeddedDataDir();
  const child = spawn(process.execPath, [resolve('dist/server/main.js')], {
    cwd: await createFolder(),
    env: { PATH: process.env['PATH'], LOG_LEVEL: 'debug', PORT: String(port), DATA_DIR: dataDir },
    stdio: ['ignore', log, log],
  });
  const ended = once(child, 'exit');
  onTestFinished(() => void child.kill('SIGKILL'));
  const url = `http://127.0.0.1:${port}/readyz`;
  await vi.waitFor(async () => expect((await fetch(url)).status).toBe(200), PATIENCE.poll);
  const answers = await Promise.all(Array.from({ length: 200 }, () => fetch(url)));
  expect(answers.every(({ status }) => status === 200)).toBe(true);
  child.kill('SIGTERM');
  expect(await ended).toEqual([0, null]);
});

describe('stopped on PostgreSQL', () => {
  const start = async (seconds: string) => {
    const databaseUrl = await createPostgresDatabase();
    onTestFinished(() => dropPostgresDatabase(databaseUrl));
    const server = new StartedServer();
    await server.start({ DATABASE_URL: databaseUrl, DRAIN_SECONDS: seconds });
    onTestFinished(() => server.stop());
    return server;
  };
  const ask = (server: StartedServer, path: string) => fetch(`${server.url}${path}`);

  it('is not ready at once, and answers all that still comes', async () => {
    const server = await start('2');
    expect((await ask(server, '/readyz')).status).toBe(200);
    const began = performance.now();
    const ended = server.terminate();
    await vi.waitFor(async () => expect((await ask(server, '/readyz')).status).toBe(503));
    const answers: Response[] = [];
    while (performance.now() - began < 1_500)
      answers.push(await ask(server, '/api/health-of-none'));
    expect(answers.length).toBeGreaterThan(10);
    expect(
      new Set(answers.map(({ status, headers }) => [status, headers.get('connection')].join())),
    ).toEqual(new Set(['404,close']));
    expect(await ended).toBe(0);
    const took = performance.now() - began;
    expect(took).toBeGreaterThan(2_000);
    expect(took).toBeLessThan(9_000);
    await expect(ask(server, '/readyz')).rejects.toThrow('fetch failed');
  });

  it('ends at once when it is told twice', async () => {
    const server = await start('60');
    const ended = server.terminate();
    await vi.waitFor(async () => expect((await ask(server, '/readyz')).status).toBe(503));
    void server.terminate();
    expect(await ended).toBe(1);
  });
});

/** A disk of its own, of so many megabytes; undefined where this user may not mount one. */
function smallDisk(folder: string, megabytes: number): boolean {
  const { status } = spawnSync('mount', [
    '-t',
    'tmpfs',
    '-o',
    `size=${megabytes}m`,
    'tmpfs',
    folder,
  ]);
  if (status === 0) onTestFinished(() => void spawnSync('umount', ['-l', folder]));
  return status === 0;
}

it('tells a full disk as what it is, while running and at the next start, and loses nothing', async ({
  skip,
}) => {
  const disk = await createFolder();
  if (!smallDisk(disk, 120)) skip('only who may mount a file system can fill one');
  const dataDir = join(disk, 'data');
  await cp(await createEmbeddedDataDir(), dataDir, { recursive: true });
  const server = await startProgram(dataDir);
  const owner = await signUp(server);
  const add = async (name: string) => {
    const answer = await fetch(`${server.url}/api/customers`, {
      method: 'POST',
      headers: { cookie: owner.cookie, 'content-type': 'application/json' },
      body: JSON.stringify({ name, address: randomBytes(200).toString('hex') }),
    });
    return { status: answer.status, said: await answer.text() };
  };
  const { uploadURL } = await owner.call<{ uploadURL: string }>('POST', '/api/objects/upload', {});
  spawnSync('dd', ['if=/dev/zero', `of=${join(disk, 'filler')}`, 'bs=64k']);

  let kept = 0;
  let refused503: string | undefined;
  while (refused503 === undefined) {
    const { status, said } = await add(`Customer ${kept}`);
    if (status === 503) refused503 = said;
    else {
      expect([status, said]).toEqual([201, expect.any(String)]);
      kept += 1;
    }
  }
  expect(JSON.parse(refused503)).toEqual({
    code: 'BUSY',
    message: 'There is no room left on the server. Nothing was saved.',
  });
  const sent = await fetch(uploadURL, {
    method: 'PUT',
    headers: { 'content-type': 'image/png' },
    body: new Uint8Array(randomBytes(300_000)),
  });
  expect([sent.status, await sent.text()]).toEqual([503, refused503]);
  // What only reads goes on.
  expect(await owner.call<unknown[]>('GET', '/api/customers')).toHaveLength(kept);

  await server.kill();
  const { code, printed } = await runToItsEnd({ DATA_DIR: dataDir });
  expect(code).toBe(1);
  expect(printed).toMatch(/Remit did not start\.\nThe disk is full: .*no space left on device/i);
  expect(printed).toContain('Make room on the disk, then start Remit again.');
  await rm(join(disk, 'filler'));
  await server.startAgain();
  expect((await add('One more')).status).toBe(201);
  expect(await owner.call<unknown[]>('GET', '/api/customers')).toHaveLength(kept + 1);
});
