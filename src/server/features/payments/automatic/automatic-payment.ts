import type { PortalCards } from '../../../../shared/customer-portal/portal.contract.ts';
import { AppError, notFound } from '../../../../shared/errors/app-error.ts';
import {
  agreementText,
  cardChangeText,
  formatSavedCard,
} from '../../../../shared/payments/automatic-payment.ts';
import type {
  AutomaticPayment,
  CustomerMandate,
} from '../../../../shared/payments/payment.contract.ts';
import type { PaymentAgreement } from '../../../db/tables/payments.table.ts';
import { withTransaction } from '../../../db/with-transaction.ts';
import type { Actor } from '../../../platform/actor/actor.ts';
import type { Client } from '../../../platform/http/client.ts';
import type { Services } from '../../../platform/http/services.ts';
import { readCustomer } from '../../customers/index.ts';
import type { ChargeableInvoice } from '../../invoices/index.ts';
import { insertEvent, readInvoice, resolvePublicInvoice } from '../../invoices/index.ts';
import type { ProfileRow } from '../../profile/index.ts';
import { accountName, findProfile, openAccount } from '../../profile/index.ts';
import { findPlannedCharge } from './find-planned-charge.ts';
import type { MandateRow } from './mandate.store.ts';
import {
  endMandate,
  findLastDecline,
  findMandate,
  listMandates,
  lockMandate,
} from './mandate.store.ts';
import { removeCard } from './remove-card.ts';

type Viewer = () => Promise<Actor | undefined>;

/** What a customer who follows an invoice's link may agree to, or has agreed to. @throws AppError NOT_FOUND */
export async function readAutomaticPayment(
  services: Services,
  id: string,
  viewer: Viewer,
): Promise<AutomaticPayment> {
  const { orm } = services.db;
  const { businessId, invoice } = await resolvePublicInvoice(services, id, viewer);
  const profile = await findProfile(orm, businessId);
  const mandate = await findMandate(orm, businessId, invoice.customerId);
  const isOwner = (await viewer())?.businessId === businessId;
  return {
    offered: !isOwner && offersAgreement(services, profile),
    text: agreementText(profile?.businessName ?? ''),
    card: mandate ? presentCard(mandate) : null,
    chargedOn: await findChargeDay(services, businessId, invoice),
  };
}

/** Whether a business lets customers agree, and can keep cards. */
export const offersAgreement = (services: Services, profile: ProfileRow | undefined): boolean =>
  profile !== undefined &&
  profile.offerAutomaticPayment &&
  openAccount(services, profile, 'stripe')?.chargeSavedCard !== undefined;

/** When a saved card is charged for an invoice; null where none is. */
async function findChargeDay(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  businessId: string,
  invoice: ChargeableInvoice,
): Promise<string | null> {
  return (await findPlannedCharge(db.orm, businessId, invoice, clock.now()))?.date ?? null;
}

const presentCard = ({ brand, last4, agreedAt, refusedAt }: MandateRow) => ({
  brand,
  last4,
  agreedAt: agreedAt.toISOString(),
  isRefused: refusedAt !== null,
});

/**
 * What a payer agrees to with a payment, from where; to be kept with the checkout.
 * @throws AppError CONFLICT where the business does not offer it, or agrees in its customer's place
 */
export function readAgreement(
  services: Services,
  profile: ProfileRow | undefined,
  { by, client: { address, agent } }: { by: 'owner' | 'customer'; client: Client },
): PaymentAgreement {
  if (by === 'owner') {
    const message = 'Only your customer can agree to automatic payment, on the page of an invoice.';
    throw new AppError('CONFLICT', message);
  }
  if (!profile || !offersAgreement(services, profile)) {
    throw new AppError('CONFLICT', 'This business does not offer automatic payment.');
  }
  return {
    text: agreementText(profile.businessName),
    agreedAt: services.clock.now().toISOString(),
    ipAddress: address,
    userAgent: agent,
  };
}

