import type { SenderBlock } from '../../../shared/senders/sender.contract.ts';
import type { Database } from '../../db/database.ts';
import { withTransaction } from '../../db/with-transaction.ts';
import { notifyListeners } from '../../platform/events/record-events.ts';
import type { Services } from '../../platform/http/services.ts';
import { listBlocks, unblockSender } from '../senders/index.ts';
import { requireBusiness } from './require-business.ts';

/** Who has blocked an account's business. @throws AppError NOT_FOUND */
export async function listUserBlocks(db: Database, accountId: string): Promise<SenderBlock[]> {
  const { id } = await requireBusiness(db.orm, accountId);
  return listBlocks(db.orm, id);
}

/**
 * An account's business may write to an address again that had blocked it, and is told. Done twice, it is done.
 * @throws AppError NOT_FOUND
 */
export function liftBlock(
  { db, clock, log }: Pick<Services, 'db' | 'clock' | 'log'>,
  accountId: string,
  address: string,
): Promise<void> {
  return withTransaction(db, async (tx) => {
    const { id: businessId } = await requireBusiness(tx, accountId);
    if (!(await unblockSender(tx, businessId, address))) return;
    const data = { what: 'unblocked' as const, to: address };
    await notifyListeners(tx, [{ businessId, type: 'mail.told', data, createdAt: clock.now() }]);
    log.warn({ businessId }, 'the block of an address was lifted');
  });
}
