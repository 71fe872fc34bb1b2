import { expect, test } from 'vitest';
import { migrate } from '../../src/server/db/migrate.ts';
import { quietLog } from '../database/quiet-log.ts';
import { openDatabaseBefore } from './migrations-before.ts';
import { CORRESPONDENT, storeStatements } from './stored-rows/messages.ts';

test.each(['embedded', 'postgresql'] as const)(
  'profiles begin without defaults, and messages stay as they are (%s)',
  async (kind) => {
    const db = await openDatabaseBefore(kind, '_document_defaults');
    await storeStatements(db);
    const messages = () =>
      db.pool.query('select * from emails where business_id = $1 order by id', [CORRESPONDENT]);
    const before = await messages();
    await migrate(db, { log: quietLog });
    // Later migrations add columns.
    const kept = before.rows.map((row: object) => expect.objectContaining(row));
    expect((await messages()).rows).toEqual(kept);
    const profile = await db.pool.query(
      `select business_name, city, version, invoice_due_days, invoice_notes, invoice_terms,
         estimate_expiry_days, estimate_notes, estimate_terms
       from business_profiles where business_id = $1`,
      [CORRESPONDENT],
    );
    expect(profile.rows).toEqual([
      {
        business_name: 'Quill Studio',
        city: 'Salem',
        version: 1,
        invoice_due_days: null,
        invoice_notes: null,
        invoice_terms: null,
        estimate_expiry_days: null,
        estimate_notes: null,
        estimate_terms: null,
      },
    ]);

    const change = (set: string, of: string) =>
      db.pool.query(`update ${of} set ${set} where business_id = $1`, [CORRESPONDENT]);
    await change(`status = 'queued', withdrawn = null, waits_for = 'undo'`, 'emails');
    await change(`status = 'failed', withdrawn = 'undone', waits_for = null`, 'emails');
    await change('invoice_due_days = 0, estimate_expiry_days = 3650', 'business_profiles');
    for (const [set, of] of [
      [`withdrawn = 'otherwise'`, 'emails'],
      [`status = 'queued', withdrawn = null, waits_for = 'otherwise'`, 'emails'],
      [`status = 'sent'`, 'emails'],
      ['invoice_due_days = -1', 'business_profiles'],
      ['estimate_expiry_days = 3651', 'business_profiles'],
    ] as const) {
      await expect(change(set, of), set).rejects.toMatchObject({ code: '23514' });
    }
  },
);
