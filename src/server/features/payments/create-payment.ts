import { AppError, invalidField } from '../../../shared/errors/app-error.ts';
import type { InvoiceDetail } from '../../../shared/invoices/invoice.contract.ts';
import type { Decimal } from '../../../shared/money/decimal.ts';
import type { Money } from '../../../shared/money/money.ts';
import { compareMoney, formatMoney, isPositive, money } from '../../../shared/money/money.ts';
import type { ChosenPayment } from '../../../shared/payments/payable-amount.ts';
import { choosePayment } from '../../../shared/payments/payable-amount.ts';
import type { PaymentLink, ProviderName } from '../../../shared/payments/payment.contract.ts';
import type { Transaction } from '../../db/database.ts';
import { withTransaction } from '../../db/with-transaction.ts';
import type { Actor } from '../../platform/actor/actor.ts';
import type { Services } from '../../platform/http/services.ts';
import type {
  Checkout,
  PaymentProvider,
} from '../../platform/payment-providers/payment-provider.ts';
import { ProviderError } from '../../platform/payment-providers/payment-provider.ts';
import { isSuspended } from '../businesses/index.ts';
import { notAvailable } from '../documents/index.ts';
import type { StoredInvoice } from '../invoices/index.ts';
import {
  insertEvent,
  lockInvoice,
  publicInvoiceUrl,
  resolvePublicInvoice,
  setPaymentReference,
} from '../invoices/index.ts';
import type { ProfileRow } from '../profile/index.ts';
import {
  accountName,
  connectAccounts,
  findProfile,
  formatChargeFaults,
  offeredMethods,
  openAccount,
  paymentMethods,
} from '../profile/index.ts';
import type { CheckoutRow } from './checkout.store.ts';
import {
  findNewestCheckout,
  insertCheckout,
  listLive,
  lockCheckout,
  updateCheckout,
} from './checkout.store.ts';
import { endCheckout } from './end-checkout.ts';
import { isDue, readPayTerms } from './is-due.ts';
import { ASK_BUSINESS, PAY_INSTEAD, providerFailure } from './provider-failure.ts';
import { settle } from './settle.ts';

const ALREADY_PAID = new AppError('ALREADY_PAID', 'This invoice has already been paid.');
const BEING_CONFIRMED = new AppError(
  'CONFLICT',
  'A payment for this invoice is being confirmed. There is no need to pay again.',
);
/** A checkout that ends while the customer types is of no use: it is made anew before that. */
const LEAST_LIFE_MS = 5 * 60_000;
const FIRST_CHECK_MS = 60_000;
const FRESH_MS = 3_000;
const REFUSED_FOR_MS = 10 * 60_000;
/** Between finding a checkout and using it another request may end it; then it begins again. */
const ROUNDS = 4;

/**
 * An address where what is due on an invoice can be paid now: the open checkout's while it lives and
 * fits the invoice, otherwise a new one. However many ask at once, there is one.
 * @param id a public id, or a number for its signed-in owner
 * @throws AppError NOT_FOUND, ALREADY_PAID, CONFLICT (a draft, nothing to pay, no provider, a
 *   provider's refusal), BUSY when the provider is silent
 */
export async function createPayment(
  services: Services,
  id: string,
  {
    method: wanted,
    amount: wantedAmount,
  }: { method?: ProviderName | undefined; amount?: Decimal | undefined },
  viewer: () => Promise<Actor | undefined>,
): Promise<PaymentLink> {
  const { businessId, invoice } = await resolvePublicInvoice(services, id, viewer);
  const profile = await findProfile(services.db.orm, businessId);
  const isOwner = (await viewer())?.businessId === businessId;
  refuseUnpayable(invoice.status, money(invoice.amountDue, invoice.currency));
  const terms = await readPayTerms(services.db.orm, businessId, services.clock.now());
  const { amount: due } = chooseAmount(invoice, wantedAmount, terms);
  const findOther = (provider: ProviderName) =>
    profile && findOtherMethod(services, profile, { id: invoice.id, due }, provider);
  // An amount that somebody chose can be chosen otherwise.
  const refused = (message: string) =>
    wantedAmount === undefined
      ? new AppError('CONFLICT', message)
      : invalidField('amount', message);
  const provider = await chooseProvider(profile, wanted, due, { isOwner, findOther, refused });
  try {
    const account = profile && openAccount(services, profile, provider);
    if (!profile || !account) throw notSetUp(isOwner);
    const name = accountName(services, profile, provider) ?? '';
    const by = isOwner ? 'owner' : 'customer';
    return await openCheckout(services, { invoice, wantedAmount, profile, account, name, by });
  } catch (error) {
    if (error instanceof ProviderError && error.kind === 'credentials') {
      // Keys that worked once and do not now: the profile says so from here on.
      await connectAccounts(services, businessId);
    }
    throw providerFailure(error, provider, isOwner, await findOther(provider));
  }
}

