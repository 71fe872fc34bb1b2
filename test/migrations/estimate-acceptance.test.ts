import { expect, test } from 'vitest';
import { migrate } from '../../src/server/db/migrate.ts';
import { quietLog } from '../database/quiet-log.ts';
import { openDatabaseBefore } from './migrations-before.ts';
import { storeAcceptedEstimate } from './stored-rows/estimates.ts';

const HASH = 'a'.repeat(64);

test.each(['embedded', 'postgresql'] as const)(
  'estimates and messages of before stay, and an answer holds nothing that cannot be (%s)',
  async (kind) => {
    const db = await openDatabaseBefore(kind, '_estimate_acceptance');
    await storeAcceptedEstimate(db);
    const read = async (table: string) => (await db.pool.query(`select * from ${table}`)).rows;
    const before = {
      estimates: await read('estimates'),
      emails: await read('emails'),
      profiles: await read('business_profiles'),
    };
    await migrate(db, { log: quietLog });
    expect(await read('estimates')).toEqual([
      expect.objectContaining({
        ...before.estimates[0],
        on_acceptance: null,
        acceptance_number: null,
      }),
    ]);
    expect(await read('emails')).toEqual([expect.objectContaining(before.emails[0])]);
    // The switch of rounding is a list by now: rounded-totals.test.ts.
    const { round_totals: _replaced, ...kept } = before.profiles[0];
    expect(await read('business_profiles')).toEqual([
      expect.objectContaining({ ...kept, on_acceptance: 'draft' }),
    ]);

    const answer = (values: object) => {
      const row = { number: 1, answer: 'accepted', name: 'Marta', way: 'typed', ...values };
      const entries = Object.entries(row);
      const columns = entries.map(([name]) => name).join(', ');
      const places = entries.map((_, index) => `$${index + 1}`).join(', ');
      return db.pool.query(
        `insert into estimate_answers (business_id, estimate_id, time_zone, ip_address, currency,
           total, revision, sha256, hash, ${columns})
         select business_id, id, 'UTC', '::1', 'USD', 5, 1, '${HASH}', '${HASH}', ${places}
         from estimates`,
        entries.map(([, value]) => value),
      );
    };
    for (const wrong of [
      { name: null },
      { name: '' },
      { way: null },
      { way: 'stamped' },
      { way: 'drawn' },
      { strokes: '[]' },
      { reason: 'Too late' },
      { answer: 'declined' },
      { answer: 'perhaps' },
      { number: 0 },
    ]) {
      await expect(answer(wrong), JSON.stringify(wrong)).rejects.toMatchObject({ code: '23514' });
    }
    await answer({});
    await expect(answer({})).rejects.toMatchObject({ code: '23505' });
    await answer({ number: 2, answer: 'declined', name: null, way: null, reason: 'Too late' });
    const set = (values: string) => db.pool.query(`update estimates set ${values}`);
    await set(`acceptance_number = 1, on_acceptance = 'send'`);
    await expect(set(`status = 'sent'`)).rejects.toMatchObject({ code: '23514' });
    await expect(set(`on_acceptance = 'post'`)).rejects.toMatchObject({ code: '23514' });
    await db.pool.query('delete from estimates');
    expect(await read('estimate_answers')).toEqual([]);
  },
);
