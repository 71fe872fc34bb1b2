import { daysBetween } from '../../../shared/dates/calendar-date.ts';
import type { SheetForDocument } from '../../../shared/documents/document-sheet.ts';
import { installmentRows } from '../../../shared/documents/installments/sheet-installments.ts';
import { invoiceTitle } from '../../../shared/documents/invoice-title.ts';
import { storedSheet } from '../../../shared/documents/sheet-of-content.ts';
import type { InvoiceDetail } from '../../../shared/invoices/invoice.contract.ts';
import type { PublicInvoice } from '../../../shared/invoices/public-invoice.contract.ts';
import type { Decimal } from '../../../shared/money/decimal.ts';
import { isZero } from '../../../shared/money/decimal.ts';
import { money, subtractMoney, sumMoneyIn } from '../../../shared/money/money.ts';
import { bearingOn, howPaid } from '../../../shared/payments/balance.ts';
import { payableInstallment } from '../../../shared/payments/payable-amount.ts';
import type { Services } from '../../platform/http/services.ts';
import type { Viewer } from '../documents/index.ts';
import {
  bodyOfKind,
  openPublicPage,
  presentPublicDocument,
  resolvePublicDocument,
} from '../documents/index.ts';
import type { ProfileRow } from '../profile/index.ts';
import {
  formatChargeFaults,
  isTestBusiness,
  offeredMethods,
  partLimits,
  paymentMethods,
} from '../profile/index.ts';
import { findPayableUrl } from './invoice.store.ts';
import { plannedCharges } from './planned-charge.ts';
import { readInvoice } from './read-invoices.ts';

/**
 * The invoice that a public address names.
 * @see resolvePublicDocument for who may see it
 */
export async function resolvePublicInvoice(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  id: string,
  viewer: Viewer,
  options: { whileSuspended?: boolean } = {},
): Promise<{ businessId: string; invoice: InvoiceDetail }> {
  const read = (owner: string, number: number) => readInvoice(db.orm, owner, number, clock.now());
  const found = await resolvePublicDocument(db.orm, 'invoice', id, viewer, read, options);
  return { businessId: found.businessId, invoice: found.document };
}

function paidBy(invoice: InvoiceDetail): PublicInvoice['invoice']['paid'] {
  if (invoice.status !== 'paid') return null;
  const payments = invoice.payments.map((payment) => bearingOn(invoice.id, payment));
  return howPaid({ ...invoice, payments }) ?? null;
}

/** What has gone back to its customer: of a paid invoice only what is not owed again. */
function refundedAmount(invoice: InvoiceDetail): Decimal | null {
  const { id, status, currency, payments, amountAdjusted } = invoice;
  if (status === 'paid') return orNull(amountAdjusted);
  const back = payments
    .filter((payment) => payment.currency === currency)
    .flatMap((payment) => {
      if (payment.status !== 'completed' && payment.status !== 'refunded') return [];
      if (payment.invoiceId === id) return [money(payment.refundedAmount, currency)];
      // Of what was paid for several together and went back whole, what was asked for this one.
      const { partAmount } = payment;
      if (partAmount === null || payment.status !== 'refunded') return [];
      return [money(partAmount, currency)];
    });
  return orNull(sumMoneyIn(currency, back).amount);
}

const orNull = (amount: Decimal): Decimal | null => (isZero(amount) ? null : amount);

/** The plan as it was issued, with what of each part is open. */
function shownPlan({ installments, currency }: SheetForDocument, invoice: InvoiceDetail) {
  const { total, amountDue, amountCredited, amountAdjusted, amountWrittenOff } = invoice;
  return installmentRows(installments, currency, {
    amount: subtractMoney(money(total, currency), money(amountDue, currency)).amount,
    isAllPaid: [amountCredited, amountAdjusted, amountWrittenOff].every(isZero),
  });
}

/** What is due next of a plan, and what can take it. */
function presentInstallment(
  profile: ProfileRow,
  installment: ReturnType<typeof payableInstallment>,
): PublicInvoice['paymentConfig']['installment'] {
  if (!installment) return null;
  const { amount, dueDate } = installment;
  const offered = offeredMethods(profile, installment);
  const [hasStripe, hasPayPal] = [offered.includes('stripe'), offered.includes('paypal')];
  return { amount, dueDate, hasStripe, hasPayPal };
}

/** What a customer sees. @throws AppError NOT_FOUND */
export async function readPublicInvoice(
  services: Pick<Services, 'db' | 'clock' | 'log' | 'payments' | 'seal'>,
  id: string,
  viewer: Viewer,
): Promise<PublicInvoice> {
  const { businessId, invoice } = await resolvePublicInvoice(services, id, viewer);
  const payable = { ...invoice, businessId };
  const shown = { of: 'invoice', ...payable } as const;
  const page = await openPublicPage(services, shown, viewer);
  const { profile, today, issued } = page;
  const said = issued ? bodyOfKind(issued, 'invoice').content : invoice;
  const sheet = storedSheet('invoice', said);
  const { content, around } = presentPublicDocument(page, said, sheet);
  const due = money(invoice.amountDue, invoice.currency);
  const offered = offeredMethods(profile, due);
  const [preferred] = offered;
  const refusal = !preferred && formatChargeFaults(paymentMethods(profile), due, 'customer');
  const paymentUrl =
    preferred && (await findPayableUrl(services.db.orm, payable, preferred, services.clock.now()));
  const now = services.clock.now();
  const isOpen = invoice.status === 'sent' || invoice.status === 'overdue';
  const charge = isOpen
    ? await plannedCharges().find(services.db.orm, businessId, invoice, now)
    : undefined;
  const declined = isOpen
    ? await plannedCharges().findDeclined(services.db.orm, businessId, [invoice.id])
    : undefined;
  return {
    invoice: {
      id: invoice.publicId,
      title: invoiceTitle(said),
      invoiceNumber: said.invoiceNumber,
      status: invoice.status,
      standing: invoice.standing,
      dueDate: said.dueDate,
      nextDueDate: invoice.nextDueDate,
      daysUntilDue: daysBetween(today, invoice.nextDueDate),
      ...content,
      plan: shownPlan(sheet, invoice),
      amountDue: invoice.amountDue,
      refunded: refundedAmount(invoice),
      adjusted: orNull(invoice.amountAdjusted),
      credited: orNull(invoice.amountCredited),
      settledBy: invoice.settledBy,
      writtenOff: orNull(invoice.amountWrittenOff),
      paid: paidBy(invoice),
      paymentProcessing: invoice.paymentProcessing,
      charge: charge ?? null,
      declinedCard: declined?.get(invoice.id) ?? null,
      paymentUrl: paymentUrl ?? null,
    },
    ...around,
    paymentConfig: {
      hasStripe: offered.includes('stripe'),
      hasPayPal: offered.includes('paypal'),
      installment: presentInstallment(profile, payableInstallment(invoice, today)),
      parts: profile.allowPartialPayments ? partLimits(profile, due) : null,
      ...(refusal ? { refusal } : {}),
      testMode: isTestBusiness(services, profile),
    },
  };
}
