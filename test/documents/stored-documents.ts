/** Documents by chance as they are stored, for property tests of what is taken of them in parts. */
import * as fc from 'fast-check';
import type { CorrectedInvoice } from '../../src/shared/credit-notes/creditable.ts';
import type { LineItem } from '../../src/shared/documents/line-content.ts';
import type { DocumentTotals, PricedDocument } from '../../src/shared/documents/totals.ts';
import { computeTotals } from '../../src/shared/documents/totals.ts';
import { isZero } from '../../src/shared/money/decimal.ts';
import type { Tax } from '../../src/shared/taxes/tax.ts';
import { plainDocument, taxedDocument, tinyDocument } from './random-documents.ts';

const stored = (taxes: readonly Tax[] | undefined) =>
  (taxes ?? []).map(({ name, rate, category, compound }) => ({
    name,
    rate,
    category: category ?? null,
    compound: compound ?? false,
    exemptionReason: null,
    registrationNumber: null,
  }));

/** A document by chance as it is stored. */
export function asStored(document: PricedDocument): {
  invoice: CorrectedInvoice & { roundingIncrement: string | null };
  totals: DocumentTotals;
} {
  const totals = computeTotals(document);
  const { currency, pricesIncludeTax = false, discounts = [], charges = [] } = document;
  const invoice = {
    invoiceNumber: 'INV-1',
    currency,
    pricesIncludeTax,
    taxRate: document.taxRate ?? '0.00',
    taxAmount: totals.taxAmount,
    roundingIncrement: document.roundingIncrement ?? null,
    rounding: totals.rounding,
    discounts: discounts.map(({ percent }, index) => ({
      reason: null,
      percent: percent ?? null,
      amount: totals.discounts[index] ?? '0',
    })),
    charges: charges.map(({ percent, taxes }, index) => ({
      reason: null,
      percent: percent ?? null,
      amount: totals.charges[index] ?? '0',
      taxes: taxes ? stored(taxes) : null,
    })),
    lineItems: document.lines.map((line, index): LineItem => {
      const { quantity, unitPrice, discountPercent, discountAmount, taxes } = line;
      const amounts = totals.lines[index];
      if (!amounts) throw new Error('a line without amounts');
      return {
        id: index + 1,
        itemId: null,
        description: `Work ${index + 1}`,
        quantity: isZero(quantity) ? '1.00' : quantity,
        unit: null,
        unitPrice: isZero(quantity) ? '0.00' : unitPrice,
        discountPercent: isZero(quantity) ? null : (discountPercent ?? null),
        discountAmount: isZero(quantity) ? null : (discountAmount ?? null),
        itemCode: null,
        servicePeriod: null,
        taxes: stored(taxes),
        ...amounts,
      };
    }),
  };
  return { invoice, totals };
}

/** A stored document of any currency, with any taxes, discounts and charges. */
export const aStoredDocument = fc
  .oneof(
    { weight: 4, arbitrary: taxedDocument },
    { weight: 2, arbitrary: plainDocument },
    { weight: 1, arbitrary: tinyDocument },
  )
  .map(asStored);
