import { expect, it } from 'vitest';
import { describeOnDatabase } from '../../../../test/database/describe-on-database.ts';
import { makeOwner } from '../../../../test/factories/owner.ts';
import { forgetOldKeys } from './forget-old-keys.job.ts';
import { runIdempotently } from './run-idempotently.ts';

describeOnDatabase('forgetOldKeys', { owned: true }, (db) => {
  it('forgets a key after seven days and not before', async () => {
    const businessId = await makeOwner(db);
    let runs = 0;
    const ask = () =>
      runIdempotently(db, { businessId, key: 'k', call: 'test', input: {} }, async () => {
        runs += 1;
        return { runs };
      });
    await ask();
    const inDays = (days: number) => ({ now: () => new Date(Date.now() + days * 86_400_000) });
    expect(await forgetOldKeys(db, inDays(6))).toBe(0);
    expect(await ask()).toEqual({ runs: 1 });
    expect(await forgetOldKeys(db, inDays(8))).toBe(1);
    expect(await ask()).toEqual({ runs: 2 });
  });
});
