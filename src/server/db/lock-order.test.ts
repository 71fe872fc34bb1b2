import { sql } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { describeOnDatabase } from '../../../test/database/describe-on-database.ts';
import { AppError } from '../../shared/errors/app-error.ts';
import type { Transaction } from './database.ts';
import { ConcernsOthersError, concernedBefore, noteLocks, noteOwnRow } from './lock-order.ts';
import { restarts, withTransaction } from './with-transaction.ts';

describeOnDatabase('the order of locks', (db) => {
  const inOne = (work: (tx: Transaction) => void) =>
    withTransaction(db, async (tx) => {
      await tx.execute(sql`select 1`);
      work(tx);
    });

  it('takes each kind after those before it, by id', async () => {
    await inOne((tx) => {
      noteLocks(tx, 'invoices', [3, 7]);
      noteLocks(tx, 'payments', [1]);
      // What is held is held.
      noteLocks(tx, 'invoices', [7]);
      noteLocks(tx, 'customers', [2]);
      noteLocks(tx, 'sums', [0]);
    });
  });

  it.each([
    ['invoices 4 after payments', 'invoices' as const, [4]],
    ['invoices 2 after payments', 'invoices' as const, [3, 2]],
    ['payments 5 after 9', 'payments' as const, [5]],
  ])('refuses %s', async (message, kind, ids) => {
    const early = inOne((tx) => {
      noteLocks(tx, 'invoices', [3]);
      noteLocks(tx, 'payments', [9]);
      noteLocks(tx, kind, ids);
    });
    await expect(early).rejects.toThrow(message);
  });

  it('leaves out what the transaction has made itself, and what is in none', async () => {
    await inOne((tx) => {
      noteLocks(tx, 'customers', [1]);
      noteOwnRow(tx, 'invoices', 8);
      noteLocks(tx, 'invoices', [8]);
    });
    noteLocks(db.orm, 'sums', [0]);
    noteLocks(db.orm, 'invoices', [1]);
  });

  it('begins a transaction anew that concerns others, and gives up after three times', async () => {
    const before = restarts.concerned;
    const tries: number[][] = [];
    const grow = (most: number) =>
      withTransaction(db, async (tx) => {
        const known = [...concernedBefore(tx)];
        tries.push(known);
        if (known.length < most) throw new ConcernsOthersError([known.length + 1]);
        return known;
      });
    expect(await grow(3)).toEqual([1, 2, 3]);
    expect(tries).toEqual([[], [1], [1, 2], [1, 2, 3]]);
    const refused = await grow(4).catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(AppError);
    expect((refused as AppError).toBody()).toEqual({
      code: 'CONFLICT',
      message: 'These invoices are being changed by others. Try again in a moment.',
      retryAfter: 1,
    });
    expect(restarts.concerned - before).toBe(7);
  });
});
