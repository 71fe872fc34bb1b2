import { invalidField } from '../../../shared/errors/app-error.ts';
import type { InvoiceUpdateInput } from '../../../shared/invoices/invoice.contract.ts';
import type { Transaction } from '../../db/database.ts';
import type { ComputedDocument } from '../documents/index.ts';
import { readLineItems, saysThat } from '../documents/index.ts';
import type { StoredInvoice } from './invoice.store.ts';

/** What of a deposit invoice follows from its estimate. */
const FOLLOWS = {
  customerId: 'The customer of a deposit invoice follows',
  lineItems: 'The lines of a deposit invoice follow',
  currency: 'The currency of a deposit invoice follows',
  roundingIncrement: 'The rounding of a deposit invoice follows',
  pricesIncludeTax: 'Whether the prices of a deposit invoice include tax follows',
  discounts: 'The discounts of a deposit invoice follow',
  charges: 'The charges of a deposit invoice follow',
  taxRate: 'The tax rate of a deposit invoice follows',
  taxAmount: 'The tax amount of a deposit invoice follows',
} as const;

/**
 * Lines and figures of a deposit invoice, which no edit changes: shares of its estimate, they are not what
 * their own arithmetic would come to. Sent back as they were answered they change nothing.
 * @throws AppError VALIDATION naming the field that would be another
 */
export async function readFollowing(
  tx: Transaction,
  stored: StoredInvoice,
  input: InvoiceUpdateInput,
): Promise<ComputedDocument> {
  const document = { of: 'invoice', businessId: stored.businessId, id: stored.id } as const;
  const lineItems = await readLineItems(tx, document);
  const answered: Record<string, unknown> = { ...stored, lineItems };
  for (const name of Object.keys(FOLLOWS) as (keyof typeof FOLLOWS)[]) {
    if (input[name] !== undefined && !saysThat(answered[name], input[name])) {
      const message = `${FOLLOWS[name]} its estimate: delete it and ask for another deposit`;
      throw invalidField(name, message);
    }
  }
  if (input.deductsInvoiceIds?.length) {
    throw invalidField('deductsInvoiceIds', 'A deposit invoice deducts no other');
  }
  return { lines: lineItems.map(({ id: _id, ...line }) => line), values: pickComputed(stored) };
}

/** Figures, and what they follow from. */
export const pickComputed = ({
  lineTotal,
  discountTotal,
  chargeTotal,
  subtotal,
  taxTotals,
  taxAmount,
  rounding,
  total,
  currency,
  pricesIncludeTax,
  discounts,
  charges,
  taxRate,
  roundingIncrement,
}: ComputedDocument['values']): ComputedDocument['values'] => ({
  lineTotal,
  discountTotal,
  chargeTotal,
  subtotal,
  taxTotals,
  taxAmount,
  rounding,
  total,
  currency,
  pricesIncludeTax,
  discounts,
  charges,
  taxRate,
  roundingIncrement,
});
