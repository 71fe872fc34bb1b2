import { expect, test } from 'vitest';
import { migrate } from '../../src/server/db/migrate.ts';
import { quietLog } from '../database/quiet-log.ts';
import { openDatabaseBefore } from './migrations-before.ts';
import { storeAnsweredEstimate } from './stored-rows/estimates.ts';

test.each(['embedded', 'postgresql'] as const)(
  'lines and answers of before offer no choice, and say what they said (%s)',
  async (kind) => {
    const db = await openDatabaseBefore(kind, '_estimate_choice');
    await storeAnsweredEstimate(db);
    const read = async (table: string) =>
      (await db.pool.query(`select * from ${table} order by id`)).rows;
    const [lines, answers] = [await read('estimate_line_items'), await read('estimate_answers')];
    expect([lines.length, answers.length]).toEqual([1, 2]);
    await migrate(db, { log: quietLog });
    expect(await read('estimate_line_items')).toEqual(
      lines.map((line) => ({ ...line, optional: false, min_quantity: null, max_quantity: null })),
    );
    expect(await read('estimate_answers')).toEqual(
      answers.map((answer) => ({ ...answer, choice: null })),
    );
    // Who declines has chosen nothing.
    await expect(
      db.pool.query(`update estimate_answers set choice = '{}' where answer = 'declined'`),
    ).rejects.toMatchObject({ code: '23514' });
  },
);
