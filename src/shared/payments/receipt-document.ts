import { formatDate } from '../dates/calendar-date.ts';
import type { DocumentData, LabelledValue } from '../documents/document-data.ts';
import type { BusinessForDocument, CustomerForDocument } from '../documents/document-sheet.ts';
import { letterhead } from '../documents/document-sheet.ts';
import { paidWith } from '../invoices/invoice-status.ts';
import type { Payment } from '../invoices/invoice.contract.ts';
import type { Money } from '../money/money.ts';
import { formatMoney, isPositive, money, negateMoney, subtractMoney } from '../money/money.ts';

/** What a payment settles of an invoice. */
export interface SettledInvoice {
  invoiceNumber: string;
  amount: Money;
}

export interface Receipt {
  payment: Pick<
    Payment,
    | 'amount'
    | 'currency'
    | 'paymentDate'
    | 'paymentMethod'
    | 'methodDetail'
    | 'reference'
    | 'refundedAmount'
    | 'unappliedAmount'
  >;
  settled: readonly SettledInvoice[];
  /** Whether no real money moved. */
  test: boolean;
}

interface ReceiptDocumentInput extends Receipt {
  customer: CustomerForDocument;
  business: BusinessForDocument;
}

/** A receipt on the business's paper: what came, when and how, and the invoices that it settles. */
export function receiptDocument(input: ReceiptDocumentInput): DocumentData {
  const { payment, settled, test, customer, business } = input;
  const { currency, paymentDate, reference } = payment;
  const day = formatDate(paymentDate);
  const unapplied = money(payment.unappliedAmount, currency);
  const refunded = money(payment.refundedAmount, currency);
  const isRefunded = isPositive(refunded);
  const kept = formatMoney(subtractMoney(payment, refunded));
  const how = paidWith(payment);
  const items = [
    ...settled.map(({ invoiceNumber, amount }) => [
      `Invoice ${invoiceNumber}`,
      formatMoney(amount),
    ]),
    ...(isPositive(unapplied) ? [['Credit on your account', formatMoney(unapplied)]] : []),
  ];
  return {
    ...letterhead({ customer, customerLabel: 'Received from', business }),
    title: 'Receipt',
    // The day stands in place of a number.
    number: day,
    hero: { label: 'Amount received', value: kept, note: `On ${day}` },
    meta: [
      ['Paid on', day],
      ...(how ? [['Paid with', how] satisfies LabelledValue] : []),
      ...(reference ? [['Reference', reference] satisfies LabelledValue] : []),
    ],
    columns: ['Payment for', 'Amount'],
    items,
    details: items.map(() => ''),
    totals: isRefunded
      ? [
          ['Received', formatMoney(payment)],
          ['Refunded', formatMoney(negateMoney(refunded))],
        ]
      : [],
    grand: ['Amount received', kept],
    remarks: test ? [{ label: 'Note', text: 'Test payment. No real money moved.' }] : [],
  };
}
