import sharp from 'sharp';
import { parseCalendarDate } from '../../../shared/dates/calendar-date.ts';
import type { DocumentData } from '../../../shared/documents/document-data.ts';
import { documentFileName } from '../../../shared/documents/document-file-name.ts';
import type { CustomerForDocument } from '../../../shared/documents/invoice-document.ts';
import { invoiceDocument } from '../../../shared/documents/invoice-document.ts';
import { notFound } from '../../../shared/errors/app-error.ts';
import type {
  InvoiceDetail,
  Payment,
  PreviewInput,
} from '../../../shared/invoices/invoice.contract.ts';
import { documentTotals, tooLarge } from '../../../shared/invoices/invoice-totals.ts';
import type { Decimal } from '../../../shared/money/money.ts';
import { hundredths, MAX_RATE, parseTyped } from '../../../shared/money/money.ts';
import type { Queryable } from '../../db/database.ts';
import type { Services } from '../../platform/http/services.ts';
import type { DocumentLogo } from '../../platform/pdf/open-pdf-engine.ts';
import { findCustomerRow } from '../customers/index.ts';
import type { ProfileRow } from '../profile/index.ts';
import { findProfile, paymentMethods } from '../profile/index.ts';
import { readInvoice } from './read-invoices.ts';

type DocumentServices = Pick<Services, 'db' | 'pdf' | 'files' | 'appUrl' | 'clock' | 'log'>;

/** The address of the page where a customer sees the invoice, and later pays it. */
export function publicInvoiceUrl(appUrl: string, publicId: string): string {
  return `${appUrl}/pay-invoice/${publicId}`;
}

/** @throws PdfError: BUSY when it cannot be drawn now, TOO_LARGE when it never can. */
export async function renderInvoicePdf(
  services: DocumentServices,
  invoice: InvoiceDetail,
): Promise<{ pdf: Buffer; fileName: string }> {
  const db = services.db.orm;
  const [profile, customer] = await Promise.all([
    requireProfile(db, invoice.userId),
    findCustomerRow(db, invoice.userId, invoice.customerId),
  ]);
  const payUrl = publicInvoiceUrl(services.appUrl(), invoice.publicId);
  const document = storedDocument(invoice, customer ?? null, profile, payUrl);
  const logo = await readLogo(services, profile);
  const pdf = await services.pdf.pdf(document, {
    createdAt: new Date(invoice.updatedAt),
    ...(logo ? { logo } : {}),
  });
  const { invoiceNumber: number } = invoice;
  return { pdf, fileName: documentFileName({ number, businessName: profile.businessName }) };
}

/** The payment with which the total was reached; what came later came too much. */
export function payingPayment({ payments, total }: InvoiceDetail): Payment | undefined {
  const received = payments.filter((entry) => entry.status === 'completed');
  let sum = 0n;
  const reached = received.find(({ amount, refundedAmount }) => {
    sum += hundredths(amount) - hundredths(refundedAmount);
    return sum >= hundredths(total);
  });
  return reached ?? received.at(-1);
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
      number: invoice.invoiceNumber,
      poNumber: invoice.poNumber,
      status: invoice.status,
      issueDate: invoice.issueDate,
      dueDate: invoice.dueDate,
      subtotal: invoice.subtotal,
      taxRate: invoice.taxRate,
      taxAmount: invoice.taxAmount,
      total: invoice.total,
      notes: invoice.notes,
      terms: invoice.terms,
      lineItems: invoice.lineItems,
      paidAt: payment?.paymentDate ?? null,
      paymentMethod: payment?.paymentMethod ?? null,
    },
    customer,
    business: profile,
    payUrl,
    paysOnline: paymentMethods(profile).length > 0,
  });
}

export interface PreviewPages {
  pageCount: number;
  pages: { page: number; svg: string }[];
}

/**
 * Pictures of a form as it stands, drawn by the engine that draws the PDF. What is not a number yet
 * counts as zero; what is not a date yet is left out.
 */
