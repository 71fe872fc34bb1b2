import { existsSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { DATA_PARENT, removeLeftovers } from '../files/data-parent.ts';
import { OPENED_BY_TESTS } from './open-test-database.ts';
import { stopPostgresCluster } from './postgres-cluster.ts';
import type { SharedServer } from './shared-server.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Where the processes of one test run leave what they share. */
    testRunFolder: string;
    /** The process whose end is the end of the run. */
    testRunPid: number;
  }
}

/**
 * Set-up of a test run. PostgreSQL is started by the first test that needs it, so that a run of
 * pure tests waits for nothing; this stops it afterwards.
 */
export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  await removeLeftovers();
  const folder = await mkdtemp(join(DATA_PARENT, 'remit-test-'));
  project.provide('testRunFolder', folder);
  project.provide('testRunPid', process.pid);
  return async () => {
    const file = join(folder, 'postgres.json');
    if (existsSync(file)) {
      const { value } = JSON.parse(await readFile(file, 'utf8')) as { value?: SharedServer };
      if (value !== undefined) await tidy(value);
    }
    await endServers(folder);
    await rm(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
  };
}

/** Servers that a worker has left running on data folders in the run's folder: locks name them. */
async function endServers(folder: string): Promise<void> {
  for (const name of await readdir(folder, { recursive: true })) {
    if (!/database\.lock.claim-\d+$/.test(name) || name.startsWith(OPENED_BY_TESTS)) continue;
    const { pid } = JSON.parse(await readFile(join(folder, name), 'utf8')) as { pid: number };
    try {
      process.kill(pid, 'SIGKILL');
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
    }
  }
}

async function tidy(server: SharedServer): Promise<void> {
  if (server.cluster !== null) {
    await stopPostgresCluster(server.cluster.folder, server.cluster.shellPid);
    return;
  }
  const client = new pg.Client({ connectionString: server.adminUrl });
  await client.connect();
  const { rows } = await client.query<{ datname: string }>(
    'SELECT datname FROM pg_database WHERE starts_with(datname, $1)',
    [server.prefix],
  );
  for (const { datname } of rows) await client.query(`DROP DATABASE "${datname}" WITH (FORCE)`);
  await client.end();
}
