import type { Transaction } from '../../db/database.ts';

type EndAccess = (
  tx: Transaction,
  businessId: string,
  customerIds: readonly number[],
  now: Date,
) => Promise<void>;

/** Without a portal there is nothing to end. */
let end: EndAccess = async () => {};

/** How a change of a customer reaches the portal, which this feature may not import. Called where the application is put together. */
export function registerCustomerAccess(ender: EndAccess): void {
  end = ender;
}

/**
 * Ends what was opened with an address that is the customer's no more, or of one who is gone: it stays
 * ended should the address come back.
 */
export const endAccess: EndAccess = (...call) => end(...call);
