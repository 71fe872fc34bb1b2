import { expect, test } from 'vitest';
import { migrate } from '../../src/server/db/migrate.ts';
import { quietLog } from '../database/quiet-log.ts';
import { openDatabaseBefore } from './migrations-before.ts';
import { storeMovedMessages } from './stored-rows/messages.ts';

test.each(['embedded', 'postgresql'] as const)(
  'a message that was for another customer before is still for nobody else (%s)',
  async (kind) => {
    const db = await openDatabaseBefore(kind, '0034_messages_of_other_customers');
    await storeMovedMessages(db);
    await migrate(db, { log: quietLog });
    const { rows } = await db.pool.query('select withdrawn, was_for_other from emails order by id');
    expect(rows).toEqual([
      { withdrawn: 'moved', was_for_other: true },
      { withdrawn: 'undone', was_for_other: false },
      { withdrawn: null, was_for_other: false },
    ]);
  },
);
