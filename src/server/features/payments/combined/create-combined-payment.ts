import { AppError, notFound } from '../../../../shared/errors/app-error.ts';
import { formatMoney, isPositive, money, sumMoneyIn } from '../../../../shared/money/money.ts';
import type { PaymentLink, ProviderName } from '../../../../shared/payments/payment.contract.ts';
import type { Transaction } from '../../../db/database.ts';
import { withTransaction } from '../../../db/with-transaction.ts';
import type { Services } from '../../../platform/http/services.ts';
import { isSuspended } from '../../businesses/index.ts';
import { notAvailable } from '../../documents/index.ts';
import type { StoredInvoice } from '../../invoices/index.ts';
import { lockInvoices, readInvoice } from '../../invoices/index.ts';
import { findProfile } from '../../profile/index.ts';
import type { CheckoutRow } from '../checkout.store.ts';
import { listLive, listParts } from '../checkout.store.ts';
import { chooseProvider, findOtherMethod } from '../choose-provider.ts';
import type { Ask, Chosen } from '../claim-checkout.ts';
import { isBeingConfirmed } from '../claim-checkout.ts';
import type { Part } from '../covered-invoices.ts';
import type { Payer } from '../create-payment.ts';
import { createPayment } from '../create-payment.ts';
import { areOfOneCustomer } from '../is-due.ts';
import { inTurn, openThrough } from '../open-checkout.ts';
import { describeInvoices } from './describe-invoices.ts';

export interface CombinedAsk {
  businessId: string;
  /** The records of one customer: the one that pays first, then those that were merged into it. */
  customerIds: readonly number[];
  /** Which of their invoices are paid together; how many may be is the call's to say. */
  invoiceIds: readonly number[];
  /** The provider to pay through; the business's preferred one unless told. */
  method?: ProviderName | undefined;
  /** Where the provider leads the payer back to, with `?payment=` and the payment's key. */
  returnUrl: string;
}

/**
 * An address where all that is due on some invoices of one customer can be paid at once: the open
 * checkout's that asks for just these, otherwise a new one, which ends what else this payer has asked for
 * of any of them at this provider. However many ask at once, there is one. One invoice is paid as on its own page.
 * @throws AppError NOT_FOUND (an invoice that is not this customer's), NOT_AVAILABLE (suspended);
 *   CONFLICT naming `invoiceIds` (one that cannot be paid now); CONFLICT
 *   (no provider, a provider's refusal), BUSY as `createPayment`
 */
export async function createCombinedPayment(
  services: Services,
  asked: CombinedAsk,
  payer: Payer,
): Promise<PaymentLink> {
  const ids = [...new Set(asked.invoiceIds)].sort((a, b) => a - b);
  const ask = { ...asked, invoiceIds: ids };
  // Whoever selects in two tabs is given both in turn: the last choice can be paid.
  const turn = `${asked.businessId}:${Math.min(...asked.customerIds)}`;
  return inTurn(turn, () => offerCombined(services, ask, payer));
}

async function offerCombined(
  services: Services,
  ask: CombinedAsk,
  payer: Payer,
): Promise<PaymentLink> {
  const { db, clock } = services;
  const { businessId, method } = ask;
  const { due, parts } = await withTransaction(db, (tx) => chooseSelected(tx, ask));
  const [{ invoice: first }] = parts;
  const { publicId, customer } = await readInvoice(db.orm, businessId, first.id, clock.now());
  if (parts.length === 1) {
    return createPayment(services, publicId, { method }, async () => undefined, payer);
  }
  const profile = await findProfile(db.orm, businessId);
  const findOther = (name: ProviderName) =>
    profile && findOtherMethod(services, profile, { id: first.id, due }, name);
  const provider = await chooseProvider(profile, method, due, {
    isOwner: false,
    findOther,
    refused: refuse,
  });
  const way = { businessId, profile, provider, isOwner: false, findOther };
  const several = askForSeveral(services, ask, parts, customer.email);
  const { invoiceIds } = ask;
  const { visitor } = payer;
  const asked = { invoiceIds, agreement: null, by: 'customer', visitor } as const;
  return openThrough(services, way, { ...asked, ...several });
}

