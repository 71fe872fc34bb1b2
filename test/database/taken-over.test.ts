import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { Database } from '../../src/server/db/database.ts';
import { migrate } from '../../src/server/db/migrate.ts';
import { openDatabase } from '../../src/server/db/open-database.ts';
import { shippedMigrationsDir } from '../../src/server/db/read-migrations.ts';
import { takeOverIssued, verifyAll } from '../../src/server/features/documents/index.ts';
import { openFiles } from '../../src/server/platform/files/open-files.ts';
import type { ChainBreak } from '../../src/shared/documents/revision.contract.ts';
import { BUSINESSES_OF_NEW_ACCOUNTS } from '../factories/businesses.ts';
import { samplePicture } from '../files/sample-files.ts';
import { bundleProgram } from '../programs/bundle-program.ts';
import { isRest } from '../run.ts';
import { createEmbeddedDataDir } from './embedded-template.ts';
import { quietLog } from './quiet-log.ts';
import { createPostgresDatabase, dropPostgresDatabase } from './shared-server.ts';

/** More than a batch of invoices. */
const INVOICES = 1_200;
const LOGO = `logos/${'ab'.repeat(16)}.png`;

/** A database that the version before revisions and taxes on lines has filled, and the address by which others find it. */
async function filledBefore(kind: Database['kind']) {
  const dir = await mkdtemp(join(tmpdir(), 'remit-migrations-'));
  await cp(shippedMigrationsDir(), dir, { recursive: true });
  const file = join(dir, 'meta', '_journal.json');
  const journal = JSON.parse(await readFile(file, 'utf8')) as { entries: { tag: string }[] };
  const at = journal.entries.findIndex(({ tag }) => tag.endsWith('_money_taxes'));
  for (const { tag } of journal.entries.splice(at)) await rm(join(dir, `${tag}.sql`));
  await writeFile(file, JSON.stringify(journal));
  const dataDir = await createEmbeddedDataDir({ empty: true });
  const databaseUrl =
    kind === 'postgresql' ? await createPostgresDatabase({ empty: true }) : undefined;
  const open = () => openDatabase({ databaseUrl, dataDir, log: quietLog });
  const db = await open();
  onTestFinished(async () => {
    await db.close();
    if (databaseUrl) await dropPostgresDatabase(databaseUrl);
    for (const path of [dir, dataDir]) await rm(path, { recursive: true, force: true });
  });
  await migrate(db, { log: quietLog, migrationsDir: dir });
  await fill(db);
  return { db, databaseUrl, dataDir };
}

async function fill(db: Database): Promise<void> {
  await db.pool.query(`insert into users (email, name) values
    ('ada@example.com', 'Ada'), ('eve@example.com', 'Eve'), ('new@example.com', 'New')`);
  await db.pool.query(BUSINESSES_OF_NEW_ACCOUNTS);
  // The third has no profile.
  await db.pool.query(`
    insert into business_profiles (business_id, business_name, time_zone, logo_url)
    select m.business_id, u.name, 'Asia/Tokyo', case u.name when 'Ada' then '/objects/${LOGO}' end
    from members m join users u on u.id = m.account_id where u.name <> 'New'`);
  await db.pool.query(`
    insert into uploads (business_id, key, purpose, file_name, content_type, size, stored_at)
    select m.business_id, '${LOGO}', 'logo', 'logo.png', 'image/png', 1, now()
    from members m join users u on u.id = m.account_id where u.name = 'Ada'`);
  await db.pool.query(
    `insert into customers (business_id, name) select id, 'Marta' from businesses`,
  );
  const documents = (
    table: string,
    number: string,
    end: string,
    statuses: string[],
    each: string,
  ) => `
    insert into ${table} (business_id, customer_id, ${number}, number_key, status, issue_date, ${end},
      subtotal, total, updated_at, deleted_at)
    select c.business_id, c.id, 'N-' || n, 'n-' || n, (array['${statuses.join("','")}'])[1 + n % 4],
      '2026-11-01', '2026-12-01', 100, 100, '2026-11-02T20:00:00Z',
      case when n % 50 = 0 then now() end
    from customers c, generate_series(1, ${each}) n`;
  const most = `(case when c.business_id = (select business_id from business_profiles
    where business_name = 'Ada') then ${INVOICES} else 8 end)`;
  await db.pool.query(
    documents('invoices', 'invoice_number', 'due_date', ['draft', 'sent', 'paid', 'overdue'], most),
  );
  await db.pool.query(
    documents(
      'estimates',
      'estimate_number',
      'expiry_date',
      ['draft', 'sent', 'accepted', 'rejected'],
      '8',
    ),
  );
  for (const kind of ['invoice', 'estimate']) {
    await db.pool.query(`
      insert into ${kind}_line_items (business_id, ${kind}_id, position, description, quantity, unit_price, total)
      select business_id, id, 1, 'Work', 1, 100, 100 from ${kind}s`);
    await db.pool.query(`
      insert into public_documents (public_id, business_id, ${kind}_id)
      select replace(gen_random_uuid()::text, '-', ''), business_id, id from ${kind}s`);
  }
}

