import { sql } from 'drizzle-orm';
import { AppError } from '../../../shared/errors/app-error.ts';
import { TRIAL_INVOICES } from '../../../shared/subscription/plans.ts';
import type { Transaction } from '../../db/database.ts';
import { noteLocks } from '../../db/lock-order.ts';
import { executeNamed } from '../../db/named-statements.ts';
import { notifyListeners } from '../../platform/events/record-events.ts';

/**
 * One invoice more on the owner's free trial (decision 13). The row stays locked until the
 * transaction ends, so eleven at once still end at ten.
 */
export async function countAgainstTrial(
  tx: Transaction,
  businessId: string,
  now: Date,
): Promise<void> {
  noteLocks(tx, 'business', [0]);
  const { rows } = await executeNamed<{
    subscription_status: string;
    trial_invoices_used: number;
  }>(
    tx,
    sql`
    update businesses set
      trial_invoices_used = trial_invoices_used + (subscription_status = 'trial')::integer
    where id = ${businessId} and (subscription_status = 'active'
      or (subscription_status = 'trial' and trial_invoices_used < ${TRIAL_INVOICES}))
    returning subscription_status, trial_invoices_used`,
  );
  const [account] = rows;
  if (account) {
    if (account.subscription_status !== 'trial') return;
    const data = { used: account.trial_invoices_used, allowed: TRIAL_INVOICES };
    await notifyListeners(tx, [{ businessId, type: 'trial.counted', data, createdAt: now }]);
    return;
  }
  throw new AppError(
    'SUBSCRIPTION_REQUIRED',
    'Your free trial has expired, please choose a plan to continue using the product',
    { requiresSubscription: true },
  );
}
