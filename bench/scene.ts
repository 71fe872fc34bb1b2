import pg from 'pg';
import { startPostgresCluster } from '../test/database/postgres-cluster.ts';

/** What a section measures on. */
export interface Scene {
  /** One of the two: what is measured, or the least with which every line of a section runs. */
  size<T>(real: T, small: T): T;
  /** A new database on PostgreSQL. @returns its address */
  database(): Promise<string>;
}

export interface RealScene extends Scene {
  close(): Promise<void>;
}

/** For figures: the real sizes, and a PostgreSQL of its own that forces every commit to disk. */
export function openScene(): RealScene {
  let cluster: ReturnType<typeof startPostgresCluster> | undefined;
  let databases = 0;
  return {
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
    close: async () => (await cluster)?.stop(),
  };
}
