import { isPositive, money } from '../../../../shared/money/money.ts';
import { payableInstallment } from '../../../../shared/payments/payable-amount.ts';
import type { Transaction } from '../../../db/database.ts';
import { withTransaction } from '../../../db/with-transaction.ts';
import type { Services } from '../../../platform/http/services.ts';
import type {
  Checkout,
  PaymentProvider,
} from '../../../platform/payment-providers/payment-provider.ts';
import { ProviderError } from '../../../platform/payment-providers/payment-provider.ts';
import { isSuspended } from '../../businesses/index.ts';
import type { StoredInvoice } from '../../invoices/index.ts';
import { lockInvoice, readInvoice } from '../../invoices/index.ts';
import type { ProfileRow } from '../../profile/index.ts';
import {
  accountName,
  connectAccounts,
  findProfile,
  offeredMethods,
  openAccount,
  openRetiredAccount,
} from '../../profile/index.ts';
import type { CheckoutRow } from '../checkout.store.ts';
import { insertCheckout, lockCheckout, lockLive, updateCheckout } from '../checkout.store.ts';
import { isBeingConfirmed } from '../claim-checkout.ts';
import { coveredIds, lockCovered } from '../covered-invoices.ts';
import { endCheckout } from '../end-checkout.ts';
import { isDue, payTerms } from '../is-due.ts';
import { recordCheckout } from '../record-checkout.ts';
import { followCharge } from './follow-charge.ts';
import type { MandateRow } from './mandate.store.ts';
import {
  insertCharge,
  listCharges,
  lockMandate,
  readMandate,
  updateMandate,
} from './mandate.store.ts';

/** When the job goes on with what a dead server or a silent provider left behind. */
const RESUME_MS = 60_000;
/** The provider knows a key for a day; after this it is only asked what it has. */
const SAME_KEY_MS = 20 * 60 * 60_000;

/**
 * Charges what is due of an invoice to its customer's saved card, once for each attempt: the attempt is
 * committed before the provider is asked, with a key that makes asking again harmless.
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
  for (const other of claim.others) await endCheckout(services, other);
  return takeMoney(services, account, claim.row);
}

interface Wanted {
  profile: ProfileRow;
  account: string;
  invoiceId: number;
}

/** Writes the attempt, under the invoice's lock. @returns what else could still be paid, too */
async function claimCharge(
  { db, clock }: Services,
  { profile, account, invoiceId }: Wanted,
): Promise<{ row: CheckoutRow; others: CheckoutRow[] } | undefined> {
  const { businessId } = profile;
  return withTransaction(db, async (tx) => {
    const now = clock.now();
    const invoice = await lockInvoice(tx, businessId, invoiceId);
    if (!invoice || !(await isChargeable(tx, invoice))) return undefined;
    const mandate = await lockMandate(tx, businessId, invoice.customerId);
    if (!mandate || mandate.refusedAt || invoice.createdAt <= mandate.agreedAt) return undefined;
    if (mandate.account !== account) {
      // The card is saved in another account than the business now has.
      await updateMandate(tx, businessId, mandate.id, { refusedAt: now });
      return undefined;
    }
    const { today } = payTerms(profile, now);
    const { nextDueDate: dueDate } = invoice;
    if (dueDate > today) return undefined;
    const [last] = await listCharges(tx, businessId, invoiceId, dueDate);
    if (last && !mayFollow(last, now)) return undefined;
    const live = await lockLive(tx, businessId, [invoiceId]);
    if (live.some(isBeingConfirmed)) return undefined;
    const part = payableInstallment(invoice, today);
    const amount = part ?? money(invoice.amountDue, invoice.currency);
    if (!offeredMethods(profile, amount).includes('stripe')) return undefined;
    for (const other of live) {
      if (other.status !== 'creating') continue;
      await updateCheckout(tx, other, { status: 'expired', nextCheckAt: null, updatedAt: now });
    }
    const row = await insertCheckout(tx, {
      businessId,
      invoiceId,
      provider: 'stripe',
      account,
      pays: part ? 'installment' : 'balance',
      ...money(amount.amount, amount.currency),
      status: 'capturing',
      mandateId: mandate.id,
      nextCheckAt: new Date(now.getTime() + RESUME_MS),
      createdAt: now,
    });
    const attempt = (last?.attempt ?? 0) + 1;
    const { id: checkoutId } = row;
    const charge = { businessId, invoiceId, dueDate, attempt, mandateId: mandate.id, checkoutId };
    await insertCharge(tx, { ...charge, status: 'charging', createdAt: now });
    return { row, others: live.filter(({ status }) => status === 'open') };
  });
}

async function isChargeable(tx: Transaction, invoice: StoredInvoice): Promise<boolean> {
  const { businessId, status, deletedAt, amountDue, currency } = invoice;
  if (deletedAt || status === 'draft' || status === 'paid') return false;
  return isPositive(money(amountDue, currency)) && !(await isSuspended(tx, businessId));
}

const mayFollow = (
  { status, nextAttemptAt }: { status: string; nextAttemptAt: Date | null },
  now: Date,
): boolean => status !== 'charging' && nextAttemptAt !== null && nextAttemptAt <= now;

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

/** Asks the provider, after a last look under the lock that the money is due and nobody else pays it. */
async function takeMoney(
  services: Services,
  account: PaymentProvider,
  row: CheckoutRow,
): Promise<boolean> {
  const { db, clock, log } = services;
  const mandate = await withTransaction(db, async (tx) => {
    const parts = await lockCovered(tx, row);
    const current = await lockCheckout(tx, row.businessId, row.id);
    if (!parts || current?.status !== 'capturing' || current.providerId !== null) return undefined;
    const agreed = await lockMandate(tx, row.businessId, parts[0].invoice.customerId);
    const live = await lockLive(tx, row.businessId, coveredIds(parts));
    const isAlone = live.every(({ id }) => id === row.id);
    const fits = isAlone && (await isDue(tx, parts, row, clock.now()));
    return fits && agreed?.id === row.mandateId ? agreed : undefined;
  });
  if (!mandate || !account.chargeSavedCard) {
    await drop(services, row);
    return false;
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
    return (await writeCharge(services, row, made)) === 'paid';
  } catch (error) {
    if (!(error instanceof ProviderError) || error.kind === 'unavailable') {
      // The row stays, and the job asks what became of it.
      log.warn({ err: error, checkout: row.id }, 'a saved card could not be charged');
      return true;
    }
    if (error.kind === 'credentials') {
      await connectAccounts(services, businessId);
      await drop(services, row);
    } else {
      const { code, message } = error;
      await refuse(services, row, { code: code ?? 'unknown', message });
    }
    return false;
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
