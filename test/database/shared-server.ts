import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { inject } from 'vitest';
import { migrate } from '../../src/server/db/migrate.ts';
import { openDatabase } from '../../src/server/db/open-database.ts';
import { onceInARun } from './once-in-a-run.ts';
import { startPostgresCluster } from './postgres-cluster.ts';
import { prepareJobs } from './prepare-jobs.ts';
import { quietLog } from './quiet-log.ts';

/** The PostgreSQL server that the processes of a test run share. */
export interface SharedServer {
  /** Address of a database from which others can be created. */
  adminUrl: string;
  /** How the names of this run's databases begin. */
  prefix: string;
  /** Null when the server was given by TEST_DATABASE_URL. */
  cluster: { folder: string; shellPid: number } | null;
}

/** Starts PostgreSQL for the test run, or takes the one named in TEST_DATABASE_URL. */
export function sharedServer(): Promise<SharedServer> {
  return onceInARun(inject('testRunFolder'), 'postgres', async () => {
    const prefix = `remit_test_${randomBytes(4).toString('hex')}_`;
    const given = process.env['TEST_DATABASE_URL'];
    if (given) return { adminUrl: given, prefix, cluster: null };
    const cluster = await startPostgresCluster({ livesWith: inject('testRunPid') });
    const { folder, shellPid } = cluster;
    return { adminUrl: cluster.url('postgres'), prefix, cluster: { folder, shellPid } };
  });
}

/** A new database; migrated, unless told that it should be empty. Returns its address. */
export async function createPostgresDatabase(options: { empty?: boolean } = {}): Promise<string> {
  const server = await sharedServer();
  const name = `${server.prefix}${randomBytes(6).toString('hex')}`;
  if (options.empty) {
    await asAdmin(server, `CREATE DATABASE "${name}"`);
  } else {
    const template = await migratedTemplate(server);
    await asAdmin(server, `CREATE DATABASE "${name}" TEMPLATE "${template}"`);
  }
  return buildUrl(server, name);
}

/** Removes a database with whatever is still connected to it. */
export async function dropPostgresDatabase(url: string): Promise<void> {
  const name = decodeURIComponent(new URL(url).pathname.slice(1));
  await asAdmin(await sharedServer(), `DROP DATABASE "${name}" WITH (FORCE)`);
}

function migratedTemplate(server: SharedServer): Promise<string> {
  return onceInARun(inject('testRunFolder'), 'postgres-template', async () => {
    const name = `${server.prefix}template`;
    await asAdmin(server, `CREATE DATABASE "${name}"`);
    const db = await openDatabase({
      databaseUrl: buildUrl(server, name),
      dataDir: '',
      log: quietLog,
    });
    try {
      await migrate(db, { log: quietLog });
      await prepareJobs(db);
    } finally {
      await db.close();
    }
    return name;
  });
}

function buildUrl(server: SharedServer, database: string): string {
  const url = new URL(server.adminUrl);
  url.pathname = `/${encodeURIComponent(database)}`;
  return url.href;
}

async function asAdmin(server: SharedServer, sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: server.adminUrl });
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
}