/** Ends what a customer agreed to, by the link of one of their invoices; harmless where it is over. */
export async function endByCustomer(services: Services, id: string, viewer: Viewer): Promise<void> {
  const { businessId, invoice } = await resolvePublicInvoice(services, id, viewer);
  const isOwner = (await viewer())?.businessId === businessId;
  const by = isOwner ? 'owner' : 'customer';
  const ended = await end(services, { businessId, customerId: invoice.customerId, by }, invoice.id);
  if (ended) await removeCard(services, ended);
}

/** Ends it for the owner. @throws AppError NOT_FOUND (the customer) */
export async function endByOwner(
  services: Services,
  businessId: string,
  customerId: number,
): Promise<CustomerMandate> {
  await readCustomer(services.db.orm, businessId, customerId, services.clock.now());
  const ended = await end(services, { businessId, customerId, by: 'owner' });
  if (ended) await removeCard(services, ended);
  return readCustomerMandate(services, businessId, customerId);
}

/** What a customer has agreed to, for the owner. @throws AppError NOT_FOUND */
export async function readCustomerMandate(
  { db, clock }: Services,
  businessId: string,
  customerId: number,
): Promise<CustomerMandate> {
  await readCustomer(db.orm, businessId, customerId, clock.now());
  const mandate = await findMandate(db.orm, businessId, customerId);
  if (!mandate) return { card: null, text: null, lastDecline: null };
  return {
    card: presentCard(mandate),
    text: mandate.agreement.text,
    lastDecline: await readLastDecline({ db, clock }, mandate),
  };
}

async function readLastDecline(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  mandate: MandateRow,
): Promise<CustomerMandate['lastDecline']> {
  const { businessId } = mandate;
  const declined = await findLastDecline(db.orm, mandate);
  if (!declined) return null;
  const { invoiceId, createdAt, amount, currency } = declined;
  const now = clock.now();
  const invoice = await readInvoice(db.orm, businessId, invoiceId, now);
  return {
    invoiceId,
    invoiceNumber: invoice.invoiceNumber,
    currency,
    amount,
    declinedAt: createdAt.toISOString(),
    retryOn: await findChargeDay({ db, clock }, businessId, invoice),
  };
}

/** Cards that a customer has agreed to be charged, of all records that are one with it. */
export async function readSavedCards(
  services: Services,
  businessId: string,
  customerIds: readonly number[],
): Promise<PortalCards> {
  const { db } = services;
  const mandates = await listMandates(db.orm, businessId, customerIds);
  const profile = await findProfile(db.orm, businessId);
  const account = profile && accountName(services, profile, 'stripe');
  const offered = offersAgreement(services, profile);
  return {
    cards: mandates.map((mandate) => ({
      customerId: mandate.customerId,
      ...presentCard(mandate),
      expiresMonth: mandate.expiresMonth,
      expiresYear: mandate.expiresYear,
      text: mandate.agreement.text,
      changeText:
        offered && account === mandate.account
          ? cardChangeText(profile?.businessName ?? '', mandate)
          : null,
    })),
  };
}

interface Agreeing {
  businessId: string;
  customerIds: readonly number[];
}

/** Ends what a customer has agreed to; harmless where it is over. @throws AppError NOT_FOUND */
export async function endSavedCard(
  services: Services,
  { businessId, customerIds }: Agreeing,
  customerId: number,
): Promise<PortalCards> {
  if (!customerIds.includes(customerId)) throw notFound('Card');
  const ended = await end(services, { businessId, customerId, by: 'customer' });
  if (ended) await removeCard(services, ended);
  return readSavedCards(services, businessId, customerIds);
}

interface Ending {
  businessId: string;
  customerId: number;
  by: 'customer' | 'owner';
}

function end(
  { db, clock }: Services,
  { businessId, customerId, by }: Ending,
  invoiceId?: number,
): Promise<MandateRow | undefined> {
  return withTransaction(db, async (tx) => {
    const mandate = await lockMandate(tx, businessId, customerId);
    const now = clock.now();
    if (!mandate || !(await endMandate(tx, mandate, by, now))) return undefined;
    if (invoiceId !== undefined) {
      const data = { card: formatSavedCard(mandate), by };
      await insertEvent(tx, businessId, invoiceId, 'payment.agreement_ended', data, now);
    }
    return mandate;
  });
}
