/** Which checkout an ask for a payment is given, and what may be asked for. */
import { AppError, invalidField } from '../../../shared/errors/app-error.ts';
import type { InvoiceDetail } from '../../../shared/invoices/invoice.contract.ts';
import type { Decimal } from '../../../shared/money/decimal.ts';
import type { Money } from '../../../shared/money/money.ts';
import { compareMoney, isPositive, money } from '../../../shared/money/money.ts';
import type { ChosenPayment } from '../../../shared/payments/payable-amount.ts';
import { choosePayment } from '../../../shared/payments/payable-amount.ts';
import type { Transaction } from '../../db/database.ts';
import { withTransaction } from '../../db/with-transaction.ts';
import type { Services } from '../../platform/http/services.ts';
import type { PaymentProvider } from '../../platform/payment-providers/payment-provider.ts';
import { ProviderError } from '../../platform/payment-providers/payment-provider.ts';
import { isSuspended } from '../businesses/index.ts';
import { notAvailable } from '../documents/index.ts';
import type { StoredInvoice } from '../invoices/index.ts';
import { lockInvoice } from '../invoices/index.ts';
import type { ProfileRow } from '../profile/index.ts';
import type { CheckoutRow } from './checkout.store.ts';
import { findNewestCheckout, insertCheckout, listLive, updateCheckout } from './checkout.store.ts';
import { payTerms } from './is-due.ts';

export const ALREADY_PAID = new AppError('ALREADY_PAID', 'This invoice has already been paid.');
export const BEING_CONFIRMED = new AppError(
  'CONFLICT',
  'A payment for this invoice is being confirmed. There is no need to pay again.',
);

/** A checkout that ends while the customer types is of no use: it is made anew before that. */
const LEAST_LIFE_MS = 5 * 60_000;

export const FIRST_CHECK_MS = 60_000;
const REFUSED_FOR_MS = 10 * 60_000;

export function refuseUnpayable(status: InvoiceDetail['status'], due: Money): void {
  if (status === 'paid') throw ALREADY_PAID;
  if (status === 'draft') {
    throw new AppError('CONFLICT', 'A draft cannot be paid. Mark it as sent first.');
  }
  if (!isPositive(due)) {
    throw new AppError('CONFLICT', 'There is nothing to pay on this invoice.');
  }
}

/** @throws AppError VALIDATION naming `amount` where that much cannot be paid now */
export function chooseAmount(...choice: Parameters<typeof choosePayment>): ChosenPayment {
  const chosen = choosePayment(...choice);
  if (typeof chosen === 'string') throw invalidField('amount', chosen);
  return chosen;
}

export interface Ask {
  invoice: InvoiceDetail;
  /** All that is due unless told. */
  wantedAmount: Decimal | undefined;
  /** What the payer agrees to with it. */
  agreement: CheckoutRow['agreement'];
  profile: ProfileRow;
  account: PaymentProvider;
  /** Which account that is. */
  name: string;
  by: 'owner' | 'customer';
}

export function isBeingConfirmed({ status }: Pick<CheckoutRow, 'status'>): boolean {
  return status === 'capturing' || status === 'processing';
}

/**
 * The checkout to use, under the invoice's lock: the live one, or a new row for one that is to be
 * made. `fits` is false for one that asks for another amount than is due, or is about to end.
 */
export async function claimCheckout(
  { db, clock }: Services,
  { invoice: { id: invoiceId }, wantedAmount, agreement, profile, account, name }: Ask,
): Promise<{ row: CheckoutRow; fits: boolean }> {
  return withTransaction(db, async (tx) => {
    const now = clock.now();
    const { businessId } = profile;
    const invoice = await lockPayable(tx, businessId, invoiceId);
    const { pays, amount: due } = chooseAmount(invoice, wantedAmount, payTerms(profile, now));
    const rows = await listLive(tx, businessId, invoiceId);
    if (rows.some(isBeingConfirmed)) throw BEING_CONFIRMED;
    const live = rows.find(({ provider }) => provider === account.name);
    if (!live) {
      const last = await findNewestCheckout(tx, businessId, invoiceId, account.name);
      refuseAsBefore(last, { due, account: name, now });
    }
    if (live) {
      const lives =
        live.status === 'creating' ||
        (live.expiresAt?.getTime() ?? 0) > now.getTime() + LEAST_LIFE_MS;
      const isSame = (live.agreement === null) === (agreement === null);
      const fits =
        lives && isSame && live.pays === pays && asksFor(live, due) && live.account === name;
      // One that was never made at the provider is simply put away.
      if (fits || live.status === 'open') return { row: live, fits };
      await updateCheckout(tx, live, { status: 'expired', nextCheckAt: null });
    }
    const row = await insertCheckout(tx, {
      businessId,
      invoiceId,
      provider: account.name,
      account: name,
      pays,
      agreement,
      ...due,
      nextCheckAt: new Date(now.getTime() + 10 * FIRST_CHECK_MS),
      createdAt: now,
    });
    return { row, fits: true };
  });
}

const asksFor = (row: CheckoutRow, due: Money) =>
  row.currency === due.currency && compareMoney(row, due) === 0;

/**
 * What the provider has just refused is refused again, without asking it and without another row: a
 * stranger with the link can press the button as often as he likes.
 * @throws ProviderError 'rejected'
 */
function refuseAsBefore(...[last, ask]: Parameters<typeof lateRefusal>): void {
  const refusal = lateRefusal(last, ask);
  if (refusal !== undefined) throw new ProviderError('rejected', refusal);
}

/** In which words a provider has refused what is due within the last minutes, if it has. */
export function lateRefusal(
  last: CheckoutRow | undefined,
  { due, account, now }: { due: Money; account: string; now: Date },
): string | undefined {
  if (!last?.refusal || !asksFor(last, due) || last.account !== account) return undefined;
  return now.getTime() - last.updatedAt.getTime() > REFUSED_FOR_MS ? undefined : last.refusal;
}

/** Locks the invoice. @throws AppError as `refuseUnpayable`, NOT_AVAILABLE (a suspended account) */
async function lockPayable(
  tx: Transaction,
  businessId: string,
  invoiceId: number,
): Promise<StoredInvoice> {
  const stored = await lockInvoice(tx, businessId, invoiceId);
  if (!stored || stored.deletedAt) throw new AppError('NOT_FOUND', 'Invoice not found');
  if (await isSuspended(tx, businessId)) throw notAvailable();
  refuseUnpayable(stored.status, money(stored.amountDue, stored.currency));
  return stored;
}
