import { businessDay } from '../../../../shared/dates/calendar-date.ts';
import { money } from '../../../../shared/money/money.ts';
import type { Transaction } from '../../../db/database.ts';
import { withTransaction } from '../../../db/with-transaction.ts';
import type { Services } from '../../../platform/http/services.ts';
import type {
  Checkout,
  PaymentProvider,
} from '../../../platform/payment-providers/payment-provider.ts';
import { ProviderError } from '../../../platform/payment-providers/payment-provider.ts';
import { lockInvoice, readInvoice } from '../../invoices/index.ts';
import {
  accountName,
  connectAccounts,
  findProfile,
  openAccount,
  openRetiredAccount,
} from '../../profile/index.ts';
import type { CheckoutRow } from '../checkout.store.ts';
import { lockCheckout, lockWithLive, updateCheckout } from '../checkout.store.ts';
import { coveredIds, lockCovered } from '../covered-invoices.ts';
import { endCheckout } from '../end-checkout.ts';
import { isDue } from '../is-due.ts';
import { recordCheckout } from '../record-checkout.ts';
import type { Claim } from './claim-charge.ts';
import { claimCharge } from './claim-charge.ts';
import { followCharge } from './follow-charge.ts';
import type { MandateRow } from './mandate.store.ts';
import { lockMandate, readMandate } from './mandate.store.ts';
import { findHold, readStanding } from './plan-charge.ts';

/** The provider knows a key for a day; after this it is only asked what it has. */
const SAME_KEY_MS = 20 * 60 * 60_000;

/** What came of asking for the money. */
export type Taken =
  | { state: 'paid' | 'confirming' }
  | { state: 'declined'; reason: string | undefined }
  /** Nothing was asked for, or the keys were refused. */
  | { state: 'dropped'; error?: ProviderError };

/**
 * Charges what is due of an invoice to its customer's saved card where that is planned for now, once for
 * each attempt: the attempt is committed before the provider is asked, with a key that makes asking again
 * harmless.
 * @returns whether the card was charged, or is being charged
 */
export async function chargeSavedCard(
  services: Services,
  businessId: string,
  invoiceId: number,
): Promise<boolean> {
  const profile = await findProfile(services.db.orm, businessId);
  const account = profile && openAccount(services, profile, 'stripe');
  if (!profile || !account?.chargeSavedCard) return false;
  const name = accountName(services, profile, 'stripe') ?? '';
  const claim = await claimCharge(services, { profile, account: name, invoiceId });
  if (!claim) return false;
  const { state } = await charge(services, account, claim);
  return state === 'paid' || state === 'confirming';
}

/** Ends what else could be paid of the invoice, and takes the money. */
export async function charge(
  services: Services,
  account: PaymentProvider,
  { row, others }: Claim,
): Promise<Taken> {
  try {
    for (const other of others) await endCheckout(services, other);
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
    // Until that has ended nothing is asked for: the job goes on with it.
    services.log.warn({ err: error, checkout: row.id }, 'a checkout could not be ended');
    return { state: 'confirming' };
  }
  return takeMoney(services, account, row);
}

/**
 * Goes on with a charge whose answer was lost. What the provider has made of it is written; where it has
 * made nothing, it is asked with the same key, while the money is still due.
 */
export async function resumeCharge(services: Services, row: CheckoutRow): Promise<void> {
  const { db, clock } = services;
  const profile = await findProfile(db.orm, row.businessId);
  const mandate = await findCheckoutMandate(services, row);
  if (!profile || !mandate) return;
  const isCurrent = accountName(services, profile, 'stripe') === row.account;
  const account = isCurrent
    ? openAccount(services, profile, 'stripe')
    : await openRetiredAccount(services, db.orm, row);
  const isOver = clock.now().getTime() - row.createdAt.getTime() > SAME_KEY_MS;
  const card = { customer: mandate.providerCustomer, method: mandate.providerMethod };
  let made: Checkout | undefined;
  try {
    made = await account?.findCharge?.({ key: row.key, card });
  } catch (error) {
    // An account that is out of reach does not hold the invoice up for ever.
    if (!(error instanceof ProviderError) || !isOver) throw error;
  }
  if (made) await writeCharge(services, row, made);
  else if (account && isCurrent && !isOver) await takeMoney(services, account, row);
  else if (account || isOver) await drop(services, row);
}

async function findCheckoutMandate(
  { db }: Services,
  { businessId, mandateId }: CheckoutRow,
): Promise<MandateRow | undefined> {
  return mandateId === null ? undefined : readMandate(db.orm, businessId, mandateId);
}

