import { sql } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { describeOnDatabase } from '../../../test/database/describe-on-database.ts';
import { executeNamed, queryNamed } from './named-statements.ts';
import { withTransaction } from './with-transaction.ts';

describeOnDatabase('statements under a name', { owned: true }, (db) => {
  it('are kept by the connection and answer with the values of each call', async () => {
    const named = await withTransaction(db, async (tx) => {
      const answers = [];
      for (const value of [1, 2, 3]) {
        answers.push((await executeNamed(tx, sql`select ${value}::integer as value`)).rows);
      }
      const { rows } = await tx.execute(sql`
        select statement from pg_prepared_statements where name like '%remit%'`);
      return { answers, kept: rows.map(({ statement }) => statement) };
    });
    expect(named.answers).toEqual([[{ value: 1 }], [{ value: 2 }], [{ value: 3 }]]);
    expect(named.kept.filter((text) => text === 'select $1::integer as value')).toHaveLength(1);
  });

  it('outlive a change of the columns that they answer', async () => {
    await db.pool.query('create table kept_plans (amount numeric(10,2))');
    await db.pool.query('insert into kept_plans values (1)');
    const read = sql`select amount from kept_plans`;
    const change = (digits: number) =>
      db.pool.query(`alter table kept_plans alter amount type numeric(12,${digits})`);

    expect((await executeNamed(db.orm, read)).rows).toEqual([{ amount: '1.00' }]);
    await change(3);
    expect((await executeNamed(db.orm, read)).rows).toEqual([{ amount: '1.000' }]);

    const inTransaction = () =>
      withTransaction(db, async (tx) => (await executeNamed(tx, read)).rows);
    expect(await inTransaction()).toEqual([{ amount: '1.000' }]);
    await change(4);
    expect(await inTransaction()).toEqual([{ amount: '1.0000' }]);

    const byDriver = () => queryNamed(db.pool, 'select amount as sum from kept_plans', []);
    expect(await byDriver()).toEqual([{ sum: '1.0000' }]);
    await change(5);
    expect(await byDriver()).toEqual([{ sum: '1.00000' }]);
  });
});
