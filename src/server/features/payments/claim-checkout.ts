/** Which checkout an ask for a payment is given, and what may be asked for. */
import { AppError, invalidField } from '../../../shared/errors/app-error.ts';
import type { InvoiceDetail } from '../../../shared/invoices/invoice.contract.ts';
import type { Money } from '../../../shared/money/money.ts';
import { compareMoney, isPositive, money } from '../../../shared/money/money.ts';
import type { ChosenPayment } from '../../../shared/payments/payable-amount.ts';
import { choosePayment } from '../../../shared/payments/payable-amount.ts';
import type { Transaction } from '../../db/database.ts';
import { withTransaction } from '../../db/with-transaction.ts';
import type { Services } from '../../platform/http/services.ts';
import type {
  CheckoutRequest,
  PaymentProvider,
} from '../../platform/payment-providers/payment-provider.ts';
import { ProviderError } from '../../platform/payment-providers/payment-provider.ts';
import { isSuspended } from '../businesses/index.ts';
import { notAvailable } from '../documents/index.ts';
import type { StoredInvoice } from '../invoices/index.ts';
import { lockInvoice } from '../invoices/index.ts';
import type { ProfileRow } from '../profile/index.ts';
import type { CheckoutRow } from './checkout.store.ts';
import {
  findNewestCheckout,
  insertCheckout,
  insertParts,
  listLive,
  listParts,
  updateCheckout,
} from './checkout.store.ts';
import type { Part, Parts } from './covered-invoices.ts';
import { isCombined } from './covered-invoices.ts';

export const ALREADY_PAID = new AppError('ALREADY_PAID', 'This invoice has already been paid.');
export const BEING_CONFIRMED = new AppError(
  'CONFLICT',
  'A payment for this invoice is being confirmed. There is no need to pay again.',
);

/** A checkout that ends while the customer types is of no use: it is made anew before that. */
const LEAST_LIFE_MS = 5 * 60_000;

export const FIRST_CHECK_MS = 60_000;
const REFUSED_FOR_MS = 10 * 60_000;

/** The visitor of what the owner asks for. */
export const OWNER = 'owner';
/** Open checkouts of an invoice at a provider that other visitors may have. */
const MOST_OF_OTHERS = 10;

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

/** What is to be paid, as it is under the locks of its invoices. */
export interface Chosen {
  pays: CheckoutRow['pays'];
  due: Money;
  parts: Parts;
  /** Of several invoices: who pays them, whoever's they are by the time that it is heard. */
  payerId?: number | undefined;
}

/** An ask for a checkout: of one invoice, or of several together. */
export interface Ask {
  /** By number. */
  invoiceIds: readonly number[];
  /** What the payer agrees to with it. */
  agreement: CheckoutRow['agreement'];
  profile: ProfileRow;
  account: PaymentProvider;
  /** Which account that is. */
  name: string;
  by: 'owner' | 'customer';
  /** Who asks: an ask takes the place of an earlier one of the same visitor's alone. */
  visitor: string;
  /** Locks the invoices, and says what is to be paid of them. @throws AppError where that cannot be paid */
  choose(tx: Transaction, now: Date): Promise<Chosen>;
  /** What the provider is told of a checkout, and where it leads its payer back to. */
  describe(
    row: CheckoutRow,
  ): Pick<
    CheckoutRequest,
    'description' | 'invoiceNumber' | 'reference' | 'customerEmail' | 'successUrl' | 'cancelUrl'
  >;
  /** The refusal while a checkout that asks for any of the invoices is being confirmed. */
  beingConfirmed(row: CheckoutRow, tx?: Transaction): Promise<AppError>;
  /** The refusal when it turns out that such a checkout has been paid. */
  justArrived(row: CheckoutRow, status: 'paid' | 'review'): Promise<AppError>;
}

export function isBeingConfirmed({ status }: Pick<CheckoutRow, 'status'>): boolean {
  return status === 'capturing' || status === 'processing';
}

