import { pickContent } from '../documents/document-content.ts';
import { documentFileName } from '../documents/document-file-name.ts';
import { shownNumber } from '../documents/document-number.ts';
import type { BusinessProfile } from '../profile/profile.contract.ts';
import type { InvoiceDetail } from './invoice.contract.ts';

/** Grows when a field changes its meaning; new fields alone leave it. */
const VERSION = 1;

/**
 * An invoice as a file of its own, to be kept or read by other programs: what stands on the document
 * and what was paid. Amounts are decimal text, dates are calendar dates. Nothing in it lets into the
 * account or pays: no keys, no public address.
 */
export function invoiceFile(
  invoice: InvoiceDetail,
  business: BusinessProfile | null,
  /** Where its owner opens it. */
  link: string,
) {
  const { customerId: _number, ...content } = pickContent('invoice', invoice);
  return {
    format: 'remit-invoice',
    version: VERSION,
    link,
    status: invoice.status,
    ...content,
    business: business && {
      name: business.businessName,
      contactName: business.contactName,
      email: business.email,
      phone: business.phone,
      address: business.address,
      city: business.city,
      state: business.state,
      zipCode: business.zipCode,
      country: business.country,
      website: business.website,
      taxNumber: business.taxNumber,
      vatId: business.vatId,
    },
    customer: {
      name: invoice.customer.name,
      company: invoice.customer.company,
      email: invoice.customer.email,
    },
    lineItems: invoice.lineItems.map(
      ({ id: _id, itemId: _item, invoiceId: _invoice, ...line }) => line,
    ),
    lineTotal: invoice.lineTotal,
    discountTotal: invoice.discountTotal,
    chargeTotal: invoice.chargeTotal,
    subtotal: invoice.subtotal,
    taxTotals: invoice.taxTotals,
    rounding: invoice.rounding,
    total: invoice.total,
    amountReceived: invoice.amountReceived,
    amountCredited: invoice.amountCredited,
    amountDue: invoice.amountDue,
    payments: invoice.payments.map((payment) => ({
      date: payment.paymentDate,
      amount: payment.amount,
      method: payment.paymentMethod,
      status: payment.status,
      refundedAmount: payment.refundedAmount,
    })),
  };
}

/** 'INV-2026-4821.json' */
export function invoiceFileName(invoice: Pick<InvoiceDetail, 'invoiceNumber'>): string {
  return documentFileName({ number: shownNumber(invoice.invoiceNumber), businessName: '' }, 'json');
}
