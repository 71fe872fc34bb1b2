import { AppError } from '../../../shared/errors/app-error.ts';
import { money } from '../../../shared/money/money.ts';
import type { PaymentLink, ProviderName } from '../../../shared/payments/payment.contract.ts';
import { withTransaction } from '../../db/with-transaction.ts';
import { oneAfterAnother } from '../../platform/http/at-most.ts';
import type { Services } from '../../platform/http/services.ts';
import type {
  Checkout,
  PaymentProvider,
} from '../../platform/payment-providers/payment-provider.ts';
import { ProviderError } from '../../platform/payment-providers/payment-provider.ts';
import { setPaymentReference } from '../invoices/index.ts';
import type { ProfileRow } from '../profile/index.ts';
import { accountName, connectAccounts, openAccount } from '../profile/index.ts';
import type { CheckoutRow } from './checkout.store.ts';
import { lockLive, updateCheckout } from './checkout.store.ts';
import { notSetUp } from './choose-provider.ts';
import type { Ask } from './claim-checkout.ts';
import { claimCheckout, FIRST_CHECK_MS, isBeingConfirmed } from './claim-checkout.ts';
import { coveredIds, isCombined, lockCovered, tellEach } from './covered-invoices.ts';
import { endCheckout } from './end-checkout.ts';
import { isDue } from './is-due.ts';
import { providerFailure } from './provider-failure.ts';
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
export const inTurn = oneAfterAnother({ patienceMs: 8_000, waitMs: 20_000 }, takesLong);

function takesLong(): AppError {
  return new AppError(
    'BUSY',
    'This invoice is being paid or changed right now. Try again in a moment.',
  );
}

/** The provider that is paid through, and who asks. */
interface Way {
  businessId: string;
  profile: ProfileRow | undefined;
  provider: ProviderName;
  isOwner: boolean;
  /** What else could be paid through instead. */
  findOther: (provider: ProviderName) => Promise<ProviderName | undefined> | undefined;
}

/**
 * Opens a checkout in the business's account.
 * @throws AppError as `openCheckout`, and in words for whoever asks where the provider refuses or is silent
 */
export async function openThrough(
  services: Services,
  { businessId, profile, provider, isOwner, findOther }: Way,
  ask: Omit<Ask, 'profile' | 'account' | 'name'>,
): Promise<PaymentLink> {
  try {
    const account = profile && openAccount(services, profile, provider);
    if (!profile || !account) throw notSetUp(isOwner);
    const name = accountName(services, profile, provider) ?? '';
    return await openCheckout(services, { ...ask, profile, account, name });
  } catch (error) {
    if (error instanceof ProviderError && error.kind === 'credentials') {
      // Keys that worked once and do not now: the profile says so from here on.
      await connectAccounts(services, businessId);
    }
    throw providerFailure(error, provider, isOwner, await findOther(provider));
  }
}

/**
 * The checkout that is asked for, so that it can be paid: the open one while it lives and fits, or a new
 * one, which takes the place of every other that its visitor has at the provider for any of the invoices.
 * @throws AppError, ProviderError
 */
async function openCheckout(services: Services, ask: Ask): Promise<PaymentLink> {
  const { account } = ask;
  for (let round = 1; round <= ROUNDS; round += 1) {
    const claim = await claimCheckout(services, ask);
    for (const former of claim.ends) {
      await refuseAfter(ask, former, await endCheckout(services, former));
    }
    const { row } = claim;
    if (!row) continue;
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
      await refuseAfter(ask, row, await settle(services, row));
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
  ask: Ask,
  row: CheckoutRow,
  status: CheckoutRow['status'],
): Promise<void> {
  if (isBeingConfirmed({ status })) throw await ask.beingConfirmed(row);
  if (status === 'paid' || status === 'review') throw await ask.justArrived(row, status);
}

async function makeCheckout(
  services: Services,
  { profile, account, describe }: Ask,
  row: CheckoutRow,
): Promise<Checkout | 'begin again'> {
  try {
    return await account.createCheckout({
      key: row.key,
      amount: money(row.amount, row.currency),
      businessName: profile.businessName,
      savesCard: row.agreement !== null,
      ...describe(row),
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
    const parts = await lockCovered(tx, row);
    const { businessId, provider, currency } = row;
    const live = parts ? await lockLive(tx, businessId, coveredIds(parts)) : [];
    const current = live.find(({ id }) => id === row.id);
    if (!parts || !current) return 'put away';
    if (isBeingConfirmed(current)) return 'unfit';
    // An invoice may have been paid, edited or deleted while the provider was asked.
    const fits = (await isDue(tx, parts, row, now)) && !live.some(isBeingConfirmed);
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
      await setPaymentReference(tx, parts[0].invoice, { paymentUrl: checkout.url });
    if (current.status === 'creating') {
      const data = { provider, amount: row.amount, currency, by };
      await tellEach(tx, parts, 'payment.link', data, now, ({ amount }) =>
        isCombined(row) ? { amount: amount.amount, whole: row.amount } : {},
      );
    }
    return 'open';
  });
}