function askForSeveral(
  { db }: Services,
  ask: CombinedAsk,
  parts: readonly Part[],
  customerEmail: string | null,
): Pick<Ask, 'choose' | 'describe' | 'beingConfirmed' | 'justArrived'> {
  const numbers = parts.map(({ invoice }) => invoice.invoiceNumber);
  const shared = async (row: CheckoutRow, tx?: Transaction) => {
    const covered = new Set((await listParts(tx ?? db.orm, row)).map((part) => part.invoiceId));
    const one = parts.find(({ invoice }) => covered.has(invoice.id));
    return one?.invoice.invoiceNumber ?? 'one of them';
  };
  return {
    choose: (tx) => chooseSelected(tx, ask),
    describe: ({ key }) => ({
      description: describeInvoices(numbers),
      invoiceNumber: `${numbers[0]} +${numbers.length - 1}`,
      reference: key,
      customerEmail,
      successUrl: `${ask.returnUrl}?payment=${key}`,
      cancelUrl: ask.returnUrl,
    }),
    beingConfirmed: async (row, tx) => beingConfirmed(await shared(row, tx)),
    async justArrived(row) {
      return refuse(
        `A payment for ${await shared(row)} has just arrived. Choose again what to pay`,
      );
    },
  };
}

/** What is wrong with the selection as the invoices are now. */
function refuse(message: string): AppError {
  return new AppError('CONFLICT', message, { fields: [{ path: 'invoiceIds', message }] });
}

const beingConfirmed = (number: string): AppError =>
  refuse(`A payment for ${number} is being confirmed. There is no need to pay it again`);

/** Locks the selected invoices. @throws AppError where they cannot be paid together now */
async function chooseSelected(
  tx: Transaction,
  { businessId, customerIds, invoiceIds }: CombinedAsk,
): Promise<Chosen> {
  const locked = await lockInvoices(tx, businessId, invoiceIds);
  const invoices = invoiceIds.map((id) => locked.get(id));
  const parts = invoices.flatMap((invoice) =>
    invoice && invoice.status !== 'draft' && customerIds.includes(invoice.customerId)
      ? [{ invoice, amount: money(invoice.amountDue, invoice.currency) }]
      : [],
  );
  const [first, ...others] = parts;
  // Of whom the others are is not told, nor that there are any; a draft is its owner's alone.
  if (!first || parts.length < invoiceIds.length) throw notFound('Invoice');
  if (!(await areOfOneCustomer(tx, businessId, [first, ...others]))) throw notFound('Invoice');
  if (await isSuspended(tx, businessId)) throw notAvailable();
  for (const { invoice } of parts) refuseUnpayable(invoice, first.invoice);
  for (const row of await listLive(tx, businessId, invoiceIds)) {
    if (!isBeingConfirmed(row)) continue;
    const covered = new Set((await listParts(tx, row)).map(({ invoiceId }) => invoiceId));
    const one = parts.find(({ invoice }) => covered.has(invoice.id)) ?? first;
    throw beingConfirmed(one.invoice.invoiceNumber);
  }
  const { currency } = first.invoice;
  const due = sumMoneyIn(
    currency,
    parts.map(({ amount }) => amount),
  );
  const [payerId] = customerIds;
  return parts.length === 1
    ? { pays: 'balance', due, parts: [first] }
    : { pays: 'several', due, parts: [first, ...others], payerId };
}

/** @throws AppError CONFLICT naming `invoiceIds` */
function refuseUnpayable(
  { invoiceNumber: number, deletedAt, status, amountDue, currency }: StoredInvoice,
  first: StoredInvoice,
): void {
  if (deletedAt) throw refuse(`${number} was withdrawn by the business and is not to be paid`);
  if (status === 'paid') throw refuse(`${number} has already been paid`);
  const due = money(amountDue, currency);
  if (!isPositive(due)) throw refuse(`There is nothing to pay on ${number}`);
  if (currency === first.currency) return;
  throw refuse(
    `${number} is in ${currency} and ${first.invoiceNumber} in ${first.currency}. Pay ${formatMoney(due)} by itself`,
  );
}
