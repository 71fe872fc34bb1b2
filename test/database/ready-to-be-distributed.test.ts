import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ACROSS_OWNERS } from '../../src/server/db/across-owners.ts';
import { KEPT_EVERYWHERE } from '../../src/server/db/distributed/placement.ts';
import { readMigrations, shippedMigrationsDir } from '../../src/server/db/read-migrations.ts';
import { contract } from '../../src/shared/contract/contract.ts';
import type { DnsPeer } from '../mail/dns-peer.ts';
import { openDnsPeer } from '../mail/dns-peer.ts';
import type { PaymentWorld } from '../payments/payment-world.ts';
import { openPaymentWorld } from '../payments/payment-world.ts';
import { describeOnDatabase } from './describe-on-database.ts';
import type { RecordedStatement } from './owner-scans.ts';
import { explainPlan, recordStatements, scansWithoutOwner } from './owner-scans.ts';
import { ADMIN, wholeJourney } from './whole-journey.ts';

const OWNER_TABLES = `
  select c.relname::text as name, c.oid from pg_class c
  join pg_attribute a on a.attrelid = c.oid and a.attname = 'business_id' and not a.attisdropped
  where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'
    and c.relname <> all ('{${KEPT_EVERYWHERE.join(',')}}')`;

// A distributed database is PostgreSQL.
describeOnDatabase('ready to be distributed by owner (decision 31)', { owned: true }, (db) => {
  const names = async (statement: string) => {
    const { rows } = await db.pool.query<{ name: string }>(`${statement} order by 1`);
    return rows.map(({ name }) => name);
  };

  describe('the schema', () => {
    it('has tables that are spread by their owner', async () => {
      expect((await names(OWNER_TABLES)).length).toBeGreaterThanOrEqual(20);
    });

    it('has no trigger on them, and no function that knows them', async () => {
      const found = `
          select t.tgname::text as name from pg_trigger t
          where not t.tgisinternal and t.tgrelid in (select oid from (${OWNER_TABLES}) o)
          union
          select p.proname::text from pg_proc p
          where p.pronamespace = 'public'::regnamespace
            and p.oid not in (select objid from pg_depend where deptype = 'e')
            and exists (select from (${OWNER_TABLES}) o where p.prosrc ~ ('\\m' || o.name || '\\M'))`;
      expect(await names(found)).toEqual([]);
    });

    it('refers to them from within their owner alone', async () => {
      const references = `
          select k.conname::text as name from pg_constraint k
          join (${OWNER_TABLES}) target on target.oid = k.confrelid
          where k.contype = 'f' and not exists (
            select from unnest(k.conkey, k.confkey) as pair (here, there)
            join pg_attribute h on h.attrelid = k.conrelid and h.attnum = pair.here
            join pg_attribute t on t.attrelid = k.confrelid and t.attnum = pair.there
            where h.attname = 'business_id' and t.attname = 'business_id'
              and k.conrelid in (select oid from (${OWNER_TABLES}) o))`;
      expect(await names(references)).toEqual([]);
    });

    it('holds nothing unique over all owners in them', async () => {
      const unique = `
          select i.relname::text as name from pg_index x
          join pg_class i on i.oid = x.indexrelid
          join (${OWNER_TABLES}) o on o.oid = x.indrelid
          where x.indisunique and not exists (
            select from pg_attribute a where a.attrelid = x.indrelid
              and a.attnum = any (x.indkey) and a.attname = 'business_id')`;
      expect(await names(unique)).toEqual([]);
    });

    it('has no name that ends as one of a shard does', async () => {
      const numbered = `
          select name from (
            select conname::text as name from pg_constraint
            union select relname::text from pg_class where relnamespace = 'public'::regnamespace) n
          where name ~ '_[0-9]{6,}$'`;
      expect(await names(numbered)).toEqual([]);
    });
  });

  it('gets nothing from a new migration that a distributed database refuses', async () => {
    const all = await readMigrations(shippedMigrationsDir());
    // A database is distributed at this version at the earliest.
    const since = all.slice(all.findIndex(({ name }) => name === '0060_countries_of_taxes') + 1);
    const refused = /drop expression|\bcheck\b[^;]*\("\w+"\."/i;
    const found = since.flatMap(({ name, statements }) =>
      statements.filter((text) => refused.test(text)).map((text) => `${name}: ${text}`),
    );
    expect(found).toEqual([]);
    const qualified = 'ALTER TABLE "a" ADD CONSTRAINT "b" CHECK ("a"."c" in (1))';
    expect(qualified).toMatch(refused);
  });

  describe('the statements', () => {
    let world: PaymentWorld;
    let dns: DnsPeer;
    let tables: ReadonlySet<string>;
    let recorded: RecordedStatement[];
    const asked = new Set<string>();

    beforeAll(async () => {
      tables = new Set(await names(OWNER_TABLES));
      dns = await openDnsPeer();
      world = await openPaymentWorld(db, { ADMIN_EMAIL: ADMIN, DNS_RESOLVER: dns.address });
      await world.test.services.jobs.prepare();
      const { app } = world.test;
      const inject = app.inject.bind(app);
      app.inject = ((request: { method: string; url: string }) => {
        asked.add(`${request.method} ${request.url.replace(/\?.*/, '')}`);
        return inject(request as never);
      }) as typeof app.inject;
      const recorder = recordStatements();
      try {
        await wholeJourney(db, world, dns);
      } finally {
        recorder.stop();
      }
      recorded = recorder.statements.filter(({ text }) => namesOne(text));
    });
    afterAll(async () => {
      await world.close();
      await dns.close();
    });

    const namesOne = (text: string) =>
      /^\W*(across|select|insert|update|delete|with)\b/i.test(text) &&
      [...tables].some((table) => new RegExp(`\\b${table}\\b`).test(text));
    const readCrossing = (text: string) => /^\/\* across owners: (.+?) \*\//.exec(text)?.[1];

    it('are those of every call', () => {
      const missing = calls(contract).filter(({ method, path }) => {
        const pattern = new RegExp(`^${method} /api${path.replace(/\{\w+\}/g, '[^/]+')}$`);
        return ![...asked].some((call) => pattern.test(call));
      });
      expect(missing).toEqual([]);
      expect(recorded.length).toBeGreaterThan(200);
    });

    it('name the owner of every table, but for those that ask across owners', async () => {
      const found: [string, string[]][] = [];
      for (const statement of recorded) {
        if (readCrossing(statement.text)) continue;
        const scans = await scansWithoutOwner(db.pool, statement, tables);
        if (scans.length > 0) found.push([statement.text, scans]);
      }
      expect(found).toEqual([]);
    });

    it('ask across owners under the known names, lock nothing and change nothing', async () => {
      const crossings = recorded.filter(({ text }) => readCrossing(text));
      expect(new Set(crossings.map(({ text }) => readCrossing(text)))).toEqual(
        new Set(ACROSS_OWNERS),
      );
      for (const statement of crossings) {
        const kinds = (await explainPlan(db.pool, statement)).map((node) => node['Node Type']);
        expect(kinds, statement.text).not.toContain('LockRows');
        expect(kinds, statement.text).not.toContain('ModifyTable');
      }
    });

    it('never say again whose a row is: it is on the machine of its owner', () => {
      const says = (text: string) =>
        [...text.matchAll(/\bset\b(.*?)(?:\bwhere\b|$)/gis)].some(([, values = '']) =>
          /(?:^|,)\s*"?business_id"?\s*=/.test(values),
        );
      const moves = recorded.filter(({ text }) => /\bupdate\b/i.test(text) && says(text));
      expect(moves.map(({ text }) => text)).toEqual([]);
    });

    it('read them neither to change what stands everywhere, nor beside what stands on one machine', async () => {
      const found: string[] = [];
      for (const statement of recorded) {
        if (await mixesPlaces(statement)) found.push(statement.text);
      }
      expect(found).toEqual([]);
    });

    async function mixesPlaces(statement: RecordedStatement): Promise<boolean> {
      const nodes = await explainPlan(db.pool, statement);
      const isOwners = (node: (typeof nodes)[number]) => tables.has(node['Relation Name'] ?? '');
      const changed = nodes.filter((node) => node['Node Type'] === 'ModifyTable');
      const read = nodes.filter((node) => node['Node Type'].endsWith('Scan'));
      return (
        read.some(isOwners) &&
        (changed.some((node) => !isOwners(node)) || read.some((node) => node.Schema === 'pgboss'))
      );
    }

    it('would be found: one that changes a business by what its owner’s table says', async () => {
      const text = `
          update businesses b set trial_invoices_used = 0 from subscriptions s
          where b.id = $1 and s.business_id = $1`;
      const values = ['00000000-0000-4000-8000-000000000001'];
      expect(await mixesPlaces({ text, values })).toBe(true);
    });

    it.each([
      ['by id alone', 'update invoices set notes = null where id = 7', ['invoices as invoices']],
      [
        'by one of two tables',
        `select 1 from invoices i join customers c on c.id = i.customer_id where i.business_id = $1`,
        ['customers as c'],
      ],
      [
        'behind a limit',
        `select 1 from (select * from invoices where business_id = $1 limit 1) i
           join customers c on c.business_id = i.business_id and c.id = i.customer_id`,
        ['customers as c'],
      ],
      [
        'in a choice',
        'select 1 from payments where business_id = $1 or provider_payment_id is null',
        ['payments as payments'],
      ],
      [
        'among several',
        'delete from uploads where business_id = any(array[$1, gen_random_uuid()])',
        ['uploads as uploads'],
      ],
      [
        'as another column',
        `delete from payments where ctid in (select ctid from payments where business_id = $1)`,
        ['payments as payments'],
      ],
    ])('would be found: an owner named %s', async (_how, text, scans) => {
      const values = text.includes('$1') ? ['00000000-0000-4000-8000-000000000001'] : [];
      expect(await scansWithoutOwner(db.pool, { text, values }, tables)).toEqual(scans);
    });

    it('may leave it to the planner where that is sure', async () => {
      const text = `
          select 1 from invoices i
          join customers c on c.business_id = i.business_id and c.id = i.customer_id
          left join payments y on y.business_id = i.business_id and y.invoice_id = i.id
          where i.business_id = $1`;
      const values = ['00000000-0000-4000-8000-000000000001'];
      expect(await scansWithoutOwner(db.pool, { text, values }, tables)).toEqual([]);
    });
  });
});

/** Every call of the contract, by its method and path. */
function calls(part: object): { method: string; path: string }[] {
  if ('~orpc' in part) {
    const { route } = part['~orpc'] as { route: { method: string; path: string } };
    return [{ method: route.method, path: route.path }];
  }
  return Object.values(part).flatMap((inner) => calls(inner as object));
}
