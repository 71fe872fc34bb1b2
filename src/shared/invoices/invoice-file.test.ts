import { describe, expect, it } from 'vitest';
import type { BusinessProfile } from '../profile/profile.contract.ts';
import { invoiceFile, invoiceFileName } from './invoice-file.ts';
import type { InvoiceDetail } from './invoice.contract.ts';

const SECRET = 'to be seen nowhere';

const invoice: InvoiceDetail = {
  id: 12,
  userId: SECRET,
  customerId: 7,
  customer: { id: 7, name: 'Marta Lindqvist', company: null, email: 'marta@harbor.example' },
  invoiceNumber: 'INV-2026-4821',
  poNumber: 'PO 9',
  invoiceType: 'standard',
  depositEstimate: null,
  deductions: [],
  whole: null,
  deductedBy: null,
  correction: null,
  corrects: null,
  status: 'paid',
  isFixed: false,
  mustStay: false,
  issueDate: '2026-11-01',
  dueDate: '2026-12-01',
  currency: 'USD',
  pricesIncludeTax: false,
  discounts: [],
  charges: [],
  installments: [],
  schedule: [],
  nextDueDate: '2026-12-20',
  supplyDate: null,
  servicePeriod: null,
  deliveryAddress: null,
  buyerReference: null,
  exchangeRate: null,
  lineTotal: '100.00',
  discountTotal: '0.00',
  chargeTotal: '0.00',
  taxTotals: [
    { name: 'Tax', rate: '7.00', category: null, compound: false, base: '100.00', amount: '7.00' },
  ],
  roundingIncrement: null,
  rounding: '0.00',
  subtotal: '100.00',
  taxAmount: '7.00',
  taxRate: '7.00',
  total: '107.00',
  notes: 'Thank you',
  terms: null,
  stripePaymentIntentId: SECRET,
  paymentUrl: SECRET,
  publicId: SECRET,
  viewedAt: SECRET,
  version: 3,
  revision: 1,
  createdAt: '2026-11-01T08:00:00.000Z',
  updatedAt: '2026-11-02T08:00:00.000Z',
  lineItems: [
    {
      id: 1,
      invoiceId: 12,
      itemId: null,
      description: 'Garden plan',
      quantity: '1.00',
      unit: 'day',
      unitPrice: '100.00',
      discountPercent: null,
      discountAmount: null,
      itemCode: null,
      servicePeriod: null,
      taxes: [],
      discount: '0.00',
      total: '100.00',
      net: '100.00',
      tax: '7.00',
      gross: '107.00',
    },
  ],
  payments: [
    {
      id: 1,
      invoiceId: 12,
      amount: '107.00',
      currency: 'USD',
      paymentDate: '2026-11-20',
      paymentMethod: 'cash',
      status: 'completed',
      provider: null,
      methodDetail: null,
      allocatedAmount: '107.00',
      unappliedAmount: '0.00',
      reversal: null,
      reference: null,
      refundedAmount: '0.00',
      pendingRefundAmount: '0.00',
      partAmount: null,
      stillOwedAmount: '0.00',
      adjustedAmount: '0.00',
      dispute: 'none',
      receiptUrl: SECRET,
      notes: null,
      createdAt: '2026-11-20T08:00:00.000Z',
    },
  ],
  history: [],
  amountReceived: '107.00',
  amountPaid: '107.00',
  amountCredited: '0.00',
  amountAdjusted: '0.00',
  amountWrittenOff: '0.00',
  settledBy: 'payment',
  amountDue: '0.00',
  amountOverdue: '0.00',
  standing: 'paid',
  overpaid: '0.00',
  paymentProcessing: false,
  emails: [],
  estimate: null,
  credits: [],
  recurringId: null,
  creditNotes: [],
};

const business = {
  businessName: 'Quill & Co',
  email: 'ada@quill.example',
  stripeSecretKey: SECRET,
  stripePublishableKey: SECRET,
  paypalClientSecret: SECRET,
  stripeWebhookUrl: SECRET,
} as BusinessProfile;

describe('invoiceFile', () => {
  const file = invoiceFile(invoice, business, 'https://remit.example/invoices/12');
  const text = JSON.stringify(file);

  it('holds what stands on the document, exactly', () => {
    expect(JSON.parse(text)).toMatchObject({
      format: 'remit-invoice',
      version: 1,
      link: 'https://remit.example/invoices/12',
      invoiceNumber: 'INV-2026-4821',
      dueDate: '2026-12-01',
      business: { name: 'Quill & Co', email: 'ada@quill.example' },
      customer: { name: 'Marta Lindqvist', company: null, email: 'marta@harbor.example' },
      lineItems: [
        { description: 'Garden plan', quantity: '1.00', unitPrice: '100.00', total: '100.00' },
      ],
      total: '107.00',
      payments: [{ date: '2026-11-20', amount: '107.00', method: 'cash' }],
    });
  });

  it('holds no key, no public address and nothing of the account', () => {
    expect(text).not.toContain(SECRET);
  });

  it('can be made before there is a business profile', () => {
    expect(invoiceFile(invoice, null, '').business).toBeNull();
  });
});

describe('invoiceFileName', () => {
  it.each([
    ['INV-2026-4821', 'INV-2026-4821.json'],
    ['2026/11: 7', '2026-11- 7.json'],
    ['../../etc', 'etc.json'],
    ['***', 'document.json'],
  ])('%s: %s', (invoiceNumber, name) => expect(invoiceFileName({ invoiceNumber })).toBe(name));
});
