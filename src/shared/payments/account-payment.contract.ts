import { oc } from '@orpc/contract';
import * as z from 'zod';
import { getCall, keyedCall, postCall } from '../contract/calls.ts';
import {
  currencyField,
  dateField,
  dateText,
  decimalText,
  instantText,
  moneyField,
  nullableText,
  optionalText,
  recordId,
  recordNumber,
} from '../contract/fields.ts';
import { recordVerb } from '../contract/record-calls.ts';
import { PAYMENT_METHODS, PAYMENT_STATUSES } from '../invoices/invoice-status.ts';
import { customerFilter, listAnswer, listQuery } from '../lists/list-query.ts';

/** A bank transfer that covers more invoices than this is recorded as several. */
export const MOST_ALLOCATIONS = 100;

/** What of a payment or a credit note settles an invoice. */
export const allocationSchema = z.object({
  invoiceId: z.number(),
  invoiceNumber: z.string(),
  amount: decimalText,
});

/** What everybody who sees a payment learns of it. Its amounts are all in its own currency. */
export const paymentFacts = {
  id: z.number(),
  /** The invoice that was being paid; null for a payment that its owner divides among invoices. */
  invoiceId: z.number().nullable(),
  amount: decimalText,
  currency: z.string(),
  paymentDate: dateText,
  paymentMethod: z.enum(PAYMENT_METHODS).nullable(),
  status: z.enum(PAYMENT_STATUSES),
  /** Who moved the money; null for a payment recorded by hand. */
  provider: z.enum(['stripe', 'paypal']).nullable(),
  /** 'Visa ending 4242'; null for a payment recorded by hand. */
  methodDetail: nullableText,
  /** What has been given back. */
  refundedAmount: decimalText,
  /** What of it settles invoices (on an invoice's page, this invoice), and what settles none. */
  allocatedAmount: decimalText,
  unappliedAmount: decimalText,
  dispute: z.enum(['none', 'open', 'won', 'lost']),
  /** Why a payment by hand no longer counts. */
  reversal: z.enum(['undone', 'status', 'deletion']).nullable(),
  reference: nullableText,
  notes: nullableText,
  createdAt: instantText,
};

/** A payment as its customer's account shows it. */
export const accountPaymentSchema = z.object({
  ...paymentFacts,
  customerId: z.number(),
  customer: z.object({ id: z.number(), name: z.string(), company: nullableText }),
  allocations: z.array(allocationSchema),
  /**
   * Of one that does not count (given back whole, undone, in review, under way, failed): the invoices
   * that it was for. None of one that counts: `allocations` says what that settles.
   */
  wasFor: z.array(allocationSchema.omit({ amount: true })),
});
export type AccountPayment = z.output<typeof accountPaymentSchema>;

const allocationInput = z.object({
  invoiceId: recordNumber('Invoice must be the number of an invoice'),
  amount: moneyField('Amount'),
});

/** No invoice twice: which of the two would count? */
export const allocationsField = (what: string) =>
  z
    .array(allocationInput)
    .max(MOST_ALLOCATIONS, `${what} can be divided among ${MOST_ALLOCATIONS} invoices at most`)
    .superRefine((allocations, context) => {
      const seen = new Set<number>();
      for (const [index, { invoiceId }] of allocations.entries()) {
        if (seen.has(invoiceId)) {
          const message = 'Each invoice can be listed only once';
          context.addIssue({ code: 'custom', path: [index, 'invoiceId'], message });
        }
        seen.add(invoiceId);
      }
    });
const paymentAllocations = allocationsField('A payment');
export type AllocationInput = z.output<typeof paymentAllocations>[number];

/** What is said of money that moved past the providers. */
export const moneyByHand = {
  amount: moneyField('Amount', { required: 'Amount is required' }),
  /** Today unless told. */
  paymentDate: dateField('Payment date').optional(),
  paymentMethod: z
    .enum(PAYMENT_METHODS, {
      error: 'Payment method must be cash, check, card, bank_transfer or other',
    })
    .default('bank_transfer'),
  reference: optionalText('Reference', 200),
  notes: optionalText('Notes', 2_000, 'lines'),
};

export const recordPaymentInput = z.object({
  customerId: recordNumber('Customer is required'),
  /** The customer's, or the business's, unless told. */
  currency: currencyField('Currency').optional(),
  ...moneyByHand,
  /** Which invoices it settles; what is left of it is the customer's credit. */
  allocations: paymentAllocations.default([]),
  /** Whether the customer is sent a receipt. */
  sendReceipt: z.boolean().default(false),
});
export type RecordPaymentInput = z.output<typeof recordPaymentInput>;

export const allocatePaymentInput = z.object({
  id: recordId,
  /**
   * All of them: an invoice that is not named is settled by this payment no longer, and with an empty list
   * none is. The one that the payment was made for cannot be released.
   */
  allocations: paymentAllocations,
});
export type AllocatePaymentInput = z.output<typeof allocatePaymentInput>;

export const paymentListQuery = listQuery.omit({ search: true }).extend({
  customerId: customerFilter,
});
export type PaymentListQuery = z.output<typeof paymentListQuery>;

const TAG = 'Payments';

export const accountPaymentCalls = {
  list: oc
    .route({ method: 'GET', path: '/payments', outputStructure: 'detailed', tags: [TAG] })
    .input(paymentListQuery)
    .output(listAnswer(accountPaymentSchema)),
  get: getCall('/payments/{id}', TAG, z.object({ id: recordId }), accountPaymentSchema),
  record: oc
    .route({ method: 'POST', path: '/payments', successStatus: 201, tags: [TAG] })
    .input(recordPaymentInput)
    .output(accountPaymentSchema),
  /** Undoes a payment that was recorded by hand. */
  reverse: recordVerb('/payments/{id}/reverse', 'Payments', accountPaymentSchema),
  /** Says anew which invoices a payment settles. */
  allocate: postCall('/payments/{id}/allocate', TAG, allocatePaymentInput, accountPaymentSchema),
  /** Sends the customer a receipt, once more where there was one. */
  sendReceipt: keyedCall(
    '/payments/{id}/send-receipt',
    TAG,
    z.object({ id: recordId }),
    accountPaymentSchema,
  ),
};
