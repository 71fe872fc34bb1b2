import type { CreditNoteDetail } from '../../../../src/shared/credit-notes/credit-note.contract.ts';
import type { InvoiceDetail } from '../../../../src/shared/invoices/invoice.contract.ts';
import { daysFromNow } from '../../owner.ts';
import type { Ground } from './ground.ts';
import type { Records } from './prepare-records.ts';

type Made = Pick<InvoiceDetail, 'id' | 'publicId' | 'invoiceNumber'>;

export interface Documents {
  invoices: Record<
    | 'open'
    | 'draft'
    | 'overdue'
    | 'inParts'
    | 'withoutAddress'
    | 'credited'
    | 'wide'
    | 'rightToLeft'
    | 'many',
    Made
  >;
  creditNotes: Record<'draft' | 'free' | 'refunded' | 'applied', { id: number; publicId: string }>;
}

/** Invoices in their states before money comes, and credit notes. */
export async function prepareDocuments(
  { owner, server }: Ground,
  { harbor, otto }: Records,
): Promise<Documents> {
  const two = [
    { description: 'Garden plan', quantity: '4', unitPrice: '25' },
    { description: 'Roses', quantity: '10', unitPrice: '3.99' },
  ];
  const late = { issueDate: daysFromNow(-40), dueDate: daysFromNow(-10) };
  const overdue = await owner.addInvoice(harbor, late);
  await owner.call('POST', '/api/payments', {
    customerId: harbor,
    amount: '30',
    allocations: [{ invoiceId: overdue.id, amount: '30' }],
  });
  // Its customer has opened it, which is news as well.
  await fetch(`${server.url}/api/public/invoice/${overdue.publicId}`);
  const invoices = {
    overdue,
    open: await owner.addInvoice(harbor, { dueDate: daysFromNow(40), lineItems: two }),
    draft: await owner.addInvoice(harbor, { status: 'draft' }),
    inParts: await owner.addInvoice(harbor, {
      lineItems: [{ description: 'Garden', quantity: '1', unitPrice: '1000' }],
      installments: [
        { event: 'issue', percent: '30' },
        { event: 'issue', days: 30 },
      ],
    }),
    withoutAddress: await owner.addInvoice(otto),
    credited: await owner.addInvoice(harbor, { lineItems: two }),
    wide: await owner.addInvoice(harbor, wideContent('KWD')),
    rightToLeft: await owner.addInvoice(harbor, {
      poNumber: 'أمر شراء 77',
      notes: 'شكراً لتعاملكم معنا.\nPlease quote the number.',
      terms: 'תשלום תוך שלושים יום',
      discounts: [{ reason: 'خصم', amount: '1.25' }],
      lineItems: [
        { description: 'تصميم شعار (Logo & brand)', quantity: '1', unitPrice: '100' },
        { description: 'تصميم وطباعة كتيب تعريفي '.repeat(8), quantity: '1', unitPrice: '100' },
      ],
    }),
    many: await owner.addInvoice(harbor, {
      lineItems: Array.from({ length: 12 }, (_, index) => ({
        description: `Garden plan ${index}`,
        quantity: '1',
        unitPrice: '10',
      })),
    }),
  };
  await owner.call('POST', `/api/invoices/${overdue.id}/reminders/pause`, { reason: 'replied' });
  return { invoices, creditNotes: await addCreditNotes(owner, harbor, invoices.credited.id) };
}

async function addCreditNotes(
  owner: Ground['owner'],
  customerId: number,
  correctsInvoiceId: number,
): Promise<Documents['creditNotes']> {
  const path = '/api/credit-notes';
  let count = 0;
  const add = (values: object) => {
    count += 1;
    return owner.call<CreditNoteDetail>('POST', path, {
      creditNoteNumber: `CN-${count}`,
      issueDate: daysFromNow(0),
      ...values,
    });
  };
  const free = {
    customerId,
    status: 'issued',
    taxRate: '0',
    lineItems: [{ description: 'Goodwill', quantity: '1', unitPrice: '100' }],
  };
  const applied = await add({
    correctsInvoiceId,
    status: 'issued',
    reason: 'Four of them were withered',
    credit: { lines: [{ line: 2, quantity: '4' }] },
  });
  const refunded = await add(free);
  const back = { amount: '40', paymentMethod: 'cash' };
  await owner.call('POST', `${path}/${refunded.id}/refund`, back);
  await owner.call('POST', `${path}/${refunded.id}/apply`, {
    allocations: [{ invoiceId: correctsInvoiceId, amount: '20' }],
  });
  return {
    applied,
    refunded,
    free: await add(free),
    draft: await add({
      correctsInvoiceId,
      credit: { amount: '17.08' },
    }),
  };
}

/** All that makes a document wide: amounts, three taxes, discounts, long words. */
export function wideContent(currency: string): object {
  const taxes = ['Goods and services tax', 'Taxe de vente du Québec', 'Accommodation tax'].map(
    (name) => ({ name, rate: '9.975', category: 'S' }),
  );
  return {
    currency,
    taxRate: '0',
    exchangeRate: { rate: '0.0123456789', date: daysFromNow(-2), source: 'Bank' },
    supplyDate: daysFromNow(-3),
    servicePeriod: { from: '2025-12-15', to: '2026-01-14' },
    discounts: [{ reason: 'Returning customer of many years', percent: '10' }],
    charges: [{ reason: 'Freight and insurance to the place of delivery', percent: '2.5' }],
    lineItems: ['Consultation and documentation of the migration', 'Unbrokenword'.repeat(9)].map(
      (description) => ({
        description,
        quantity: '1234.125',
        unitPrice: '12345.678901',
        unit: 'hour',
        discountPercent: '12.5',
        itemCode: '998314-ABC-DEF-GHI',
        taxes,
      }),
    ),
  };
}
