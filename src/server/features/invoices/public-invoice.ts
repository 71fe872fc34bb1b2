import { dateInZone, daysBetween } from '../../../shared/dates/calendar-date.ts';
import { notFound } from '../../../shared/errors/app-error.ts';
import type { InvoiceDetail } from '../../../shared/invoices/invoice.contract.ts';
import { isPublic } from '../../../shared/invoices/invoice-status.ts';
import type { PublicInvoice } from '../../../shared/invoices/public-invoice.contract.ts';
import type { Decimal } from '../../../shared/money/money.ts';
import { hundredths, toDecimal } from '../../../shared/money/money.ts';
import { payingPayment, refundedPart } from '../../../shared/payments/balance.ts';
import type { Actor } from '../../platform/actor/actor.ts';
import type { Services } from '../../platform/http/services.ts';
import {
  locatePublicDocument,
  noteView,
  presentPublicBusiness,
  presentPublicLine,
  requireAvailable,
} from '../documents/index.ts';
import {
  findProfile,
  isTestBusiness,
  paymentMethods,
  takesCards,
  takesPayPal,
} from '../profile/index.ts';
import { findPayableUrl } from './invoice.store.ts';
import { readInvoice } from './read-invoices.ts';

/**
 * The invoice that a public address names (decision 1): by its public id, or by its number for its
 * signed-in owner. Drafts are shown to their owner alone.
 * @param viewer the signed-in owner, if anybody is
 * @param options `whileSuspended` for what a customer who has paid may still learn
 * @throws AppError NOT_FOUND, the same for everything that is not to be seen; NOT_AVAILABLE
 */
export async function resolvePublicInvoice(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  id: string,
  viewer: () => Promise<Actor | undefined>,
  { whileSuspended = false }: { whileSuspended?: boolean } = {},
): Promise<{ businessId: string; invoice: InvoiceDetail }> {
  const found = await locatePublicDocument(db.orm, 'invoice', id, viewer);
  if (!found) throw notFound('Invoice');
  const { businessId } = found;
  const invoice = await readInvoice(db.orm, businessId, found.id, clock.now());
  if (!isPublic(invoice.status) && (await viewer())?.businessId !== businessId) {
    throw notFound('Invoice');
  }
  if (!whileSuspended) await requireAvailable(db.orm, businessId, viewer);
  return { businessId, invoice };
}

function paidBy(invoice: InvoiceDetail): PublicInvoice['invoice']['paid'] {
  if (invoice.status !== 'paid') return null;
  const payment = payingPayment(invoice);
  return payment ? { date: payment.paymentDate, method: payment.paymentMethod } : null;
}

/** Payments of an open invoice that were given back, together. */
function wholeRefunds({ status, payments }: InvoiceDetail): Decimal | null {
  if (status === 'paid') return null;
  const back = payments
    .filter((payment) => payment.status === 'refunded')
    .reduce((sum, { refundedAmount }) => sum + hundredths(refundedAmount), 0n);
  return back > 0n ? toDecimal(back) : null;
}

/** What a customer sees. @throws AppError NOT_FOUND */
export async function readPublicInvoice(
  services: Pick<Services, 'db' | 'clock' | 'log' | 'payments' | 'seal'>,
  id: string,
  viewer: () => Promise<Actor | undefined>,
): Promise<PublicInvoice> {
  const { businessId, invoice } = await resolvePublicInvoice(services, id, viewer);
  if (isPublic(invoice.status)) {
    const document = { of: 'invoice', businessId, id: invoice.id } as const;
    await noteView(services, document, (await viewer())?.businessId);
  }
  const profile = await findProfile(services.db.orm, businessId);
  if (!profile) throw notFound('Invoice');
  const now = services.clock.now();
  const today = dateInZone(now, profile.timeZone);
  const [preferred] = paymentMethods(profile);
  const payable = { ...invoice, businessId };
  const paymentUrl = preferred && (await findPayableUrl(services.db.orm, payable, preferred, now));
  return {
    invoice: {
      id: invoice.publicId,
      invoiceNumber: invoice.invoiceNumber,
      status: invoice.status,
      issueDate: invoice.issueDate,
      dueDate: invoice.dueDate,
      daysUntilDue: daysBetween(today, invoice.dueDate),
      currency: invoice.currency,
      subtotal: invoice.subtotal,
      taxRate: invoice.taxRate,
      taxAmount: invoice.taxAmount,
      total: invoice.total,
      amountDue: invoice.amountDue,
      refunded: refundedPart(invoice) ?? wholeRefunds(invoice),
      paid: paidBy(invoice),
      paymentProcessing: invoice.paymentProcessing,
      paymentUrl: paymentUrl ?? null,
    },
    lineItems: invoice.lineItems.map(presentPublicLine),
    businessProfile: presentPublicBusiness(profile),
    paymentConfig: {
      hasStripe: takesCards(profile),
      hasPayPal: takesPayPal(profile),
      testMode: isTestBusiness(services, profile),
    },
  };
}
