/** Where each table stands in a database that Citus spreads over machines (record 31). */
import type { Pool, PoolClient } from 'pg';

/**
 * On the machine of its owner, by `business_id`; on every machine; or on the coordinator alone, as the
 * tables of accounts, sessions and jobs are.
 */
export type Place = 'distributed' | 'reference' | 'local';

/**
 * Tables that name a business and are not spread by it: small, on every machine, and found by what leads
 * to the business.
 */
export const KEPT_EVERYWHERE = [
  'members',
  'public_documents',
  'webhook_endpoints',
  // A verified domain stands for one business of all.
  'mail_senders',
] as const;

/** Keys that are off while tables move: a run that was stopped half-way finds them here. */
export const KEYS_TABLE = 'distribution_keys';
/** All owners' tables are spread alike, so that a business's rows stand together. */
export const COLOCATED_WITH = 'invoices';

export interface TablePlace {
  name: string;
  /** Where it belongs. */
  wanted: Place;
  /** Where it is. */
  actual: Place;
}

/** A key of one table that refers to another. */
export interface ForeignKey {
  table: string;
  name: string;
  refersTo: string;
  /** As `ALTER TABLE … ADD CONSTRAINT` takes it. */
  definition: string;
}

type Client = Pick<PoolClient | Pool, 'query'>;

/** Whether the database has the extension, and so may be spread. */
export async function hasCitus(client: Client): Promise<boolean> {
  const { rows } = await client.query<{ found: boolean }>(
    `select exists (select from pg_extension where extname = 'citus') as found`,
  );
  return rows[0]?.found === true;
}

/** Whether `distribute` has spread it. */
export async function isDistributed(client: Client): Promise<boolean> {
  if (!(await hasCitus(client))) return false;
  const { rows } = await client.query<{ found: boolean }>(
    `select exists (select from pg_dist_partition where partmethod = 'h') as found`,
  );
  return rows[0]?.found === true;
}

/** On a machine with shards, the catalog lists each shard as a table. */
const OWN_TABLES = `
  c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and not relation_is_a_known_shard(c.oid)`;

/** All tables of the schema but pg-boss's, by the catalog's rule: see `placeTables`. */
export async function readTables(client: Client): Promise<TablePlace[]> {
  const { rows } = await client.query<{ name: string; owned: boolean; actual: Place }>(`
    select c.relname::text as name,
      exists (select from pg_attribute a
        where a.attrelid = c.oid and a.attname = 'business_id' and not a.attisdropped) as owned,
      case when p.partmethod = 'h' then 'distributed'
        when p.partmethod = 'n' and p.repmodel = 't' then 'reference' else 'local' end as actual
    from pg_class c left join pg_dist_partition p on p.logicalrelid = c.oid
    where ${OWN_TABLES} order by 1`);
  return placeTables(rows, [...(await readKeys(client)), ...(await readSavedKeys(client))]);
}

/** The keys between tables of the schema. */
export async function readKeys(client: Client): Promise<ForeignKey[]> {
  const { rows } = await client.query<ForeignKey>(`
    select c.relname::text as table, k.conname::text as name, r.relname::text as "refersTo",
      pg_get_constraintdef(k.oid) as definition
    from pg_constraint k
    join pg_class c on c.oid = k.conrelid
    join pg_class r on r.oid = k.confrelid
    where k.contype = 'f' and ${OWN_TABLES} order by 1, 2`);
  return rows;
}

/** Those that are off while tables move. */
export async function readSavedKeys(client: Client): Promise<ForeignKey[]> {
  const { rows: tables } = await client.query<{ found: boolean }>(
    `select to_regclass('public.${KEYS_TABLE}') is not null as found`,
  );
  if (!tables[0]?.found) return [];
  const { rows } = await client.query<ForeignKey>(`
    select table_name as table, name, refers_to as "refersTo", definition from ${KEYS_TABLE}
    order by 1, 2`);
  return rows;
}

/**
 * A table of a business's rows is spread by it. What such a table refers to, and what that refers to in
 * turn, stands on every machine, as the tables of `KEPT_EVERYWHERE` do. All others stay.
 */
export function placeTables(
  tables: readonly { name: string; owned: boolean; actual: Place }[],
  keys: readonly Pick<ForeignKey, 'table' | 'refersTo'>[],
): TablePlace[] {
  const everywhere = new Set<string>(KEPT_EVERYWHERE);
  const isSpread = ({ name, owned }: { name: string; owned: boolean }) =>
    owned && !everywhere.has(name);
  const spread = new Set(tables.filter(isSpread).map(({ name }) => name));
  const reached = new Set([...spread, ...everywhere]);
  for (const table of reached) {
    for (const key of keys) if (key.table === table) reached.add(key.refersTo);
  }
  return tables.map(({ name, actual }) => {
    const wanted = spread.has(name) ? 'distributed' : reached.has(name) ? 'reference' : 'local';
    return { name, wanted, actual };
  });
}

/** The statement that puts an empty or a filled table where it belongs. */
export function placeTable(name: string, place: Place): string {
  if (place === 'reference') return `select create_reference_table('public.${name}')`;
  const together = name === COLOCATED_WITH ? 'none' : `public.${COLOCATED_WITH}`;
  return `select create_distributed_table('public.${name}', 'business_id', colocate_with => '${together}')`;
}
