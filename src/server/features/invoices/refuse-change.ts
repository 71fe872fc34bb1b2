import { sql } from 'drizzle-orm';
import type { IssuedInvoices } from '../../../shared/documents/number-series/issued-invoices.ts';
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

const INSTEAD = 'Credit this invoice, or correct it.';

/**
 * Whether nothing of what an invoice says can change: while its business lets no issued invoice change,
 * and ever after if it was issued then.
 */
export const isFixed = (
  { status, isFixed: forGood }: Pick<StoredInvoice, 'status' | 'isFixed'>,
  issuedInvoices: IssuedInvoices,
): boolean => forGood || (status !== 'draft' && issuedInvoices === 'fixed');

/**
 * Payments, and the statuses that follow from them, go on.
 * @param change whether anything that the invoice says would be another, and the status that it would have
 * @throws AppError CONFLICT with what to do instead
 */
export function refuseChangeOfFixed(
  stored: StoredInvoice,
  issuedInvoices: IssuedInvoices,
  change: { isEdit: boolean; status: StoredInvoice['status'] },
): void {
  if (!isFixed(stored, issuedInvoices)) return;
  if (change.isEdit) {
    throw new AppError('CONFLICT', `An issued invoice cannot be changed. ${INSTEAD}`);
  }
  if (change.status !== 'draft') return;
  const message = `An issued invoice cannot be set back to draft. ${INSTEAD}`;
  throw new AppError('CONFLICT', message, { fields: [{ path: 'status', message }] });
}

/** @throws AppError CONFLICT with what to do instead */
export function refuseDeletionOfFixed(
  stored: StoredInvoice,
  issuedInvoices: IssuedInvoices | undefined,
): void {
  if (!isFixed(stored, issuedInvoices ?? 'revise')) return;
  throw new AppError('CONFLICT', `An issued invoice cannot be deleted. ${INSTEAD}`);
}