/** What else an invoice can be paid through: what takes the amount, and has not just refused it. */
async function findOtherMethod(
  services: Services,
  profile: ProfileRow,
  invoice: { id: number; due: Money },
  provider: ProviderName,
): Promise<ProviderName | undefined> {
  for (const name of offeredMethods(profile, invoice.due)) {
    if (name === provider) continue;
    const account = accountName(services, profile, name) ?? '';
    const { businessId } = profile;
    const last = await findNewestCheckout(services.db.orm, businessId, invoice.id, name);
    const ask = { due: invoice.due, account, now: services.clock.now() };
    if (lateRefusal(last, ask) === undefined) return name;
  }
  return undefined;
}

function refuseUnpayable(status: InvoiceDetail['status'], due: Money): void {
  if (status === 'paid') throw ALREADY_PAID;
  if (status === 'draft') {
    throw new AppError('CONFLICT', 'A draft cannot be paid. Mark it as sent first.');
  }
  if (!isPositive(due)) {
    throw new AppError('CONFLICT', 'There is nothing to pay on this invoice.');
  }
}

/**
 * The provider that is asked for, or the preferred one of those that can take the amount.
 * @throws AppError CONFLICT when there is none, with what keeps each from it
 */
async function chooseProvider(
  profile: ProfileRow | undefined,
  wanted: ProviderName | undefined,
  due: Money,
  {
    isOwner,
    findOther,
    refused,
  }: {
    isOwner: boolean;
    findOther: (provider: ProviderName) => Promise<ProviderName | undefined> | undefined;
    refused: (message: string) => AppError;
  },
): Promise<ProviderName> {
  const taken = profile ? paymentMethods(profile) : [];
  const methods = taken.filter((name) => wanted === undefined || name === wanted);
  if (!profile || methods.length === 0) throw notSetUp(isOwner);
  const offered = offeredMethods(profile, due);
  const chosen = methods.find((name) => offered.includes(name));
  if (chosen) return chosen;
  const faults = formatChargeFaults(methods, due, isOwner ? 'owner' : 'customer');
  if (isOwner) throw refused(faults);
  const other = wanted && (await findOther(wanted));
  throw refused(`${faults} ${other ? PAY_INSTEAD[other] : ASK_BUSINESS}`);
}

function notSetUp(isOwner: boolean): AppError {
  return new AppError(
    'CONFLICT',
    isOwner
      ? 'No payment provider is set up. Complete payment setup in your business profile.'
      : `This business does not take this kind of online payment. ${ASK_BUSINESS}`,
  );
}

/** @throws AppError VALIDATION naming `amount` where that much cannot be paid now */
function chooseAmount(...choice: Parameters<typeof choosePayment>): ChosenPayment {
  const chosen = choosePayment(...choice);
  if (typeof chosen === 'string') throw invalidField('amount', chosen);
  return chosen;
}

interface Ask {
  invoice: InvoiceDetail;
  /** All that is due unless told. */
  wantedAmount: Decimal | undefined;
  profile: ProfileRow;
  account: PaymentProvider;
  /** Which account that is. */
  name: string;
  by: 'owner' | 'customer';
}

async function openCheckout(services: Services, ask: Ask): Promise<PaymentLink> {
  const { account } = ask;
  for (let round = 1; round <= ROUNDS; round += 1) {
    const { row, fits } = await claimCheckout(services, ask);
    if (!fits) {
      await refuseAfter(services, ask, await endCheckout(services, row));
      continue;
    }
    if (isFresh(row, services.clock.now()) && row.url && row.expiresAt) {
      return paymentLink(account, row.url, row.expiresAt);
    }
    const checkout =
      row.status === 'creating'
        ? await makeCheckout(services, ask, row)
        : await account.readCheckout(row.providerId ?? '');
    if (checkout === 'begin again') continue;
    if (!checkout) {
      await setAside(services, row);
      continue;
    }
    if (checkout.state === 'open' && checkout.url) {
      const opened = await keepOpen(services, ask, row, checkout);
      if (opened) return paymentLink(account, checkout.url, checkout.expiresAt);
    } else {
      await refuseAfter(services, ask, await settle(services, row));
    }
  }
  throw new AppError('BUSY', 'This invoice is being paid or changed just now. Try again.');
}

/** Asked about a moment ago: a link that is pressed a hundred times is not a hundred questions. */
function isFresh(row: CheckoutRow, now: Date): boolean {
  return row.status === 'open' && now.getTime() - row.updatedAt.getTime() < FRESH_MS;
}

function paymentLink(account: PaymentProvider, paymentUrl: string, expiresAt: Date): PaymentLink {
  return { paymentUrl, method: account.name, expiresAt: expiresAt.toISOString() };
}

/**
 * The provider does not know it: the keys are another account's now. Another is made; should the
 * old account come back, the job still finds what was paid there.
 */
async function setAside({ db, clock }: Services, row: CheckoutRow): Promise<void> {
  await updateCheckout(db.orm, row, {
    status: 'expired',
    nextCheckAt: new Date(clock.now().getTime() + 30 * FIRST_CHECK_MS),
  });
}

