import type { LineItemInput } from '../../../shared/documents/document-content.ts';
import { invalidField, notFound } from '../../../shared/errors/app-error.ts';
import { documentTotals, tooLarge } from '../../../shared/invoices/invoice-totals.ts';
import type { Decimal } from '../../../shared/money/hundredths.ts';
import type { Queryable } from '../../db/database.ts';
import { countOwnItems } from '../items/index.ts';
import type { LineValues } from './line-items.store.ts';

export interface ComputedDocument {
  lines: LineValues[];
  amounts: { subtotal: Decimal; taxAmount: Decimal; taxRate: Decimal; total: Decimal };
}

/**
 * The server's arithmetic over what was sent (decision 9).
 * @throws AppError VALIDATION naming the field that does not fit numeric(10,2)
 */
export function computeDocument(
  lineItems: LineItemInput[],
  taxRate: Decimal,
  flatTax: Decimal,
): ComputedDocument {
  const totals = documentTotals(lineItems, taxRate, flatTax);
  const problem = tooLarge(totals);
  if (problem) throw invalidField(problem.path, problem.message);
  const { lineTotals, subtotal, taxAmount, total } = totals;
  return {
    lines: lineItems.map((line, index) => ({
      itemId: line.itemId ?? null,
      description: line.description,
      quantity: line.quantity,
      unitPrice: line.unitPrice,
      total: lineTotals[index] ?? '0.00',
    })),
    amounts: { subtotal, taxAmount, taxRate, total },
  };
}

/** @throws AppError NOT_FOUND when a line names an item that is not the owner's (decision 5). */
export async function checkItems(
  db: Queryable,
  businessId: string,
  lines: LineValues[],
): Promise<void> {
  const ids = [...new Set(lines.flatMap((line) => line.itemId ?? []))];
  if (ids.length > 0 && (await countOwnItems(db, businessId, ids)) < ids.length) {
    throw notFound('Item');
  }
}
