import type { PoolClient } from 'pg';
import type { Database } from '../database.ts';
import { migrationStatus } from '../migrate.ts';
import type { ForeignKey, TablePlace } from './placement.ts';
import {
  COLOCATED_WITH,
  hasCitus,
  KEYS_TABLE,
  placeTable,
  readKeys,
  readSavedKeys,
  readTables,
} from './placement.ts';

/** The database cannot be spread as it is; nothing was changed. Its words are for the operator. */
export class DistributionRefusedError extends Error {
  override readonly name = 'DistributionRefusedError';
}

/** What `distribute` would do, or has left to do. */
export interface DistributionPlan {
  tables: TablePlace[];
  /** Tables that move, in the order in which they do. */
  moves: TablePlace[];
  /** Keys that are taken off for that and put back behind it. */
  keys: ForeignKey[];
  /** Machines that lack a setting which every one needs. */
  unset: NodeSetting[];
}

export interface NodeSetting {
  node: string;
  setting: string;
}

/**
 * Needed on every machine: a connection that Citus opens there gets the settings of the database and none
 * of our own connection. Compiling a statement took forty times as long as running it.
 */
const SETTINGS = { jit: 'off', TimeZone: 'UTC', lc_messages: 'C' } as const;

/** What is to be done. @throws DistributionRefusedError with what stands in the way */
export async function planDistribution(
  db: Pick<Database, 'pool' | 'kind'>,
): Promise<DistributionPlan> {
  const client = await db.pool.connect();
  try {
    await requireReady(db, client);
    return await readPlan(client);
  } finally {
    client.release();
  }
}

async function readPlan(client: PoolClient): Promise<DistributionPlan> {
  const tables = (await readTables(client)).filter(({ name }) => name !== KEYS_TABLE);
  const misplaced = tables.find(({ wanted, actual }) => actual !== 'local' && actual !== wanted);
  if (misplaced) {
    const { name, actual, wanted } = misplaced;
    throw new DistributionRefusedError(
      `The table ${name} is a ${actual} table and should be a ${wanted} one. Undo that first (undistribute_table).`,
    );
  }
  const moving = tables.filter(({ wanted, actual }) => wanted !== actual);
  const names = new Set(moving.map(({ name }) => name));
  const inTheWay = (key: ForeignKey) => names.has(key.table) || names.has(key.refersTo);
  const order = ({ name, wanted }: TablePlace) =>
    wanted === 'reference' ? 0 : name === COLOCATED_WITH ? 1 : 2;
  return {
    tables,
    moves: moving.toSorted((a, b) => order(a) - order(b)),
    keys: [...(await readSavedKeys(client)), ...(await readKeys(client)).filter(inTheWay)],
    unset: await findUnset(client),
  };
}

async function requireReady(
  db: Pick<Database, 'pool' | 'kind'>,
  client: PoolClient,
): Promise<void> {
  if (db.kind === 'embedded') {
    throw new DistributionRefusedError(
      'The embedded database runs on one machine. Move to PostgreSQL with Citus first: docs/scaling.md.',
    );
  }
  const { pending, unknown } = await migrationStatus({ pool: client });
  if (pending.length > 0 || unknown.length > 0) {
    throw new DistributionRefusedError(
      'This database is of another version: start this version of Remit on it once, stop it, then run this.',
    );
  }
  if (!(await hasCitus(client))) {
    throw new DistributionRefusedError(
      'This database has no Citus: CREATE EXTENSION citus on every machine, and add the workers.',
    );
  }
  const { rows } = await client.query<{ coordinator: boolean; workers: number }>(`
    select exists (select from pg_dist_node where groupid = 0) as coordinator,
      (select count(*)::int from pg_dist_node where groupid <> 0 and noderole = 'primary' and isactive) as workers`);
  const [nodes] = rows;
  if (!nodes?.coordinator) {
    throw new DistributionRefusedError(
      'The workers do not know where the coordinator is: SELECT citus_set_coordinator_host(…) first.',
    );
  }
  if (nodes.workers === 0) {
    throw new DistributionRefusedError('There is no worker: SELECT citus_add_node(…) first.');
  }
  const { rows: others } = await client.query(`
    select from pg_stat_activity
    where datname = current_database() and application_name like 'remit%' and pid <> pg_backend_pid()
      and backend_type = 'client backend' limit 1`);
  if (others.length > 0) {
    throw new DistributionRefusedError(
      'Remit is running on this database: stop all its instances first.',
    );
  }
}

