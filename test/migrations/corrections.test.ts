import { expect, test } from 'vitest';
import { migrate } from '../../src/server/db/migrate.ts';
import { quietLog } from '../database/quiet-log.ts';
import { openDatabaseBefore } from './migrations-before.ts';
import { CORRECTING, storeCorrections } from './stored-rows/documents.ts';

test.each(['embedded', 'postgresql'] as const)(
  'a correction is known by the moment of its credit note, the first of each invoice (%s)',
  async (kind) => {
    const db = await openDatabaseBefore(kind, '_corrections');
    await storeCorrections(db);
    await migrate(db, { log: quietLog });
    const { rows } = await db.pool.query(
      `select i.invoice_number as number, o.invoice_number as corrects from invoices i
       join invoices o on o.business_id = i.business_id and o.id = i.corrects_invoice_id
       where i.business_id = $1 order by 1`,
      [CORRECTING],
    );
    expect(rows).toEqual([
      { number: 'A-2', corrects: 'A' },
      { number: 'B-2', corrects: 'B' },
    ]);
  },
);
