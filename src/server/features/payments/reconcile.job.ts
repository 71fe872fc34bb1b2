import type { Services } from '../../platform/http/services.ts';
import { recheckQueue } from '../../platform/payment-providers/recheck-checkouts.ts';
import { resumeCharge } from './automatic/charge-saved-card.ts';
import { claimDueCheckouts, updateCheckout } from './checkout.store.ts';
import { finishRefunds } from './refund-payment.ts';
import { settle } from './settle.ts';

const BATCH = 20;
/** Checkouts are ended beside each other: one provider that is slow holds nobody else's up. */
const AT_ONCE = 4;

/** The worker that looks at checkouts right after a change of what is due, before anybody pays there. */
export function takeRechecks(services: Services): void {
  services.jobs.take(recheckQueue, () => reconcilePayments(services), { atOnce: AT_ONCE });
}

/**
 * Asks what became of checkouts whose customer never came back and whose event never arrived, and
 * finishes refunds whose outcome is not known. Safe to run twice and on many instances at once.
 * @returns how many were asked about
 */
export async function reconcilePayments(services: Services): Promise<number> {
  const { db, clock, log } = services;
  let asked = await finishRefunds(services);
  for (;;) {
    const { claimed, more } = await claimDueCheckouts(db.orm, clock.now(), BATCH);
    for (const row of claimed) {
      try {
        if (row.status === 'creating') {
          // Its maker is gone, and nobody was given its address.
          await updateCheckout(db.orm, row, { status: 'expired', nextCheckAt: null });
        } else if (row.mandateId !== null && row.providerId === null) {
          await resumeCharge(services, row);
        } else {
          await settle(services, row);
        }
      } catch (error) {
        log.warn({ err: error, checkout: row.id }, 'a checkout could not be reconciled');
      }
    }
    asked += claimed.length;
    if (!more) return asked;
  }
}
