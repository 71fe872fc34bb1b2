import type { Transaction } from '../../db/database.ts';
import type { Proof } from './sender.store.ts';
import { lockSender, updateSender } from './sender.store.ts';

/**
 * The owner has been paid online with real money, or has verified a domain: no limit on new
 * recipients from now on. The caller lets the messages go that waited for it.
 * @returns false when the owner was proven already
 */
export async function proveSender(
  tx: Transaction,
  businessId: string,
  proof: Proof,
  now: Date,
): Promise<boolean> {
  const { provenBy } = await lockSender(tx, businessId);
  if (provenBy !== null) return false;
  await updateSender(tx, businessId, { provenBy: proof, provenAt: now });
  return true;
}
