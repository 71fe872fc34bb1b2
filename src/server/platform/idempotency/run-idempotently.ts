import { createHash } from 'node:crypto';
import { and, eq } from 'drizzle-orm';
import { AppError } from '../../../shared/errors/app-error.ts';
import type { Database, Transaction } from '../../db/database.ts';
import { executeNamed } from '../../db/named-statements.ts';
import { idempotencyKeys } from '../../db/tables/activity.table.ts';
import { withTransaction } from '../../db/with-transaction.ts';

export interface IdempotentRequest {
  businessId: string;
  /** What the client sent as Idempotency-Key; undefined: every call counts. */
  key: string | undefined;
  /** The call's name, such as 'invoices.create'. */
  call: string;
  input: unknown;
}

/**
 * Runs a creating verb in a transaction, once for a key (decision 18): the key, the rows and the
 * answer are written together, so the same key gives the same answer however often and however
 * many at a time it is sent, and a failure leaves the key free for a retry.
 * @param create must return the JSON answer
 * @throws AppError KEY_REUSED when the key came before with another request
 */
export function runIdempotently<T>(
  db: Database,
  request: IdempotentRequest,
  create: (tx: Transaction) => Promise<T>,
): Promise<T> {
  const { businessId, key, call } = request;
  if (key === undefined) return withTransaction(db, create);
  const fingerprint = createHash('sha256')
    .update(JSON.stringify([call, request.input]))
    .digest('hex');
  const mine = and(eq(idempotencyKeys.businessId, businessId), eq(idempotencyKeys.key, key));
  return withTransaction(db, async (tx) => {
    // A second call with the key waits here until the first has committed or gone.
    const { rowCount } = await executeNamed(
      tx,
      tx.insert(idempotencyKeys).values({ businessId, key, fingerprint }).onConflictDoNothing(),
    );
    if (rowCount === 0) {
      const [earlier] = await tx.select().from(idempotencyKeys).where(mine);
      if (!earlier || earlier.fingerprint !== fingerprint) {
        throw new AppError('KEY_REUSED', 'This Idempotency-Key was used for another request');
      }
      return earlier.response as T;
    }
    const answer = await create(tx);
    await executeNamed(tx, tx.update(idempotencyKeys).set({ response: answer }).where(mine));
    return answer;
  });
}
