import { rm } from 'node:fs/promises';
import { expect, onTestFinished, test } from 'vitest';
import { migrate } from '../../src/server/db/migrate.ts';
import { openDatabase } from '../../src/server/db/open-database.ts';
import { createEmbeddedDataDir } from './embedded-template.ts';
import { migrationsBefore } from './migrations-before.ts';
import { quietLog } from './quiet-log.ts';

const OWNER = '00000000-0000-4000-8000-00000000000a';

test('a message that was for another customer before is still for nobody else', async () => {
  const dataDir = await createEmbeddedDataDir({ empty: true });
  const db = await openDatabase({ databaseUrl: undefined, dataDir, log: quietLog });
  onTestFinished(async () => {
    await db.close();
    await rm(dataDir, { recursive: true, force: true });
  });
  const migrationsDir = await migrationsBefore('0034_messages_of_other_customers');
  onTestFinished(() => rm(migrationsDir, { recursive: true, force: true }));
  await migrate(db, { log: quietLog, migrationsDir });
  await db.pool.query('insert into businesses (id) values ($1)', [OWNER]);
  await db.pool.query(`insert into customers (business_id, name) values ($1, 'Marta')`, [OWNER]);
  await db.pool.query(
    `insert into emails (business_id, kind, customer_id, period_from, period_to, to_address,
       subject, message, message_id, status, withdrawn)
     select $1, 'statement', id, '2026-01-01', '2026-02-01', 'marta@example.com', 'S', 'M',
       'm' || n, 'failed', reason
     from customers, (values (1, 'moved'), (2, 'undone'), (3, null)) as told (n, reason)
     order by n`,
    [OWNER],
  );
  await migrate(db, { log: quietLog });
  const { rows } = await db.pool.query('select withdrawn, was_for_other from emails order by id');
  expect(rows).toEqual([
    { withdrawn: 'moved', was_for_other: true },
    { withdrawn: 'undone', was_for_other: false },
    { withdrawn: null, was_for_other: false },
  ]);
});
