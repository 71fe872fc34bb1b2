import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import type { Database } from '../../src/server/db/database.ts';
import { migrate } from '../../src/server/db/migrate.ts';
import { takeOverIssued } from '../../src/server/features/documents/index.ts';
import { verifyAll } from '../../src/server/features/evidence/index.ts';
import { openFiles } from '../../src/server/platform/files/open-files.ts';
import type { Break } from '../../src/shared/documents/revision.contract.ts';
import { samplePicture } from '../files/sample-files.ts';
import { openOlderDatabase } from '../migrations/migrations-before.ts';
import { LOGO, storeIssuedDocuments } from '../migrations/stored-rows/issued-documents.ts';
import { bundleProgram } from '../programs/bundle-program.ts';
import { describeOnDatabase } from './describe-on-database.ts';
import { quietLog } from './quiet-log.ts';

/** More than a batch of invoices. */
const INVOICES = 1_200;

/** A database that the version before revisions and taxes on lines has filled, and the address by which others find it. */
async function openFilledBefore(kind: Database['kind']) {
  const dataDir = await mkdtemp(join(tmpdir(), 'remit-data-'));
  onTestFinished(() => rm(dataDir, { recursive: true, force: true }));
  const { db, databaseUrl } = await openOlderDatabase(kind, '0018_money_taxes');
  await storeIssuedDocuments(db, INVOICES);
  return { db, databaseUrl, dataDir };
}

/** Three of four were issued: of 1,200 and twice 8 invoices, and of three times 8 estimates. */
const ISSUED = 900 + 12 + 18;

describeOnDatabase('documents issued before', ({ kind }) => {
  it('get their first revision from what they say now, once, however the start ends', async () => {
    const { db, dataDir, databaseUrl } = await openFilledBefore(kind);
    await migrate(db, { log: quietLog });
    const clock = { now: () => new Date('2026-11-23T12:00:00Z') };
    const masterKey = Buffer.alloc(32, 1);
    const files = await openFiles({ dataDir, s3: undefined, masterKey, clock });
    await files.write(LOGO, await samplePicture('png', 40));
    const log = { ...quietLog, debug() {}, fatal() {} };
    const services = { db, files, clock, log };
    const breaks = async () => {
      const found: Break[] = [];
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
});