/**
 * The checkout to use, under the locks of its invoices: the live one that asks for just this, whoever
 * asked for it, or a new row for one that is to be made. None while others of the visitor's at the
 * provider are to be ended first (`ends`): they ask for another amount, for other invoices with any of
 * these, or are about to end. Those of other visitors stay: whoever pays first is heard, and what does not
 * fit any more is ended then.
 */
export async function claimCheckout(
  { db, clock }: Services,
  ask: Ask,
): Promise<{ row: CheckoutRow | undefined; ends: CheckoutRow[] }> {
  const { invoiceIds, agreement, profile, account, name, visitor } = ask;
  return withTransaction(db, async (tx) => {
    const now = clock.now();
    const { businessId } = profile;
    const { pays, due, parts, payerId } = await ask.choose(tx, now);
    const rows = await listLive(tx, businessId, invoiceIds);
    const confirmed = rows.find(isBeingConfirmed);
    if (confirmed) throw await ask.beingConfirmed(confirmed, tx);
    const live = rows.filter(({ provider }) => provider === account.name);
    const invoiceId = parts[0].invoice.id;
    const ends: CheckoutRow[] = [];
    const others: CheckoutRow[] = [];
    let fitting: CheckoutRow | undefined;
    for (const row of live) {
      const isSame = (row.agreement === null) === (agreement === null);
      const fits = isSame && row.pays === pays && asksFor(row, due) && row.account === name;
      if (fits && isLasting(row, now) && (await asksForEach(tx, row, parts))) fitting = row;
      else if (row.visitor !== visitor) others.push(row);
      else if (row.status === 'open') ends.push(row);
      // One that was never made at the provider is simply put away.
      else await updateCheckout(tx, row, { status: 'expired', nextCheckAt: null });
    }
    if (!fitting) ends.push(...tooMany(others));
    if (fitting || ends.length > 0) return { row: ends.length > 0 ? undefined : fitting, ends };
    const last = await findNewestCheckout(tx, businessId, invoiceId, account.name);
    refuseAsBefore(last, { due, account: name, now });
    const row = await insertCheckout(tx, {
      businessId,
      invoiceId,
      provider: account.name,
      account: name,
      pays,
      agreement,
      payerId,
      visitor,
      ...due,
      nextCheckAt: new Date(now.getTime() + 10 * FIRST_CHECK_MS),
      createdAt: now,
    });
    if (isCombined(row)) await insertParts(tx, row, parts.map(toPart));
    return { row, ends };
  });
}

/**
 * Strangers with a link could open checkouts without end: then the oldest go that such a visitor can have
 * asked for, and never one of several invoices, which only who visits the portal asks for, nor the owner's.
 */
function tooMany(others: readonly CheckoutRow[]): CheckoutRow[] {
  const strangers = others.filter(
    (row) => row.status === 'open' && !isCombined(row) && row.visitor !== OWNER,
  );
  return strangers.slice(0, Math.max(0, strangers.length - MOST_OF_OTHERS));
}

const toPart = ({ invoice, amount }: Part) => ({ invoiceId: invoice.id, amount: amount.amount });

const isLasting = ({ status, expiresAt }: CheckoutRow, now: Date): boolean =>
  status === 'creating' || (expiresAt?.getTime() ?? 0) > now.getTime() + LEAST_LIFE_MS;

/** Whether a checkout asks for just these invoices, and as much of each. */
async function asksForEach(tx: Transaction, row: CheckoutRow, parts: Parts): Promise<boolean> {
  if (!isCombined(row)) return true;
  const { currency } = row;
  const asked = new Map(
    (await listParts(tx, row)).map((part) => [part.invoiceId, money(part.amount, currency)]),
  );
  return (
    asked.size === parts.length &&
    parts.every(({ invoice, amount }) => {
      const before = asked.get(invoice.id);
      return before !== undefined && compareMoney(before, amount) === 0;
    })
  );
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
export async function lockPayable(
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
