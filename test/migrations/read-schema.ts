import type { Database } from '../../src/server/db/database.ts';

/**
 * Everything that migrations make, a line each and in one order: tables with their columns in order,
 * constraints, indexes, sequences, functions, triggers, extensions, and the migrations themselves.
 */
export async function readSchema({ pool }: Database): Promise<string[]> {
  const { rows } = await pool.query<{ line: string }>(`
    with own as (
      select c.* from pg_class c
      where c.relnamespace = 'public'::regnamespace and c.relname <> 'schema_migrations'
        and not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'e')
    )
    select concat_ws(' ', 'relation', relname, relkind, relpersistence, relrowsecurity, reloptions)
      as line
    from own where relkind <> 'S'
    union all
    select concat_ws(' ', 'column', c.relname, row_number() over (partition by c.oid order by attnum),
      attname, format_type(atttypid, atttypmod), attnotnull, attidentity, attgenerated,
      pg_get_expr(adbin, adrelid), attcollation::regcollation)
    from own c
    join pg_attribute a on a.attrelid = c.oid and attnum > 0 and not attisdropped
    left join pg_attrdef on adrelid = c.oid and adnum = attnum
    where relkind in ('r', 'v', 'm', 'p')
    union all
    select concat_ws(' ', 'constraint', c.relname, conname, convalidated, pg_get_constraintdef(n.oid))
    from own c join pg_constraint n on n.conrelid = c.oid
    union all
    select concat_ws(' ', 'index', indisvalid, pg_get_indexdef(indexrelid))
    from own c join pg_index on indrelid = c.oid
    union all
    select concat_ws(' ', 'sequence', sequencename, data_type, start_value, min_value, max_value,
      increment_by, cycle, cache_size)
    from pg_sequences where schemaname = 'public'
    union all
    select concat_ws(' ', 'function', pg_get_functiondef(p.oid)) from pg_proc p
    where pronamespace = 'public'::regnamespace
      and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e')
    union all
    select concat_ws(' ', 'trigger', c.relname, tgenabled, pg_get_triggerdef(t.oid))
    from own c join pg_trigger t on t.tgrelid = c.oid where not tgisinternal
    union all
    select concat_ws(' ', 'extension', extname, extversion) from pg_extension
    union all
    select concat_ws(' ', 'migration', id, name, hash) from schema_migrations`);
  return rows.map(({ line }) => line).toSorted();
}