function isBeingConfirmed({ status }: Pick<CheckoutRow, 'status'>): boolean {
  return status === 'capturing' || status === 'processing';
}

/**
 * A payment that came of a checkout, or is on its way, refuses another: whoever asks for it has not
 * seen it yet.
 */
async function refuseAfter(
  { db }: Services,
  { invoice: { id }, profile: { businessId } }: Ask,
  status: CheckoutRow['status'],
): Promise<void> {
  if (isBeingConfirmed({ status })) throw BEING_CONFIRMED;
  if (status !== 'paid' && status !== 'review') return;
  const left =
    status === 'paid' && (await withTransaction(db, (tx) => lockInvoice(tx, businessId, id)));
  const due = left && left.status !== 'paid' && money(left.amountDue, left.currency);
  if (!due || !isPositive(due)) throw ALREADY_PAID;
  throw new AppError(
    'CONFLICT',
    `A payment has just arrived: ${formatMoney(due)} is still due. Choose what to pay again.`,
  );
}

/**
 * The checkout to use, under the invoice's lock: the live one, or a new row for one that is to be
 * made. `fits` is false for one that asks for another amount than is due, or is about to end.
 */
async function claimCheckout(
  { db, clock }: Services,
  { invoice: { id: invoiceId }, wantedAmount, profile: { businessId }, account, name }: Ask,
): Promise<{ row: CheckoutRow; fits: boolean }> {
  return withTransaction(db, async (tx) => {
    const now = clock.now();
    const invoice = await lockPayable(tx, businessId, invoiceId);
    const terms = await readPayTerms(tx, businessId, now);
    const { pays, amount: due } = chooseAmount(invoice, wantedAmount, terms);
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
      const fits = lives && live.pays === pays && asksFor(live, due) && live.account === name;
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
function lateRefusal(
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

/** What the payer reads at the provider. */
const DESCRIPTIONS: Record<CheckoutRow['pays'], (number: string) => string> = {
  balance: (number) => `Invoice ${number}`,
  installment: (number) => `Installment of invoice ${number}`,
  part: (number) => `Part of invoice ${number}`,
};

async function makeCheckout(
  services: Services,
  { invoice, profile, account }: Ask,
  row: CheckoutRow,
): Promise<Checkout | 'begin again'> {
  const url = services.appUrl();
  try {
    return await account.createCheckout({
      key: row.key,
      amount: money(row.amount, row.currency),
      businessName: profile.businessName,
      description: DESCRIPTIONS[row.pays](invoice.invoiceNumber),
      invoiceNumber: invoice.invoiceNumber,
      reference: invoice.publicId,
      customerEmail: invoice.customer.email,
      successUrl: `${url}/payment-success?invoice=${invoice.publicId}`,
      cancelUrl: publicInvoiceUrl(url, invoice.publicId),
    });
  } catch (error) {
    // Silence: the row stays, and the next call asks with the same key for the same checkout.
    if (!(error instanceof ProviderError) || error.kind === 'unavailable') throw error;
    const isRefused = error.kind !== 'key-reused';
    await updateCheckout(services.db.orm, row, {
      status: 'expired',
      nextCheckAt: null,
      updatedAt: services.clock.now(),
      // Keys that are not accepted are put right by the owner, who then wants to be heard at once.
      ...(error.kind === 'rejected' ? { refusal: error.message } : {}),
    });
    // Our address or the customer's has changed since the key was first used.
    if (!isRefused) return 'begin again';
    throw error;
  }
}

/** @returns false when the row was put away meanwhile */
async function keepOpen(
  { db, clock }: Services,
  { by }: Ask,
  row: CheckoutRow,
  checkout: Checkout,
): Promise<boolean> {
  const now = clock.now();
  return withTransaction(db, async (tx) => {
    const stored = await lockInvoice(tx, row.businessId, row.invoiceId);
    const current = await lockCheckout(tx, row.businessId, row.id);
    if (!stored || !current) return false;
    if (current.status !== 'creating' && current.status !== 'open') return false;
    const { businessId, invoiceId } = row;
    // The invoice may have been paid, edited or deleted while the provider was asked.
    const others = await listLive(tx, businessId, invoiceId);
    const fits = (await isDue(tx, stored, row, now)) && !others.some(isBeingConfirmed);
    await updateCheckout(tx, row, {
      status: 'open',
      providerId: checkout.id,
      url: checkout.url,
      livemode: checkout.livemode,
      expiresAt: checkout.expiresAt,
      updatedAt: now,
      ...(current.status === 'creating' || !fits
        ? { nextCheckAt: new Date(now.getTime() + (fits ? FIRST_CHECK_MS : 0)) }
        : {}),
    });
    if (!fits) return false;
    // The invoice's own address is where all of it is paid.
    if (row.pays === 'balance') await setPaymentReference(tx, row, { paymentUrl: checkout.url });
    if (current.status === 'creating') {
      const { provider, amount, currency } = row;
      const data = { provider, amount, currency, by };
      await insertEvent(tx, businessId, invoiceId, 'payment.link', data, now);
    }
    return true;
  });
}
