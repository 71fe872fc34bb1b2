/** Saved cards that are charged no more: their provider need not keep them either. */
import type { Transaction } from '../../../db/database.ts';
import type { Services } from '../../../platform/http/services.ts';
import type { PaymentProvider } from '../../../platform/payment-providers/payment-provider.ts';
import { ProviderError } from '../../../platform/payment-providers/payment-provider.ts';
import { accountName, findProfile, openAccount, openRetiredAccount } from '../../profile/index.ts';
import type { CardRemovalRow, RemovableCard } from './card-removal.store.ts';
import { claimRemoval, deleteRemoval, findRemoval, insertRemoval } from './card-removal.store.ts';
import type { MandateRow } from './mandate.store.ts';
import { isChargedCard, updateMandate } from './mandate.store.ts';

const FIRST_RETRY_MS = 60_000;
const LAST_RETRY_MS = 12 * 60 * 60_000;
/** As long as keys that were replaced are kept at most. */
const GIVEN_UP_MS = 30 * 86_400_000;

/** The card cannot be charged by the account that the business now has: it waits for another. */
export async function setAside(tx: Transaction, mandate: MandateRow, now: Date): Promise<void> {
  await updateMandate(tx, mandate.businessId, mandate.id, { refusedAt: now });
  await insertRemoval(tx, mandate, now);
}

/** Asks for it at once, after the transaction that ended it; where nobody answers the job asks again. */
export async function removeCard(services: Services, card: RemovableCard): Promise<void> {
  const row = await findRemoval(services.db.orm, card);
  if (row) await forgetCard(services, row);
}

/** @returns whether nothing is left to be done */
export async function forgetCard(services: Services, row: CardRemovalRow): Promise<boolean> {
  const { db, clock, log } = services;
  const now = clock.now().getTime();
  const wait = Math.min(FIRST_RETRY_MS * 2 ** Math.min(row.attempts, 20), LAST_RETRY_MS);
  if (!(await claimRemoval(db.orm, row, new Date(now + wait)))) return false;
  try {
    const isInUse = await isChargedCard(db.orm, row.businessId, row.providerMethod);
    if (!isInUse) await askToForget(services, row);
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
    log.warn({ err: error }, 'a saved card could not be removed at its provider');
    if (now - row.createdAt.getTime() < GIVEN_UP_MS) return false;
  }
  await deleteRemoval(db.orm, row);
  return true;
}

/**
 * In the account that it is saved in, while that can be reached. A key that was only renewed opens the same
 * account, so where a replaced one is refused the current one is asked; it says no of another's card.
 * @throws ProviderError
 */
async function askToForget(services: Services, row: CardRemovalRow): Promise<void> {
  const { businessId, account: name, providerMethod: method } = row;
  const profile = await findProfile(services.db.orm, businessId);
  if (!profile) return;
  if (accountName(services, profile, 'stripe') !== name) {
    const of = { businessId, provider: 'stripe', account: name } as const;
    const retired = await openRetiredAccount(services, services.db.orm, of);
    if (!retired || (await isForgotten(retired, method))) return;
  }
  await openAccount(services, profile, 'stripe')?.forgetCard?.({ method });
}

/** @returns false where its keys are refused @throws ProviderError for silence */
async function isForgotten(account: PaymentProvider, method: string): Promise<boolean> {
  try {
    await account.forgetCard?.({ method });
    return true;
  } catch (error) {
    if (error instanceof ProviderError && error.kind === 'credentials') return false;
    throw error;
  }
}
