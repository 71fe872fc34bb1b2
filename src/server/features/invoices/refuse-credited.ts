import { sql } from 'drizzle-orm';
import { AppError } from '../../../shared/errors/app-error.ts';
import type { Transaction } from '../../db/database.ts';
import type { StoredInvoice } from './invoice.store.ts';

/** What a credit note relies on: with another, what is left of it would be wrong. */
const CREDITED = [
  'customerId',
  'currency',
  'exchangeRate',
  'subtotal',
  'taxTotals',
  'taxAmount',
  'total',
  'roundingIncrement',
] as const;

type Credited = Pick<StoredInvoice, (typeof CREDITED)[number]>;

/** Whether an edit changes what a credit note of the invoice relies on. */
export const changesCredited = (
  stored: Credited,
  values: { [Name in keyof Credited]?: Credited[Name] | undefined },
): boolean =>
  CREDITED.some(
    (name) =>
      values[name] !== undefined && JSON.stringify(values[name]) !== JSON.stringify(stored[name]),
  );

/**
 * Of an invoice that was credited neither figures nor existence change.
 * @param stored locked
 * @param cannot 'be deleted'
 * @throws AppError CONFLICT naming the first issued credit note
 */
export async function refuseCredited(
  tx: Transaction,
  { businessId, id }: Pick<StoredInvoice, 'businessId' | 'id'>,
  cannot: string,
): Promise<void> {
  const { rows } = await tx.execute<{ number: string }>(sql`
    select credit_note_number as number from credit_notes
    where business_id = ${businessId} and corrects_invoice_id = ${id} and status <> 'draft'
    order by id limit 1`);
  const number = rows[0]?.number;
  if (number === undefined) return;
  throw new AppError(
    'CONFLICT',
    `This invoice was credited by ${number} and cannot ${cannot}. Credit the rest of it, or make another invoice.`,
  );
}
