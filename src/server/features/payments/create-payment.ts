import { AppError, invalidField } from '../../../shared/errors/app-error.ts';
import type { Decimal } from '../../../shared/money/decimal.ts';
import type { Money } from '../../../shared/money/money.ts';
import { formatMoney, isPositive, money } from '../../../shared/money/money.ts';
import type { PaymentLink, ProviderName } from '../../../shared/payments/payment.contract.ts';
import { withTransaction } from '../../db/with-transaction.ts';
import type { Actor } from '../../platform/actor/actor.ts';
import { oneAfterAnother } from '../../platform/http/at-most.ts';
import type { Client } from '../../platform/http/client.ts';
import type { Services } from '../../platform/http/services.ts';
import type {
  Checkout,
  PaymentProvider,
} from '../../platform/payment-providers/payment-provider.ts';
import { ProviderError } from '../../platform/payment-providers/payment-provider.ts';
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
import { readAgreement } from './automatic/automatic-payment.ts';
import type { CheckoutRow } from './checkout.store.ts';
import { findNewestCheckout, lockLive, updateCheckout } from './checkout.store.ts';
import type { Ask } from './claim-checkout.ts';
import {
  ALREADY_PAID,
  BEING_CONFIRMED,
  chooseAmount,
  claimCheckout,
  FIRST_CHECK_MS,
  isBeingConfirmed,
  lateRefusal,
  refuseUnpayable,
} from './claim-checkout.ts';
import { endCheckout } from './end-checkout.ts';
import { isDue, payTerms } from './is-due.ts';
import { ASK_BUSINESS, PAY_INSTEAD, providerFailure } from './provider-failure.ts';
import { settle } from './settle.ts';

const FRESH_MS = 3_000;
/** Between finding a checkout and using it another request may end it; then it begins again. */
const ROUNDS = 4;
/**
 * Who chooses several amounts at once is given them in turn, each ending the one before, so that the
 * last choice is the one that can be paid. Asked together they would end each other's round by round.
 * No lock is held meanwhile. Of a provider that is silent the next one asks beside the first, and
 * not all of them: they would end what each other makes, four times over.
 */
const inTurn = oneAfterAnother({ patienceMs: 8_000, waitMs: 20_000 }, takesLong);

function takesLong(): AppError {
  return new AppError(
    'BUSY',
    'This invoice is being paid or changed right now. Try again in a moment.',
  );
}

/**
 * An address where what is due on an invoice can be paid now: the open checkout's while it lives and
 * fits the invoice, otherwise a new one. However many ask at once, there is one.
 * @param id a public id, or a number for its signed-in owner
 * @throws AppError NOT_FOUND, ALREADY_PAID, CONFLICT (a draft, nothing to pay, no provider, a
 *   provider's refusal), BUSY when the provider is silent, or many choose for longer than one waits
 */
export function createPayment(...call: Parameters<typeof offerCheckout>): Promise<PaymentLink> {
  const [, id] = call;
  return inTurn(id, () => offerCheckout(...call));
}

async function offerCheckout(
  services: Services,
  id: string,
  {
    method: wanted,
    amount: wantedAmount,
    automatic = false,
  }: {
    method?: ProviderName | undefined;
    amount?: Decimal | undefined;
    automatic?: boolean | undefined;
  },
  viewer: () => Promise<Actor | undefined>,
  client: Client,
): Promise<PaymentLink> {
  const { businessId, invoice } = await resolvePublicInvoice(services, id, viewer);
  const profile = await findProfile(services.db.orm, businessId);
  const isOwner = (await viewer())?.businessId === businessId;
  refuseUnpayable(invoice.status, money(invoice.amountDue, invoice.currency));
  const terms = payTerms(profile, services.clock.now());
  const { amount: due } = chooseAmount(invoice, wantedAmount, terms);
  const findOther = (provider: ProviderName) =>
    profile && findOtherMethod(services, profile, { id: invoice.id, due }, provider);
  // An amount that somebody chose can be chosen otherwise.
  const refused = (message: string) =>
    wantedAmount === undefined
      ? new AppError('CONFLICT', message)
      : invalidField('amount', message);
  const by = isOwner ? 'owner' : 'customer';
  const agreement = automatic ? readAgreement(services, profile, { by, client }) : null;
  const provider = await chooseProvider(profile, agreement ? 'stripe' : wanted, due, {
    isOwner,
    findOther,
    refused,
  });
  try {
    const account = profile && openAccount(services, profile, provider);
    if (!profile || !account) throw notSetUp(isOwner);
    const name = accountName(services, profile, provider) ?? '';
    const ask = { invoice, wantedAmount, agreement, profile, account, name, by } as const;
    return await openCheckout(services, ask);
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
      const kept = await keepOpen(services, ask, row, checkout);
      if (kept === 'open') return paymentLink(account, checkout.url, checkout.expiresAt);
      if (kept === 'put away') await endUnknown(services, account, checkout);
    } else {
      await refuseAfter(services, ask, await settle(services, row));
    }
  }
  throw takesLong();
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
    `A payment has just arrived: ${formatMoney(due)} is still due. Choose again what to pay.`,
  );
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
      savesCard: row.agreement !== null,
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

/** Nobody was given its address, and no row names it: it is not left open at the provider for a day. */
async function endUnknown({ log }: Services, account: PaymentProvider, { id }: Checkout) {
  try {
    await account.expireCheckout(id);
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
    log.warn({ err: error }, 'a checkout that nobody knows could not be ended');
  }
}

/** @returns 'put away' when another ask took its row off meanwhile, 'unfit' when it is to be ended */
async function keepOpen(
  { db, clock }: Services,
  { by }: Ask,
  row: CheckoutRow,
  checkout: Checkout,
): Promise<'open' | 'unfit' | 'put away'> {
  const now = clock.now();
  return withTransaction(db, async (tx) => {
    const stored = await lockInvoice(tx, row.businessId, row.invoiceId);
    const { businessId, invoiceId } = row;
    const live = await lockLive(tx, businessId, invoiceId);
    const current = live.find(({ id }) => id === row.id);
    if (!stored || !current) return 'put away';
    if (isBeingConfirmed(current)) return 'unfit';
    // The invoice may have been paid, edited or deleted while the provider was asked.
    const fits = (await isDue(tx, stored, row, now)) && !live.some(isBeingConfirmed);
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
    if (!fits) return 'unfit';
    // The invoice's own address is where all of it is paid.
    if (row.pays === 'balance' && !row.agreement)
      await setPaymentReference(tx, row, { paymentUrl: checkout.url });
    if (current.status === 'creating') {
      const { provider, amount, currency } = row;
      const data = { provider, amount, currency, by };
      await insertEvent(tx, businessId, invoiceId, 'payment.link', data, now);
    }
    return 'open';
  });
}
