import { expect, test } from 'vitest';
import { migrate } from '../../src/server/db/migrate.ts';
import { quietLog } from '../database/quiet-log.ts';
import { openDatabaseBefore } from './migrations-before.ts';
import { storeViewedDocuments, VIEWED_KINDS, VIEWED_OWNERS } from './stored-rows/documents.ts';

test.each(['embedded', 'postgresql'] as const)(
  'what customers opened before is known to be opened (%s)',
  async (database) => {
    const db = await openDatabaseBefore(database, '0031_list_filters');
    await storeViewedDocuments(db);
    await migrate(db, { log: quietLog });
    for (const { kind } of VIEWED_KINDS) {
      const { rows: opened } = await db.pool.query(
        `select d.business_id as owner, d.${kind}_number as number, p.viewed_at as at
         from public_documents p join ${kind}s d on d.business_id = p.business_id and d.id = p.${kind}_id
         order by 1, 2`,
      );
      expect(opened, kind).toEqual([
        { owner: VIEWED_OWNERS[0], number: '1', at: new Date('2026-11-21T08:00:00Z') },
        { owner: VIEWED_OWNERS[0], number: '2', at: null },
        { owner: VIEWED_OWNERS[1], number: '1', at: null },
        { owner: VIEWED_OWNERS[1], number: '2', at: null },
      ]);
    }
  },
);
