import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openDatabase } from '../../src/server/db/open-database.ts';
import { createEmbeddedDataDir } from '../database/embedded-template.ts';
import { quietLog } from '../database/quiet-log.ts';
import { bundleProgram } from '../programs/bundle-program.ts';
import { startProcess, type TestProcess } from './child-process.ts';

const program = fileURLToPath(new URL('./use-database.ts', import.meta.url));
const strace = (process.env['PATH'] ?? '')
  .split(delimiter)
  .map((folder) => join(folder, 'strace'))
  .find((file) => existsSync(file));

let dataDir: string;
const processes: TestProcess[] = [];

async function start(task: string, where = dataDir): Promise<TestProcess> {
  const started = await startProcess([program, task, where]);
  processes.push(started);
  return started;
}

afterEach(async () => {
  await Promise.all(processes.splice(0).map((started) => started.kill()));
  await rm(dataDir, { recursive: true, force: true });
});

describe('the embedded database, when its process is killed', () => {
  beforeEach(async () => {
    dataDir = await createEmbeddedDataDir({ empty: true });
  });

  test('has every row that it has acknowledged, and can be opened again at once', async () => {
    let acknowledged = 0;
    for (let round = 0; round < 5; round += 1) {
      const writer = await start('commit-for-ever');
      const [, count, last] =
        /^open with (\d+) rows up to (\d+)$/.exec(await writer.line('open')) ?? [];
      // One more may have been committed whose acknowledgement was not read any more.
      expect(Number(last) - acknowledged).toBeOneOf([0, 1]);
      expect(count).toBe(last);
      await writer.line(`committed ${Number(last) + 1}`);
      await sleep(Math.random() * 400);
      await writer.kill();
      const line = writer.lines.findLast((said) => said.startsWith('committed '));
      acknowledged = Number(line?.split(' ')[1]);
    }
    expect(acknowledged).toBeGreaterThanOrEqual(5);
  }, 180_000);
});

describe('a second start on the same data folder', () => {
  beforeEach(async () => {
    dataDir = await createEmbeddedDataDir({ empty: true });
  });

  test('of three at once, one opens it, and the others name the folder and the process', async () => {
    const rivals = await Promise.all([start('hold'), start('hold'), start('hold')]);
    const answers = await Promise.all(
      rivals.map((rival) => Promise.race([rival.line('open'), rival.line('refused')])),
    );
    const holder = rivals[answers.findIndex((answer) => answer.startsWith('open'))];
    const refusal =
      `refused: Remit is already running on ${dataDir} (process ${holder?.child.pid}). ` +
      'Stop it first, or choose another DATA_DIR.';
    expect(answers.filter((answer) => answer === refusal)).toHaveLength(2);
    const ended = rivals.filter((rival) => rival !== holder).map((rival) => rival.exited);
    expect(await Promise.all(ended)).toEqual([1, 1]);
  }, 180_000);
});

describe('the first start', () => {
  beforeEach(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'remit-data-'));
  });

  test('leaves nothing that looks like a database when it is interrupted', async () => {
    for (const after of [600, 2500]) {
      const first = await start('hold');
      await sleep(after);
      await first.kill();
    }
    const db = await openDatabase({ dataDir, log: quietLog });
    await db.ping();
    await db.close();
    expect(existsSync(join(dataDir, 'database', 'PG_VERSION'))).toBe(true);
  }, 180_000);
});

describe('when the engine breaks', () => {
  beforeEach(async () => {
    dataDir = await createEmbeddedDataDir({ empty: true });
  });

  test('the process says why and ends, and the next start has what was committed', async () => {
    const broken = await start('break-engine');
    expect(await broken.line('error')).toContain('The embedded database stopped');
    expect(await broken.exited).toBe(70);
    expect(broken.lines.some((line) => line.startsWith('query: '))).toBe(true);
    const db = await openDatabase({ dataDir, log: quietLog });
    const { rows } = await db.pool.query('SELECT n FROM acknowledged');
    await db.close();
    expect(rows).toEqual([{ n: 1 }]);
  }, 180_000);
});

describe.skipIf(strace === undefined)('as the operating system sees it', () => {
  beforeEach(async () => {
    dataDir = await createEmbeddedDataDir({ empty: true });
  });

  test('twenty commits are at least twenty calls of fsync', async () => {
    const report = join(dataDir, 'strace');
    const tracing = ['-f', '-c', '-o', report, '-e', 'trace=fsync,fdatasync'];
    const command = [process.execPath, await bundleProgram(program), 'commit-20', dataDir];
    await promisify(execFile)(strace as string, tracing.concat(command));
    const calls = (await readFile(report, 'utf8'))
      .split('\n')
      .map((line) => line.trim().split(/\s+/))
      .filter((columns) => /^(fsync|fdatasync)$/.test(columns.at(-1) ?? ''))
      .reduce((sum, columns) => sum + Number(columns[3]), 0);
    expect(calls).toBeGreaterThanOrEqual(20);
  }, 180_000);
});
