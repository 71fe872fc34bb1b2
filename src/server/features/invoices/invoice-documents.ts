import type { DocumentData } from '../../../shared/documents/document-data.ts';
import type { CustomerForDocument } from '../../../shared/documents/document-sheet.ts';
import { invoiceDocument } from '../../../shared/documents/invoice-document.ts';
import { storedSheet } from '../../../shared/documents/sheet-of-content.ts';
import { typedSheet } from '../../../shared/documents/typed-sheet.ts';
import type { InvoiceDetail, PreviewInput } from '../../../shared/invoices/invoice.contract.ts';
import type { Decimal } from '../../../shared/money/decimal.ts';
import { computeBalance, payingPayment } from '../../../shared/payments/balance.ts';
import type { NamedPdf } from '../../platform/http/send-pdf.ts';
import { findCustomerRow } from '../customers/index.ts';
import type { DocumentServices, PreviewPages } from '../documents/index.ts';
import { drawPreview, prepareDocumentPdf, requireProfile } from '../documents/index.ts';
import type { ProfileRow } from '../profile/index.ts';
import { paymentMethods } from '../profile/index.ts';
import { readInvoice } from './read-invoices.ts';

/** Whom an invoice is for that tries a look: without it a theme's own place for it stays empty. */
const SAMPLE_CUSTOMER: CustomerForDocument = {
  name: 'Eleanor Whitcomb',
  company: 'Whitcomb Garden Center',
  email: 'eleanor@whitcomb.example',
  address: '27 Island Avenue',
  city: 'Portland',
  state: 'ME',
  zipCode: '04108',
  country: 'United States',
};

/** The address of the page where a customer sees the invoice, and later pays it. */
export function publicInvoiceUrl(appUrl: string, publicId: string): string {
  return `${appUrl}/pay-invoice/${publicId}`;
}

/**
 * @param options `profile` where the caller has just read it; the others see prepareDocumentPdf
 * @throws PdfError TOO_LARGE for what can never be drawn
 */
export async function prepareInvoicePdf(
  services: DocumentServices,
  { businessId, invoice }: { businessId: string; invoice: InvoiceDetail },
  { profile: known, ...options }: { profile?: ProfileRow; links?: boolean } = {},
): Promise<NamedPdf> {
  const db = services.db.orm;
  const [profile, customer] = await Promise.all([
    known ?? requireProfile(db, businessId),
    findCustomerRow(db, businessId, invoice.customerId),
  ]);
  const payUrl = publicInvoiceUrl(services.appUrl(), invoice.publicId);
  const document = storedDocument(invoice, customer ?? null, profile, payUrl);
  return prepareDocumentPdf(services, document, profile, new Date(invoice.updatedAt), options);
}

function storedDocument(
  invoice: InvoiceDetail,
  customer: CustomerForDocument | null,
  profile: ProfileRow,
  payUrl: string,
): DocumentData {
  const payment = payingPayment(invoice);
  return invoiceDocument({
    invoice: {
      ...storedSheet('invoice', invoice),
      status: invoice.status,
      paidAt: payment?.paymentDate ?? null,
      paymentMethod: payment?.paymentMethod ?? null,
      received: invoice.amountReceived,
    },
    customer,
    business: profile,
    payUrl,
    paysOnline: paymentMethods(profile).length > 0,
  });
}

/**
 * Status and payments as a save would leave them: set back, what was recorded by hand is reversed; set
 * to paid, what is due has come.
 */
function onceSaved(
  stored: InvoiceDetail | undefined,
  wanted: InvoiceDetail['status'],
  total: Decimal | null,
) {
  if (!stored) return { status: wanted };
  const isSetBack = stored.status === 'paid' && wanted !== 'paid';
  const payments = isSetBack
    ? stored.payments
        .filter(({ provider }) => provider !== null)
        .map((payment) => ({ ...payment, stillOwedAmount: payment.refundedAmount }))
    : stored.payments;
  const balance = computeBalance({ total: total ?? '0.00', payments });
  const isPaid = wanted === 'paid' || (total !== null && balance.isPaid);
  const payment = payingPayment({ ...stored, payments });
  const brings = wanted === 'paid' && stored.status !== 'paid';
  return {
    status: isPaid ? ('paid' as const) : wanted,
    paidAt: payment?.paymentDate ?? null,
    paymentMethod: payment?.paymentMethod ?? null,
    ...(brings ? {} : { received: balance.received }),
  };
}

/** Pictures of a form as it stands. @see typedSheet for what counts as what while it is typed */
export async function previewInvoice(
  services: DocumentServices,
  businessId: string,
  input: PreviewInput,
  signal?: AbortSignal,
): Promise<PreviewPages> {
  const db = services.db.orm;
  const [profile, customer, stored] = await Promise.all([
    requireProfile(db, businessId),
    input.customerId ? findCustomerRow(db, businessId, input.customerId) : undefined,
    input.id === undefined
      ? undefined
      : readInvoice(db, businessId, input.id, services.clock.now()),
  ]);
  const sheet = typedSheet('invoice', input, profile);
  const document = invoiceDocument({
    invoice: {
      ...sheet,
      ...onceSaved(stored, input.status ?? 'sent', sheet.figures.total),
    },
    customer: customer ?? (input.style && input.customerId === undefined ? SAMPLE_CUSTOMER : null),
    business: input.style ? { ...profile, ...input.style } : profile,
    payUrl: publicInvoiceUrl(services.appUrl(), stored?.publicId ?? '0'.repeat(32)),
    paysOnline: paymentMethods(profile).length > 0,
  });
  return drawPreview(services, document, profile, input.pages, signal);
}
