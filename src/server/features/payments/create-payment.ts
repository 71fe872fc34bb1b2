import { AppError, invalidField } from '../../../shared/errors/app-error.ts';
import type { InvoiceDetail } from '../../../shared/invoices/invoice.contract.ts';
import type { Decimal } from '../../../shared/money/decimal.ts';
import { formatMoney, isPositive, money } from '../../../shared/money/money.ts';
import type { PaymentLink, ProviderName } from '../../../shared/payments/payment.contract.ts';
import { withTransaction } from '../../db/with-transaction.ts';
import type { Actor } from '../../platform/actor/actor.ts';
import type { Client } from '../../platform/http/client.ts';
import type { Services } from '../../platform/http/services.ts';
import { lockInvoice, publicInvoiceUrl, resolvePublicInvoice } from '../invoices/index.ts';
import type { ProfileRow } from '../profile/index.ts';
import { findProfile } from '../profile/index.ts';
import { readAgreement } from './automatic/automatic-payment.ts';
import type { CheckoutRow } from './checkout.store.ts';
import { chooseProvider, findOtherMethod } from './choose-provider.ts';
import type { Ask } from './claim-checkout.ts';
import {
  ALREADY_PAID,
  BEING_CONFIRMED,
  chooseAmount,
  lockPayable,
  OWNER,
  refuseUnpayable,
} from './claim-checkout.ts';
import { payTerms } from './is-due.ts';
import { inTurn, openThrough } from './open-checkout.ts';

/** Who asks to pay. */
export interface Payer {
  client: Client;
  /** The same for every ask of one browser. */
  visitor: string;
}

/**
 * An address where what is due on an invoice can be paid now: the open checkout's while it lives and
 * fits the invoice, otherwise a new one. However many ask for the same at once, there is one.
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
  { client, visitor }: Payer,
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
  const way = { businessId, profile, provider, isOwner, findOther };
  const one = askForOne(services, { businessId, profile, invoice, wantedAmount });
  const asked = { agreement, by, visitor: isOwner ? OWNER : visitor } as const;
  return openThrough(services, way, { invoiceIds: [invoice.id], ...asked, ...one });
}

/** What the payer reads at the provider. */
const DESCRIPTIONS: Record<Exclude<CheckoutRow['pays'], 'several'>, (number: string) => string> = {
  balance: (number) => `Invoice ${number}`,
  installment: (number) => `Installment of invoice ${number}`,
  part: (number) => `Part of invoice ${number}`,
};

interface Wanted {
  businessId: string;
  profile: ProfileRow | undefined;
  invoice: InvoiceDetail;
  /** All that is due unless told. */
  wantedAmount: Decimal | undefined;
}

function askForOne(
  services: Services,
  { businessId, profile, invoice, wantedAmount }: Wanted,
): Pick<Ask, 'choose' | 'describe' | 'beingConfirmed' | 'justArrived'> {
  const { id, publicId, invoiceNumber } = invoice;
  return {
    async choose(tx, now) {
      const stored = await lockPayable(tx, businessId, id);
      const { pays, amount } = chooseAmount(stored, wantedAmount, payTerms(profile, now));
      return { pays, due: amount, parts: [{ invoice: stored, amount }] };
    },
    describe({ pays }) {
      const url = services.appUrl();
      return {
        description: DESCRIPTIONS[pays === 'several' ? 'balance' : pays](invoiceNumber),
        invoiceNumber,
        reference: publicId,
        customerEmail: invoice.customer.email,
        successUrl: `${url}/payment-success?invoice=${publicId}`,
        cancelUrl: publicInvoiceUrl(url, publicId),
      };
    },
    beingConfirmed: async () => BEING_CONFIRMED,
    async justArrived(_row, status) {
      const left =
        status === 'paid' &&
        (await withTransaction(services.db, (tx) => lockInvoice(tx, businessId, id)));
      const due = left && left.status !== 'paid' && money(left.amountDue, left.currency);
      if (!due || !isPositive(due)) return ALREADY_PAID;
      return new AppError(
        'CONFLICT',
        `A payment has just arrived: ${formatMoney(due)} is still due. Choose again what to pay.`,
      );
    },
  };
}