/** Three of four were issued: of 1,200 and twice 8 invoices, and of three times 8 estimates. */
const ISSUED = 900 + 12 + 18;

describe.each([isRest ? 'embedded' : 'postgresql'] as const)(
  'documents issued before (%s)',
  (kind) => {
    it('get their first revision from what they say now, once, however the start ends', async () => {
      const { db, dataDir, databaseUrl } = await filledBefore(kind);
      await migrate(db, { log: quietLog });
      const clock = { now: () => new Date('2026-11-23T12:00:00Z') };
      const masterKey = Buffer.alloc(32, 1);
      const files = await openFiles({ dataDir, s3: undefined, masterKey, clock });
      await files.write(LOGO, await samplePicture('png', 40));
      const log = { ...quietLog, debug() {}, fatal() {} };
      const services = { db, files, clock, log };
      const breaks = async () => {
        const found: ChainBreak[] = [];
        const outcome = await verifyAll({ db, files }, (_, one) => found.push(one));
        return { ...outcome, found };
      };
      expect(await breaks()).toMatchObject({ revisions: 0, breaks: 100 + 6 + 6 + 6 + 6 });

      // Ended in its second batch.
      let batches = 0;
      const { pool } = db;
      const dying: Database = {
        ...db,
        orm: db.orm,
        pool: Object.assign(Object.create(pool) as typeof pool, {
          connect: () => {
            batches += 1;
            return batches === 2 ? Promise.reject(new Error('the power is out')) : pool.connect();
          },
        }),
      };
      await expect(takeOverIssued({ ...services, db: dying })).rejects.toThrow('the power is out');
      const { rows } = await db.pool.query<{ n: number }>(
        'select count(*)::int as n from document_revisions',
      );
      expect(rows[0]?.n).toBeGreaterThan(0);
      expect(rows[0]?.n).toBeLessThan(ISSUED);

      // Two servers that start at once.
      const made = await Promise.all([takeOverIssued(services), takeOverIssued(services)]);
      expect((rows[0]?.n ?? 0) + made[0] + made[1]).toBe(ISSUED);
      expect(await takeOverIssued(services)).toBe(0);
      expect(await breaks()).toEqual({
        documents: INVOICES + 2 * 8 + 3 * 8,
        revisions: ISSUED,
        breaks: 0,
        found: [],
      });
      const taken = await db.pool.query<{ body: string; taken_over: boolean }>(
        `select r.body, r.taken_over from document_revisions r
       join business_profiles b on b.business_id = r.business_id
       where b.business_name = 'Ada' and r.invoice_id is not null order by r.id limit 1`,
      );
      expect(taken.rows[0]?.taken_over).toBe(true);
      expect(JSON.parse(taken.rows[0]?.body ?? '')).toMatchObject({
        // The day of its last change where the business is.
        revision: { number: 1, date: '2026-11-03', replaces: null },
        content: { total: '100.00', lineItems: [{ description: 'Work' }] },
        seller: { businessName: 'Ada' },
        logo: { key: LOGO, sha256: expect.stringMatching(/^[0-9a-f]{64}$/) },
      });

      if (!databaseUrl) return;
      const command = async () => {
        const program = await bundleProgram('src/server/verify.command.ts');
        const child = spawn(process.execPath, [program], {
          env: { PATH: process.env['PATH'], DATA_DIR: dataDir, DATABASE_URL: databaseUrl },
        });
        let printed = '';
        for (const stream of [child.stdout, child.stderr]) {
          stream.on('data', (chunk: Buffer) => (printed += chunk.toString()));
        }
        const [code] = (await once(child, 'close')) as [number];
        return { code, printed };
      };
      expect(await command()).toEqual({
        code: 0,
        printed: `Read ${ISSUED} versions of ${INVOICES + 40} documents, drafts among them: all verified.\n`,
      });
      const { rows: altered } = await db.pool.query<{ business_id: string; id: string }>(
        `update document_revisions set body = replace(body, 'Work', 'Play')
       where id = (select max(id) from document_revisions where invoice_id is not null)
       returning business_id, invoice_id as id`,
      );
      const { code, printed } = await command();
      expect(code).toBe(1);
      expect(printed).toMatch(
        new RegExp(
          `^invoice N-\\d+ \\(business ${altered[0]?.business_id}, id ${altered[0]?.id}\\), version 1: body altered\n`,
        ),
      );
      expect(printed).toMatch(/: 2 do not hold\.\n$/);
    });
  },
);
