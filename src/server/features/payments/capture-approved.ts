import { withTransaction } from '../../db/with-transaction.ts';
import type { Services } from '../../platform/http/services.ts';
import type {
  Checkout,
  PaymentProvider,
} from '../../platform/payment-providers/payment-provider.ts';
import { ProviderError } from '../../platform/payment-providers/payment-provider.ts';
import type { CheckoutRow } from './checkout.store.ts';
import { lockWithLive, updateCheckout } from './checkout.store.ts';
import { coveredIds, lockCovered } from './covered-invoices.ts';
import { endCheckout } from './end-checkout.ts';
import { isDue } from './is-due.ts';

type CaptureServices = Pick<Services, 'db' | 'clock' | 'seal' | 'payments' | 'log'>;

/** When the job goes on with what a dead server or a silent provider left behind. */
const RESUME_MS = 60_000;
/** Each ends what was open; more than this many find new ones only while others keep opening them. */
const ROUNDS = 4;

/**
 * Takes what a payer has approved, unless an invoice of it is being paid otherwise. Under the invoices'
 * lock the checkout is claimed, so that no other is made or taken; then every other open one is ended
 * at its provider. Taken is only after a look under the lock that finds nothing else open, paid or
 * being confirmed.
 * @returns the checkout as it then is; 'not due' when the invoice asks for this no more; 'waits' while
 *   another payment is being confirmed
 * @throws ProviderError: silence of this provider or of another leaves the claim to the job
 */
export async function captureApproved(
  services: CaptureServices,
  row: CheckoutRow,
  account: PaymentProvider,
  checkout: Checkout,
): Promise<Checkout | 'not due' | 'waits'> {
  for (let round = 1; round <= ROUNDS; round += 1) {
    const claim = await claimCapture(services, row);
    if (claim === 'not due' || claim === 'waits') return claim;
    if (claim.length === 0) return capture(services, row, account, checkout);
    for (const other of claim) await endCheckout(services, other);
  }
  return 'waits';
}

/** @returns other checkouts that could still be paid */
async function claimCapture(
  { db, clock }: CaptureServices,
  claimed: CheckoutRow,
): Promise<CheckoutRow[] | 'not due' | 'waits'> {
  return withTransaction(db, async (tx) => {
    const now = clock.now();
    const { businessId, id } = claimed;
    const parts = await lockCovered(tx, claimed);
    const locked = await lockWithLive(tx, businessId, id, parts ? coveredIds(parts) : []);
    const row = locked.find((one) => one.id === id);
    if (!parts || !row || !(await isDue(tx, parts, row, now))) return 'not due';
    const others = locked.filter((other) => other.id !== id);
    if (others.some(({ status }) => status === 'capturing' || status === 'processing')) {
      if (row.status === 'capturing') await updateCheckout(tx, row, { status: 'open' });
      return 'waits';
    }
    for (const other of others) {
      // Nobody has been given the address of one that is still being made.
      if (other.status !== 'creating') continue;
      await updateCheckout(tx, other, { status: 'expired', nextCheckAt: null, updatedAt: now });
    }
    await updateCheckout(tx, row, {
      status: 'capturing',
      nextCheckAt: new Date(now.getTime() + RESUME_MS),
      updatedAt: now,
    });
    return others.filter(({ status }) => status === 'open');
  });
}

async function capture(
  { db, clock }: CaptureServices,
  row: CheckoutRow,
  account: PaymentProvider,
  checkout: Checkout,
): Promise<Checkout> {
  const release = () => updateCheckout(db.orm, row, { status: 'open', updatedAt: clock.now() });
  try {
    const taken = await account.captureCheckout(checkout.id, `capture:${row.key}`);
    // Declined: the payer may choose another way to pay.
    if (taken.state === 'open') await release();
    return taken;
  } catch (error) {
    // Everything but silence is an answer: nothing was taken.
    if (error instanceof ProviderError && error.kind !== 'unavailable') await release();
    throw error;
  }
}
