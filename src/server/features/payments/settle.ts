/**
 * What happens when a provider's event arrives, end to end:
 * 1. payment-webhooks.routes.ts finds the business by the address's token, checks the signature, and
 *    finds the checkout that the event is about. What the event says of money is not believed.
 * 2. `settle` reads the checkout again from its provider, in the account it was made in
 *    (account-of.ts). Still open: it is ended where it no longer fits the invoice, and an approved
 *    one is captured while it does (capture-approved.ts).
 * 3. `recordCheckout` opens one transaction, locks the invoice (of a checkout of several all of them, by
 *    their numbers: covered-invoices.ts) and then the checkout, and notes the event's id: a second
 *    delivery ends here.
 * 4. `recordPayment` compares the payment with what was asked for, and writes it through the ledger
 *    (ledger/ledger.ts), with its refunds and disputes; what does not fit waits in review. What was
 *    paid for several invoices is divided among them (combined/divide-payment.ts).
 * 5. `changeAccount` (invoices/reconcile-invoice-status.ts) adds up the invoice's payments
 *    (shared/payments/balance.ts), and sets its status, what it received, and the sums.
 * 6. The same transaction writes the history, which notifications follow, an overpayment, and the
 *    customer's receipt, which a job sends. All of it is committed, or nothing is and the provider
 *    is told to send the event again.
 * A return page (confirm-payment.ts) and the job (reconcile.job.ts) begin at 2.
 */

import { withTransaction } from '../../db/with-transaction.ts';
import type { Services } from '../../platform/http/services.ts';
import type { Checkout } from '../../platform/payment-providers/payment-provider.ts';
import type { ProfileRow } from '../profile/index.ts';
import { findProfile } from '../profile/index.ts';
import type { CheckoutAccount } from './account-of.ts';
import { readInItsAccount } from './account-of.ts';
import { captureApproved } from './capture-approved.ts';
import type { CheckoutRow } from './checkout.store.ts';
import { updateCheckout } from './checkout.store.ts';
import { lockCovered } from './covered-invoices.ts';
import { isDue } from './is-due.ts';
import type { Trigger } from './record-checkout.ts';
import { recordCheckout } from './record-checkout.ts';

type SettleServices = Pick<Services, 'db' | 'clock' | 'seal' | 'payments' | 'log'>;

/** Unknown at the provider for so long after its end: nothing more can come of it. */
const LOST_AFTER_MS = 86_400_000;

/**
 * The one way in for money from providers: reads the checkout again from its provider, takes what a
 * payer has approved, ends what no longer fits the invoice, and writes what came of it. A return
 * page, an event and the reconciliation job only make it happen; a second call changes nothing.
 * @param known the owner's profile, where the caller has just read it
 * @returns the checkout's status as it now stands
 * @throws ProviderError when the provider cannot be asked: nothing was written
 */
export async function settle(
  services: SettleServices,
  row: CheckoutRow,
  trigger?: Trigger,
  known?: ProfileRow,
): Promise<CheckoutRow['status']> {
  const { db, clock } = services;
  if (row.providerId === null) return row.status;
  const profile = known ?? (await findProfile(db.orm, row.businessId));
  const found = profile && (await readInItsAccount(services, profile, row));
  if (!found?.checkout) return giveUpLater(services, row);
  let checkout: Checkout | undefined = found.checkout;
  if (checkout.state === 'open' || checkout.state === 'approved') {
    checkout = await whileOpen(services, row, found, checkout);
    if (!checkout) {
      await updateCheckout(db.orm, row, {
        status: 'expired',
        nextCheckAt: null,
        updatedAt: clock.now(),
      });
      return 'expired';
    }
  }
  return recordCheckout(services, row, checkout, trigger);
}

/**
 * An open checkout of an invoice that was edited, paid, deleted or set back to draft is ended, and so
 * is one in an account that is the business's no more; what
 * a payer has approved is taken only while it is what is due.
 */
async function whileOpen(
  services: SettleServices,
  row: CheckoutRow,
  { account, retired }: CheckoutAccount,
  checkout: Checkout,
): Promise<Checkout | undefined> {
  if (retired || !(await isStillDue(services, row))) {
    const ended = await account.expireCheckout(checkout.id);
    // An order that cannot be ended at its provider is simply never taken.
    return ended?.state === 'open' || ended?.state === 'approved' ? undefined : ended;
  }
  if (checkout.state !== 'approved') return checkout;
  const taken = await captureApproved(services, row, account, checkout);
  if (taken === 'not due') return account.expireCheckout(checkout.id);
  // Approved it stays, and is looked at again when the other payment is decided.
  return taken === 'waits' ? checkout : taken;
}

async function isStillDue({ db, clock }: SettleServices, row: CheckoutRow): Promise<boolean> {
  return withTransaction(db, async (tx) => {
    const parts = await lockCovered(tx, row);
    return parts !== undefined && isDue(tx, parts, row, clock.now());
  });
}

/**
 * The provider does not know it, or the business's keys are gone (another account's, removed): it
 * may come back, so it is kept for a while.
 */
async function giveUpLater(
  { db, clock }: SettleServices,
  row: CheckoutRow,
): Promise<CheckoutRow['status']> {
  const now = clock.now();
  const end = (row.expiresAt ?? row.createdAt).getTime() + LOST_AFTER_MS;
  const { status: before } = row;
  if (before === 'processing' || now.getTime() < end) return before;
  const status = before === 'open' || before === 'capturing' ? 'expired' : before;
  await updateCheckout(db.orm, row, { status, nextCheckAt: null, updatedAt: now });
  return status;
}
