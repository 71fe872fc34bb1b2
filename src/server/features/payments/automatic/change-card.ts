/** Another card in the place of one that a customer has agreed to be charged. */
import { randomUUID } from 'node:crypto';
import { AppError, notFound } from '../../../../shared/errors/app-error.ts';
import { cardChangeText } from '../../../../shared/payments/automatic-payment.ts';
import { withTransaction } from '../../../db/with-transaction.ts';
import type { Client } from '../../../platform/http/client.ts';
import type { Services } from '../../../platform/http/services.ts';
import { ProviderError } from '../../../platform/payment-providers/payment-provider.ts';
import { accountName, findProfile, openAccount } from '../../profile/index.ts';
import { ASK_BUSINESS, providerFailure } from '../provider-failure.ts';
import { offersAgreement } from './automatic-payment.ts';
import type { CardChangeRow } from './card-change.store.ts';
import {
  endOpenCardChanges,
  insertCardChange,
  listOpenCardChanges,
  lockCardChange,
  updateCardChange,
} from './card-change.store.ts';
import { insertRemoval } from './card-removal.store.ts';
import {
  cardColumns,
  endMandate,
  findMandate,
  insertMandate,
  lockMandate,
} from './mandate.store.ts';
import { removeCard } from './remove-card.ts';

interface Changing {
  businessId: string;
  customerIds: readonly number[];
  /** Whose card it is, of customers that are one. */
  customerId: number;
  /** Where the customer comes back to. */
  returnUrl: string;
}

/**
 * Leads to where the customer types another card. It takes the agreement's place once the provider has
 * kept it, with the words that stand beside the button, the time and where it was pressed.
 * @throws AppError NOT_FOUND, CONFLICT (not offered any more, a provider's refusal), BUSY
 */
export async function beginCardChange(
  services: Services,
  { businessId, customerIds, customerId, returnUrl }: Changing,
  { address, agent }: Client,
): Promise<{ url: string }> {
  const { db, clock } = services;
  if (!customerIds.includes(customerId)) throw notFound('Card');
  const mandate = await findMandate(db.orm, businessId, customerId);
  if (!mandate) throw notFound('Card');
  const profile = await findProfile(db.orm, businessId);
  const account = profile && openAccount(services, profile, 'stripe');
  const isSameAccount = profile && accountName(services, profile, 'stripe') === mandate.account;
  if (!account?.createCardSetup || !isSameAccount || !offersAgreement(services, profile)) {
    throw new AppError('CONFLICT', 'This business does not offer automatic payment any more.');
  }
  const now = clock.now();
  const row = await withTransaction(db, async (tx) => {
    await endOpenCardChanges(tx, businessId, customerId);
    return insertCardChange(tx, {
      businessId,
      customerId,
      mandateId: mandate.id,
      account: mandate.account,
      key: randomUUID(),
      agreement: {
        text: cardChangeText(profile.businessName, mandate),
        agreedAt: now.toISOString(),
        ipAddress: address,
        userAgent: agent,
      },
      createdAt: now,
    });
  });
  try {
    const setup = await account.createCardSetup({
      key: row.key,
      customer: mandate.providerCustomer,
      currency: profile.currency,
      businessName: profile.businessName,
      successUrl: `${returnUrl}?card=changed`,
      cancelUrl: returnUrl,
    });
    await updateCardChange(db.orm, businessId, row.id, { providerId: setup.id });
    if (setup.url === null) throw new AppError('BUSY', 'Try again in a moment.');
    return { url: setup.url };
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
    services.log.warn({ err: error }, 'another card could not be asked for');
    throw error.kind === 'unavailable'
      ? providerFailure(error, 'stripe', false)
      : new AppError('CONFLICT', `The card cannot be changed right now. ${ASK_BUSINESS}`);
  }
}

/** Looks what has come of changes that customers have begun; one that cannot be asked about waits. */
export async function settleCardChanges(
  services: Services,
  businessId: string,
  customerIds: readonly number[],
): Promise<void> {
  for (const row of await listOpenCardChanges(services.db.orm, businessId, customerIds)) {
    try {
      await settleCardChange(services, row);
    } catch (error) {
      if (!(error instanceof ProviderError)) throw error;
      services.log.warn({ err: error }, 'what came of another card could not be read');
    }
  }
}

/**
 * Puts a card that the provider has kept in the place of the one before, once. Where the agreement was
 * ended or replaced meanwhile, nothing is charged, and the card is forgotten.
 * @throws ProviderError
 */
export async function settleCardChange(services: Services, row: CardChangeRow): Promise<void> {
  const { db, clock } = services;
  const { businessId, id, providerId, account: name } = row;
  if (row.status !== 'open' || providerId === null) return;
  const profile = await findProfile(db.orm, businessId);
  const account = profile && openAccount(services, profile, 'stripe');
  if (!profile || !account?.readCardSetup) return;
  if (accountName(services, profile, 'stripe') !== name) return;
  const setup = await account.readCardSetup(providerId);
  if (setup?.state === 'open') return;
  const card = setup?.card;
  const unused = await withTransaction(db, async (tx) => {
    const current = await lockCardChange(tx, businessId, id);
    if (current?.status !== 'open') return undefined;
    const now = clock.now();
    const before = card && (await lockMandate(tx, businessId, row.customerId));
    if (!card || before?.id !== row.mandateId) {
      await updateCardChange(tx, businessId, id, { status: 'ended' });
      if (!card) return undefined;
      const useless = { businessId, account: name, providerMethod: card.method };
      await insertRemoval(tx, useless, now);
      return useless;
    }
    await endMandate(tx, before, 'replaced', now, card.method);
    await insertMandate(tx, {
      businessId,
      customerId: row.customerId,
      account: name,
      ...cardColumns(card),
      agreement: row.agreement,
      // What was issued since the agreement is charged as before, to the other card.
      agreedAt: before.agreedAt,
      createdAt: now,
    });
    await updateCardChange(tx, businessId, id, { status: 'done' });
    return before;
  });
  if (unused) await removeCard(services, unused);
}