/**
 * Brings every table to its place, table by table, and puts the keys back. Stopped at any moment, it goes on
 * when it is run again; until it has ended, servers refuse to start.
 * @param tell is given a line for each step
 * @throws DistributionRefusedError with what stands in the way
 */
export async function distribute(
  db: Pick<Database, 'pool' | 'kind'>,
  tell: (line: string) => void,
): Promise<void> {
  const client = await db.pool.connect();
  try {
    await requireReady(db, client);
    await client.query(`
      set statement_timeout = 0; set lock_timeout = 0; set idle_in_transaction_session_timeout = 0;
      set citus.multi_shard_modify_mode = 'sequential'`);
    const { tables, moves, keys, unset } = await readPlan(client);
    if (unset.length > 0) await setSettings(client, tell);
    await takeKeysOff(client, keys);
    for (const { name, wanted } of moves) {
      tell(`${name} …`);
      await client.query(placeTable(name, wanted));
    }
    // The rows that stood here were copied, and are in the way of the keys.
    for (const { name, wanted } of tables) {
      if (wanted === 'local') continue;
      await client.query('select truncate_local_data_after_distributing_table($1::regclass)', [
        name,
      ]);
    }
    for (const key of await readSavedKeys(client)) {
      await inTransaction(client, async () => {
        await client.query(`set local citus.multi_shard_modify_mode = 'sequential'`);
        await client.query(addKey(key));
        await client.query(`delete from ${KEYS_TABLE} where table_name = $1 and name = $2`, [
          key.table,
          key.name,
        ]);
      });
      tell(`${key.table}: ${key.name}`);
    }
    await client.query(`drop table if exists ${KEYS_TABLE}`);
  } finally {
    // Its settings are not those of other connections.
    client.release(true);
  }
}

const addKey = ({ table, name, definition }: ForeignKey) =>
  `alter table public."${table}" add constraint "${name}" ${definition}`;

/** One transaction: a key is in the table that keeps them, or on its own. */
async function takeKeysOff(client: PoolClient, keys: readonly ForeignKey[]): Promise<void> {
  const saved = new Set((await readSavedKeys(client)).map(({ table, name }) => `${table} ${name}`));
  await inTransaction(client, async () => {
    await client.query(`
      create table if not exists ${KEYS_TABLE} (
        table_name text not null, name text not null, refers_to text not null, definition text not null,
        primary key (table_name, name))`);
    for (const { table, name, refersTo, definition } of keys) {
      if (saved.has(`${table} ${name}`)) continue;
      await client.query(`insert into ${KEYS_TABLE} values ($1, $2, $3, $4)`, [
        table,
        name,
        refersTo,
        definition,
      ]);
      await client.query(`alter table public."${table}" drop constraint "${name}"`);
    }
  });
}

async function inTransaction(client: PoolClient, work: () => Promise<void>): Promise<void> {
  await client.query('begin');
  try {
    await work();
    await client.query('commit');
  } catch (error) {
    await client.query('rollback').catch(() => {});
    throw error;
  }
}

/** What each machine says of the settings that a connection of Citus gets there. */
async function findUnset(client: PoolClient): Promise<NodeSetting[]> {
  const { rows } = await client.query<{ node: string; settings: string | null }>(`
    select n.nodename || ':' || n.nodeport as node, r.result as settings
    from run_command_on_all_nodes($$
      select json_object_agg(name, setting) from pg_settings
      where name in ('jit', 'TimeZone', 'lc_messages')$$) as r
    join pg_dist_node n on n.nodeid = r.nodeid`);
  return rows.flatMap(({ node, settings }) => {
    const known = (settings === null ? {} : JSON.parse(settings)) as Record<string, string>;
    return Object.entries(SETTINGS)
      .filter(([name, value]) => known[name] !== value)
      .map(([setting]) => ({ node, setting }));
  });
}

async function setSettings(client: PoolClient, tell: (line: string) => void): Promise<void> {
  const { rows } = await client.query<{ name: string }>('select current_database() as name');
  const database = `"${(rows[0]?.name ?? '').replaceAll('"', '""')}"`;
  for (const [name, value] of Object.entries(SETTINGS)) {
    await client.query('select run_command_on_all_nodes($1)', [
      `alter database ${database} set ${name} = '${value}'`,
    ]);
  }
  tell('Settings of the database on every machine');
}