export async function previewInvoice(
  services: DocumentServices,
  userId: string,
  input: PreviewInput,
  signal?: AbortSignal,
): Promise<PreviewPages> {
  const db = services.db.orm;
  const [profile, customer, stored] = await Promise.all([
    requireProfile(db, userId),
    input.customerId ? findCustomerRow(db, userId, input.customerId) : undefined,
    input.id === undefined ? undefined : readInvoice(db, userId, input.id),
  ]);
  const business = input.style ? { ...profile, ...input.style } : profile;
  const document = invoiceDocument({
    ...typedInvoice(input, stored),
    customer: customer ?? null,
    business,
    payUrl: publicInvoiceUrl(services.appUrl(), stored?.publicId ?? '0'.repeat(32)),
    paysOnline: paymentMethods(profile).length > 0,
  });
  const logo = await readLogo(services, profile);
  const [first, last] = [Math.min(...input.pages, 500), Math.max(...input.pages, 1)];
  const { pages, pageCount } = await services.pdf.svg(document, {
    pages: [first, Math.min(last, first + 4)],
    ...(logo ? { logo } : {}),
    ...(signal ? { signal } : {}),
  });
  return {
    pageCount,
    pages: pages.map((svg, index) => ({ page: first + index, svg })),
  };
}

function typedInvoice(input: PreviewInput, stored: InvoiceDetail | undefined) {
  const lines = input.lineItems.map((line) => ({
    description: line.description,
    quantity: typedDecimal(line.quantity),
    unitPrice: typedDecimal(line.unitPrice),
  }));
  const rate = typedDecimal(input.taxRate);
  const taxRate = hundredths(rate) > MAX_RATE ? '0.00' : rate;
  const totals = documentTotals(lines, taxRate, typedDecimal(input.taxAmount));
  const shown = tooLarge(totals) ? documentTotals([], '0.00') : totals;
  const payment = stored && payingPayment(stored);
  return {
    invoice: {
      number: input.invoiceNumber ?? '',
      poNumber: input.poNumber ?? null,
      status: input.status ?? 'sent',
      issueDate: parseCalendarDate(input.issueDate ?? '') ?? '',
      dueDate: parseCalendarDate(input.dueDate ?? '') ?? '',
      subtotal: shown.subtotal,
      taxRate,
      taxAmount: shown.taxAmount,
      total: shown.total,
      notes: input.notes ?? null,
      terms: input.terms ?? null,
      lineItems: lines.map((line, index) => ({
        ...line,
        total: shown.lineTotals[index] ?? '0.00',
      })),
      paidAt: payment?.paymentDate ?? null,
      paymentMethod: payment?.paymentMethod ?? null,
    },
  } as const;
}

/** A non-negative decimal, or zero for what is not one (yet). */
function typedDecimal(text: string | undefined): Decimal {
  const value = parseTyped(text ?? '');
  return value === undefined || value.startsWith('-') ? '0.00' : value;
}

async function requireProfile(db: Queryable, userId: string): Promise<ProfileRow> {
  const profile = await findProfile(db, userId);
  if (!profile) throw notFound('Business profile');
  return profile;
}

const LOGO_PIXELS = 40_000_000;
const logos = new Map<string, DocumentLogo>();

/**
 * The stored logo, decoded and encoded again at the size of a letterhead, so that nothing but a
 * picture reaches the engine. A logo that cannot be read is left out and told in the log.
 */
async function readLogo(
  { files, log }: Pick<DocumentServices, 'files' | 'log'>,
  profile: ProfileRow,
): Promise<DocumentLogo | undefined> {
  const key = /^\/objects\/([a-z0-9/.-]+)$/.exec(profile.logoUrl ?? '')?.[1];
  if (!key) return undefined;
  const known = logos.get(key);
  if (known) return known;
  try {
    const stored = await files.read(key);
    if (!stored) return undefined;
    const bytes = await sharp(stored, { limitInputPixels: LOGO_PIXELS })
      .resize({ width: 1200, height: 600, fit: 'inside', withoutEnlargement: true })
      .png()
      .toBuffer();
    const logo: DocumentLogo = { bytes, type: 'png' };
    if (logos.size >= 200) logos.delete(logos.keys().next().value ?? '');
    logos.set(key, logo);
    return logo;
  } catch (error) {
    log.warn({ err: error, key }, 'the stored logo cannot be drawn');
    return undefined;
  }
}