/**
 * Asks the provider, after a last look under the lock that the money is due, nobody else pays it, and no
 * dispute or pause of its owner's holds it.
 */
async function takeMoney(
  services: Services,
  account: PaymentProvider,
  row: CheckoutRow,
): Promise<Taken> {
  const { db, clock, log } = services;
  const mandate = await withTransaction(db, async (tx) => {
    const parts = await lockCovered(tx, row);
    const ids = parts ? coveredIds(parts) : [];
    const locked = await lockWithLive(tx, row.businessId, row.id, ids);
    const current = locked.find(({ id }) => id === row.id);
    if (!parts || current?.status !== 'capturing' || current.providerId !== null) return undefined;
    const agreed = await lockMandate(tx, row.businessId, parts[0].invoice.customerId);
    const isAlone = locked.every(({ id }) => id === row.id);
    const now = clock.now();
    const fits = isAlone && (await isDue(tx, parts, row, now)) && !(await isHeld(tx, row, now));
    return fits && agreed?.id === row.mandateId ? agreed : undefined;
  });
  if (!mandate || !account.chargeSavedCard) {
    await drop(services, row);
    return { state: 'dropped' };
  }
  const { orm } = db;
  const { businessId, invoiceId } = row;
  const invoice = await readInvoice(orm, businessId, invoiceId, clock.now());
  try {
    const made = await account.chargeSavedCard({
      key: row.key,
      amount: money(row.amount, row.currency),
      description: `Invoice ${invoice.invoiceNumber}`,
      reference: invoice.publicId,
      customerEmail: invoice.customer.email,
      card: { customer: mandate.providerCustomer, method: mandate.providerMethod },
    });
    return describeOutcome(await writeCharge(services, row, made), made);
  } catch (error) {
    if (!(error instanceof ProviderError) || error.kind === 'unavailable') {
      // The row stays, and the job asks what became of it.
      log.warn({ err: error, checkout: row.id }, 'a saved card could not be charged');
      return { state: 'confirming' };
    }
    if (error.kind === 'credentials') {
      await connectAccounts(services, businessId);
      await drop(services, row);
      return { state: 'dropped', error };
    }
    const { code, message } = error;
    await refuse(services, row, { code: code ?? 'unknown', message });
    return { state: 'declined', reason: message };
  }
}

/** Whether a dispute or a pause of its owner's holds the charge of an invoice that is locked. */
async function isHeld(
  tx: Transaction,
  { businessId, invoiceId }: CheckoutRow,
  now: Date,
): Promise<boolean> {
  const today = businessDay(now, await findProfile(tx, businessId));
  return findHold(await readStanding(tx, businessId, invoiceId, today)) !== undefined;
}

function describeOutcome(status: CheckoutRow['status'], { decline }: Checkout): Taken {
  switch (status) {
    case 'paid':
    case 'review':
      return { state: 'paid' };
    case 'failed':
      return { state: 'declined', reason: decline?.message };
    case 'expired':
      return { state: 'dropped' };
    default:
      return { state: 'confirming' };
  }
}

async function writeCharge(
  services: Services,
  row: CheckoutRow,
  made: Checkout,
): Promise<CheckoutRow['status']> {
  await updateCheckout(services.db.orm, row, {
    providerId: made.id,
    livemode: made.livemode,
    expiresAt: made.expiresAt,
  });
  return recordCheckout(services, row, made);
}

/** Nothing was taken, and nothing will be by this attempt. */
const drop = (services: Services, row: CheckoutRow): Promise<void> =>
  conclude(services, row, { status: 'expired' });

const refuse = (
  services: Services,
  row: CheckoutRow,
  decline: { code: string; message: string },
): Promise<void> => conclude(services, row, { status: 'failed', decline });

function conclude(
  { db, clock }: Services,
  row: CheckoutRow,
  outcome: { status: 'expired' | 'failed'; decline?: { code: string; message: string } },
): Promise<void> {
  return withTransaction(db, async (tx) => {
    const now = clock.now();
    await lockInvoice(tx, row.businessId, row.invoiceId);
    const current = await lockCheckout(tx, row.businessId, row.id);
    if (current?.status !== 'capturing' || current.providerId !== null) return;
    const { status } = outcome;
    await updateCheckout(tx, row, { status, nextCheckAt: null, updatedAt: now });
    await followCharge(tx, row, outcome, now);
  });
}
