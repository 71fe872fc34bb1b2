import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { describeOnDatabase } from '../../../../test/database/describe-on-database.ts';
import { withTransaction } from '../../db/with-transaction.ts';
import type { LiveNews } from './live-bus.ts';
import { announce, openLiveBus } from './live-bus.ts';

const log = { debug() {}, info() {}, warn() {}, error() {}, fatal() {} };

describeOnDatabase('the live bus', (db) => {
  const say = (...news: LiveNews[]) => withTransaction(db, (tx) => announce(tx, news));
  const open = async () => {
    const heard: LiveNews[] = [];
    let missed = 0;
    const bus = openLiveBus(db, log, {
      news: (news) => heard.push(news),
      missed: () => (missed += 1),
    });
    const marker = randomUUID();
    await expect
      .poll(async () => {
        await say({ businessId: marker });
        return heard.length;
      })
      .toBeGreaterThan(0);
    heard.length = 0;
    return { bus, heard, missed: () => missed };
  };

  it('tells each listener what has committed, and nothing that was rolled back', async () => {
    const [one, other] = [await open(), await open()];
    const businessId = randomUUID();
    await expect(
      withTransaction(db, async (tx) => {
        await announce(tx, [{ businessId, id: 1 }]);
        throw new Error('rolled back');
      }),
    ).rejects.toThrow();
    await say({ businessId, id: 2 }, { businessId });
    for (const { heard, bus } of [one, other]) {
      await expect
        .poll(() => heard.filter((news) => news.businessId === businessId))
        .toEqual([
          { businessId, id: 2 },
          { businessId, id: undefined },
        ]);
      await bus.close();
    }
    await say({ businessId, id: 3 });
    expect(one.heard.some((news) => news.id === 3)).toBe(false);
  });

  // The embedded database has no connection that could break.
  if (db.kind === 'postgresql') {
    it('listens again after its connection broke, and says that it may have missed something', async () => {
      const { bus, heard, missed } = await open();
      const listening = async () => {
        const { rowCount } = await db.pool.query(
          `select 1 from pg_stat_activity where application_name = 'remit live'
           and datname = current_database()`,
        );
        return rowCount;
      };
      // Those of the test before may still be saying goodbye.
      await expect.poll(listening).toBe(1);
      const { rowCount } = await db.pool.query(
        `select pg_terminate_backend(pid) from pg_stat_activity
         where application_name = 'remit live' and datname = current_database()`,
      );
      expect(rowCount).toBe(1);
      await expect.poll(missed).toBe(1);
      const businessId = randomUUID();
      await say({ businessId, id: 9 });
      await expect.poll(() => heard).toContainEqual({ businessId, id: 9 });
      await db.pool.query(`select pg_notify('remit_live', 'not one of ours')`);
      await say({ businessId, id: 10 });
      await expect.poll(() => heard.at(-1)).toEqual({ businessId, id: 10 });
      await bus.close();
      await expect.poll(listening).toBe(0);
    });
  }
});
