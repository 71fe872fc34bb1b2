import type { Money } from '../../../../shared/money/money.ts';
import {
  addMoney,
  compareMoney,
  isPositive,
  noMoney,
  subtractMoney,
} from '../../../../shared/money/money.ts';
import { countsAsReceived, leftOfPayment } from '../../../../shared/payments/balance.ts';
import type { Transaction } from '../../../db/database.ts';
import { findCustomerGroup } from '../../customers/index.ts';
import { holdPayers } from '../../invoices/index.ts';
import type { OpenLedger, PaymentRow } from '../../ledger/index.ts';
import type { CheckoutRow } from '../checkout.store.ts';
import type { Parts } from '../covered-invoices.ts';

/**
 * Has what has come of a payment for several invoices settle them: each what was asked for it, as far
 * as it still takes that, the first number first. The rest is the customer's credit. What goes back of
 * the payment is taken from credit, and then from the last (`withdrawExcess`); what is there again
 * after all, as of a refund that failed, goes where it was.
 * @param before the payment as it was read; undefined of a new one
 */
export async function dividePayment(
  tx: Transaction,
  ledger: OpenLedger,
  parts: Parts,
  { id, customerId, businessId }: PaymentRow,
  before: PaymentRow | undefined,
): Promise<void> {
  const payment = ledger.payment(id);
  const free = ledger.unapplied(id);
  const increase = subtractMoney(kept(payment), before ? kept(before) : noMoney(free.currency));
  let left = least(free, increase);
  if (!isPositive(left)) return;
  const locked = new Map(parts.map(({ invoice }) => [invoice.id, invoice]));
  const payers = await holdPayers(tx, businessId, customerId, locked, [...locked.keys()]);
  for (const { invoice, amount } of parts) {
    const isGone = invoice.deletedAt !== null && !ledger.restored.has(invoice.id);
    if (isGone || invoice.currency !== left.currency || !payers.has(invoice.customerId)) continue;
    const here = ledger.allocated(id, invoice.id);
    const open = ledger.openAmount({ ...invoice, deletedAt: null });
    const takes = least(least(subtractMoney(amount, here), open), left);
    if (!isPositive(takes)) continue;
    ledger.allocate(id, invoice.id, addMoney(here, takes));
    left = subtractMoney(left, takes);
  }
}

/**
 * Whose payment it is: the customer's of all invoices. Where they are of several, as of customers who
 * were merged and may be separated by now, theirs who asked to pay; of a checkout that does not say who
 * that was, the first invoice's.
 */
export async function findPayer(
  tx: Transaction,
  { businessId, payerId }: Pick<CheckoutRow, 'businessId' | 'payerId'>,
  parts: Parts,
): Promise<number> {
  const [{ invoice }] = parts;
  if (parts.every((part) => part.invoice.customerId === invoice.customerId))
    return invoice.customerId;
  const [root] = await findCustomerGroup(tx, businessId, payerId ?? invoice.customerId);
  return root;
}

const kept = (payment: PaymentRow): Money =>
  countsAsReceived(payment) ? leftOfPayment(payment) : noMoney(payment.currency);

const least = (one: Money, other: Money): Money => (compareMoney(one, other) < 0 ? one : other);
