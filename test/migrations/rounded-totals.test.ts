import { expect, test } from 'vitest';
import { migrate } from '../../src/server/db/migrate.ts';
import { quietLog } from '../database/quiet-log.ts';
import { openDatabaseBefore } from './migrations-before.ts';
import { EXACT, ROUNDING, storeRoundedTotals } from './stored-rows/documents.ts';

test.each(['embedded', 'postgresql'] as const)(
  'one switch becomes that of each currency in use, and no document becomes another (%s)',
  async (kind) => {
    const db = await openDatabaseBefore(kind, '_rounded_totals');
    await storeRoundedTotals(db);
    const rows = async (query: string) => (await db.pool.query(query)).rows;
    const documents = async () => [
      await rows('select * from invoices order by business_id'),
      await rows('select * from credit_notes order by business_id'),
    ];
    const before = await documents();
    await migrate(db, { log: quietLog });
    // What columns later releases have is theirs.
    expect(await documents()).toMatchObject(before);

    const profiles = await rows('select business_id, rounded_totals from business_profiles');
    expect(profiles).toHaveLength(2);
    expect(profiles).toContainEqual({ business_id: EXACT, rounded_totals: [] });
    // Of the profile and of items there is no custom; of customers, documents and recurring invoices there is.
    expect(profiles).toContainEqual({
      business_id: ROUNDING,
      rounded_totals: [
        { currency: 'CHF', increment: '0.05' },
        { currency: 'NOK', increment: '1.00' },
        { currency: 'SEK', increment: '1.00' },
      ],
    });
    expect(
      await rows(`select currency, content from recurring_invoices where business_id = '${ROUNDING}'
        order by currency desc`),
    ).toEqual([
      { currency: 'NOK', content: { notes: 'kept', roundingIncrement: '1.00' } },
      { currency: 'EUR', content: { notes: 'kept', roundingIncrement: null } },
    ]);
    expect(
      await rows(`select distinct content from recurring_invoices where business_id = '${EXACT}'`),
    ).toEqual([{ content: { notes: 'kept', roundingIncrement: null } }]);
  },
);
