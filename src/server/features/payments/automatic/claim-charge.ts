/** The attempt to charge a saved card: written, under the invoice's lock, before the provider is asked. */
import { formatDate } from '../../../../shared/dates/calendar-date.ts';
import { AppError, notFound } from '../../../../shared/errors/app-error.ts';
import type { Money } from '../../../../shared/money/money.ts';
import { compareMoney, formatMoney, readMoney } from '../../../../shared/money/money.ts';
import { formatSavedCard } from '../../../../shared/payments/automatic-payment.ts';
import type { ChargeNowInput } from '../../../../shared/payments/card-charge.contract.ts';
import { payableInstallment } from '../../../../shared/payments/payable-amount.ts';
import type { Transaction } from '../../../db/database.ts';
import { withTransaction } from '../../../db/with-transaction.ts';
import type { Services } from '../../../platform/http/services.ts';
import { isSuspended } from '../../businesses/index.ts';
import type { StoredInvoice } from '../../invoices/index.ts';
import { insertEvent, lockInvoice } from '../../invoices/index.ts';
import type { ProfileRow } from '../../profile/index.ts';
import { formatChargeFaults, offeredMethods } from '../../profile/index.ts';
import type { CheckoutRow } from '../checkout.store.ts';
import { insertCheckout, lockLive, updateCheckout } from '../checkout.store.ts';
import { isBeingConfirmed } from '../claim-checkout.ts';
import { payTerms } from '../is-due.ts';
import type { MandateRow } from './mandate.store.ts';
import { insertCharge, lockMandate } from './mandate.store.ts';
import type { ChargeFacts } from './plan-charge.ts';
import { amountOn, planCharge, readStanding } from './plan-charge.ts';
import { findRefusal, nextAttempt, presentCharge } from './present-charge.ts';
import { setAside } from './remove-card.ts';

/** When the job goes on with what a dead server or a silent provider left behind. */
const RESUME_MS = 60_000;

interface Wanted {
  profile: ProfileRow;
  /** Which of the business's accounts is to charge. */
  account: string;
  invoiceId: number;
  /** What its owner has confirmed; without it, what is planned for today is charged. */
  byHand?: Omit<ChargeNowInput, 'id'> | undefined;
}

export interface Claim {
  row: CheckoutRow;
  /** What else could still be paid: it is to be ended first. */
  others: CheckoutRow[];
}

/**
 * Writes the attempt.
 * @returns undefined where nothing is to be charged now, by itself
 * @throws AppError why it cannot be charged by hand; STALE where it is not what was confirmed
 */
export async function claimCharge(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  { profile, account, invoiceId, byHand }: Wanted,
): Promise<Claim | undefined> {
  const { businessId } = profile;
  return withTransaction(db, async (tx) => {
    const now = clock.now();
    const invoice = await lockInvoice(tx, businessId, invoiceId);
    if (!invoice || invoice.deletedAt) {
      if (byHand) throw notFound('Invoice');
      return undefined;
    }
    if (await isSuspended(tx, businessId)) return undefined;
    const mandate = await lockMandate(tx, businessId, invoice.customerId);
    const { today } = payTerms(profile, now);
    const standing = await readStanding(tx, businessId, invoiceId, today);
    const known = { mandate, standing, profile, now };
    const amount = amountOn(invoice, today);
    if (byHand) refuseByHand(invoice, known, byHand, amount);
    else if (!isPlanned(invoice, known, today)) return undefined;
    if (!mandate) return undefined;
    if (mandate.account !== account) {
      if (byHand) throw otherAccount(mandate);
      // The card is saved in another account than the business now has.
      await setAside(tx, mandate, now);
      return undefined;
    }
    const others = await findOthers(tx, invoice, byHand !== undefined);
    if (!others) return undefined;
    if (!offeredMethods(profile, amount).includes('stripe')) {
      if (byHand) throw new AppError('CONFLICT', formatNotOffered(amount));
      return undefined;
    }
    for (const other of others.filter(({ status }) => status === 'creating')) {
      await updateCheckout(tx, other, { status: 'expired', nextCheckAt: null, updatedAt: now });
    }
    const row = await insertCheckout(tx, {
      businessId,
      invoiceId,
      provider: 'stripe',
      account,
      pays: payableInstallment(invoice, today) ? 'installment' : 'balance',
      amount: amount.amount,
      currency: amount.currency,
      status: 'capturing',
      mandateId: mandate.id,
      nextCheckAt: new Date(now.getTime() + RESUME_MS),
      createdAt: now,
    });
    await insertCharge(tx, {
      businessId,
      invoiceId,
      dueDate: invoice.nextDueDate,
      attempt: nextAttempt(standing),
      mandateId: mandate.id,
      checkoutId: row.id,
      status: 'charging',
      isByHand: byHand !== undefined,
    });
    if (byHand) {
      const data = { amount: amount.amount, currency: amount.currency };
      const told = { ...data, card: formatSavedCard(mandate) };
      await insertEvent(tx, businessId, invoiceId, 'payment.charge_asked', told, now);
    }
    return { row, others: others.filter(({ status }) => status === 'open') };
  });
}

/** Whether the card is to be charged today by itself, and now where it was declined or dropped before. */
function isPlanned(invoice: StoredInvoice, known: ChargeFacts, today: string): boolean {
  const { date } = planCharge(invoice, known);
  const next = known.standing.last?.nextAttemptAt;
  return date !== null && date <= today && (!next || next <= known.now);
}

/** @throws AppError */
function refuseByHand(
  invoice: StoredInvoice,
  known: ChargeFacts,
  { amount: confirmed, mandateId, attempt }: Omit<ChargeNowInput, 'id'>,
  amount: Money,
): void {
  const refusal = findRefusal(invoice, known);
  if (refusal) throw refusal;
  const stale = (message: string) =>
    new AppError('STALE', message, { current: presentCharge(invoice, known) });
  if (known.mandate?.id !== mandateId) {
    throw stale('Your customer has agreed to another card by now');
  }
  if (nextAttempt(known.standing) !== attempt) {
    throw stale('The card was charged for this invoice meanwhile');
  }
  const asked = readMoney(confirmed, amount.currency);
  if (!asked || compareMoney(asked, amount) !== 0) {
    const due = `${formatMoney(amount)} by ${formatDate(invoice.nextDueDate)}`;
    throw stale(`The amount has changed: ${due} is due now`);
  }
}

const otherAccount = (mandate: MandateRow): AppError =>
  new AppError(
    'CONFLICT',
    `${formatSavedCard(mandate)} is saved in another Stripe account than the one that is connected now. Your customer can agree to a card anew on the page of the invoice.`,
  );

const formatNotOffered = (amount: Money): string =>
  formatChargeFaults(['stripe'], amount, 'owner') ||
  'Stripe cannot be used right now. Check the payment settings in your business profile.';

/** What else of the invoice could be paid; undefined while some of it is being confirmed. @throws AppError */
async function findOthers(
  tx: Transaction,
  { businessId, id }: StoredInvoice,
  byHand: boolean,
): Promise<CheckoutRow[] | undefined> {
  const live = await lockLive(tx, businessId, [id]);
  if (!live.some(isBeingConfirmed)) return live;
  if (!byHand) return undefined;
  const message = 'A payment of this invoice is being confirmed. Nothing was charged.';
  throw new AppError('CONFLICT', message);
}
