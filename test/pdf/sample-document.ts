import type { DocumentData } from '../../src/shared/documents/document-data.ts';
import type {
  BusinessForDocument,
  CustomerForDocument,
} from '../../src/shared/documents/document-sheet.ts';
import type { InvoiceForDocument } from '../../src/shared/documents/invoice-document.ts';
import { invoiceDocument } from '../../src/shared/documents/invoice-document.ts';
import type { TypedForm } from '../../src/shared/documents/typed-sheet.ts';
import { typedSheet } from '../../src/shared/documents/typed-sheet.ts';
import type { SettledAmounts } from '../../src/shared/invoices/invoice-status.ts';
import type { RoundedTotal } from '../../src/shared/money/rounding-increment.ts';

const WORK: [description: string, quantity: string, unitPrice: string][] = [
  ['Brand strategy workshop, two days on site', '1.00', '2850.00'],
  ['Identity design', '1.00', '6400.00'],
  ['Stationery set', '1.00', '920.00'],
  ['Art direction of the autumn photography', '2.00', '780.00'],
  ['Photography: product stills', '24.00', '45.00'],
  ['Retouching', '24.00', '18.50'],
  ['Website: page templates', '6.00', '540.00'],
  ['Copywriting, hours', '18.50', '95.00'],
  ['Packaging artwork, 250 g and 1 kg', '2.00', '640.00'],
  ['Courier', '4.00', '16.50'],
];

export const SAMPLE_BUSINESS: BusinessForDocument = {
  businessName: 'Harbour & Finch',
  contactName: 'Jane Finch',
  email: 'accounts@harbourfinch.example',
  phone: '+1 207 555 0142',
  address: '12 Quay Street',
  city: 'Portland',
  state: 'ME',
  zipCode: '04101',
  country: 'USA',
  website: 'https://www.harbourfinch.example/',
  taxNumber: '84-2917765',
  pdfTheme: 'modern',
  pdfPrimaryColor: '#1e40af',
  pdfAccentColor: '#3b82f6',
};

export const SAMPLE_CUSTOMER: CustomerForDocument = {
  name: 'Dana Whitlock',
  company: 'Meridian Coffee Roasters',
  email: 'ap@meridiancoffee.example',
  phone: '+1 802 555 0199',
  address: '480 Alder Avenue, Suite 3',
  city: 'Burlington',
  state: 'VT',
  zipCode: '05401',
  country: 'USA',
};

export const SAMPLE_PAY_URL = 'https://remit.example/pay-invoice/5f1c9e2a7b3d4c6e8f90a1b2c3d4e5f6';

interface InvoiceRecord extends TypedForm {
  number: string;
  status: InvoiceForDocument['status'];
  issueDate: string;
  endDate: string;
  paidAt?: string;
  paymentMethod?: string;
  settled?: SettledAmounts;
  poNumber: string;
  notes: string;
  terms: string;
  /** What the business's own currency is, and what totals are rounded to. */
  businessCurrency: string;
  roundedTotals: readonly RoundedTotal[];
}

/** An invoice as it could be sent, with totals that add up. */
export function sampleInvoice(
  lines: number,
  change: Partial<InvoiceRecord> = {},
): InvoiceForDocument {
  const lineItems = Array.from({ length: lines }, (_, i) => {
    const [description, quantity, unitPrice] = WORK[i % WORK.length] ?? ['', '0.00', '0.00'];
    return { description, quantity, unitPrice };
  });
  const record: InvoiceRecord = {
    number: 'INV-2026-4821',
    poNumber: 'MCR-7734',
    status: 'sent',
    issueDate: '2026-11-20',
    endDate: '2026-12-20',
    taxRate: '8.50',
    notes: 'Thank you for the trust, Dana. Final artwork is in your shared folder.',
    terms: 'Payment within 30 days. Work remains ours until it is paid for.',
    businessCurrency: 'USD',
    roundedTotals: [],
    lineItems,
    ...change,
  };
  const { number, status, endDate, businessCurrency, roundedTotals, ...rest } = record;
  const { paidAt = null, paymentMethod = null, settled, ...form } = rest;
  const typed = { ...form, invoiceNumber: number, dueDate: endDate };
  const terms = { currency: businessCurrency, roundedTotals };
  return { status, paidAt, paymentMethod, settled, ...typedSheet('invoice', typed, terms) };
}

export function sampleDocument(
  lines: number,
  change: Partial<InvoiceRecord> = {},
  business: Partial<BusinessForDocument> = {},
  customer: Partial<CustomerForDocument> = {},
): DocumentData {
  return invoiceDocument({
    invoice: sampleInvoice(lines, change),
    customer: { ...SAMPLE_CUSTOMER, ...customer },
    business: { ...SAMPLE_BUSINESS, ...business },
    payUrl: SAMPLE_PAY_URL,
  });
}
