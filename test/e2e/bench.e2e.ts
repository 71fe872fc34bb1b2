import { expect, test } from 'vitest';
import { SECTIONS } from '../../bench/sections.ts';
import { createPostgresDatabase } from '../database/shared-server.ts';

/** Every line of a measurement, on next to nothing: what it finds out is for `npm run bench`. */
test.each(Object.entries(SECTIONS))('measures %s', async (_name, { run }) => {
  const rows = await run({
    size: (_real, small) => small,
    database: () => createPostgresDatabase(),
  });
  expect(rows.length).toBeGreaterThan(0);
  for (const row of rows) {
    expect(row.what).not.toBe('');
    expect(JSON.stringify(row)).not.toMatch(/NaN|undefined|Infinity/);
  }
});
