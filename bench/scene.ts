import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import type { Browser } from 'playwright-core';
import { chromium } from 'playwright-core';
import { startPostgresCluster } from '../test/database/postgres-cluster.ts';
import type { RunningServer } from './running-server.ts';
import { startServer } from './running-server.ts';

export interface SceneServer extends RunningServer {
  /** Of its PostgreSQL; empty with the embedded database. */
  databaseUrl: string;
}

/** What a section measures on. Everything in it ends with it. */
export interface Scene {
  /** One of the two: what is measured, or the least with which every line of a section runs. */
  size<T>(real: T, small: T): T;
  /** A new database on PostgreSQL. @returns its address */
  database(): Promise<string>;
  /** A folder for a server with the embedded database, which has none yet at the real size. */
  dataDir(): Promise<string>;
  /** A server that takes a visitor's address from 'X-Forwarded-For'. In small, all share one. */
  server(kind: 'embedded' | 'postgresql'): Promise<SceneServer>;
  browser(): Promise<Browser>;
}

export interface OpenedScene extends Scene {
  close(): Promise<void>;
}

/** For figures: the real sizes, and a PostgreSQL of its own that forces every commit to disk. */
export function openScene(): OpenedScene {
  const endings: (() => Promise<unknown>)[] = [];
  let cluster: ReturnType<typeof startPostgresCluster> | undefined;
  let databases = 0;
  const scene: Scene = {
    size: (real) => real,
    async database() {
      const { url } = await (cluster ??= startPostgresCluster({ durable: true }));
      const name = `remit_${(databases += 1)}`;
      const admin = new pg.Client({ connectionString: url('postgres') });
      await admin.connect();
      await admin.query(`create database ${name}`);
      await admin.end();
      return url(name);
    },
    async dataDir() {
      const folder = await mkdtemp(join(tmpdir(), 'remit-bench-'));
      endings.push(() => rm(folder, { recursive: true, force: true }));
      return folder;
    },
    async server(kind) {
      const databaseUrl = kind === 'embedded' ? '' : await scene.database();
      const started = await startForScene(databaseUrl);
      endings.push(() => started.stop());
      return started;
    },
    async browser() {
      const launched = await launchBrowser();
      endings.push(() => launched.close());
      return launched;
    },
  };
  return {
    ...scene,
    async close() {
      for (const end of endings.splice(0).toReversed()) await end();
      await (await cluster)?.stop();
    },
  };
}

export async function startForScene(databaseUrl: string): Promise<SceneServer> {
  const server = await startServer({
    TRUST_PROXY: '1',
    ...(databaseUrl ? { DATABASE_URL: databaseUrl } : {}),
  });
  return { ...server, databaseUrl };
}

export const CHROMIUM = {
  executablePath: process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--disable-background-networking'],
};

export const launchBrowser = () => chromium.launch(CHROMIUM);
