import type { IssuedInvoices } from '../../../shared/documents/number-series/issued-invoices.ts';
import { AppError } from '../../../shared/errors/app-error.ts';
import type { StoredInvoice } from './invoice.store.ts';

const INSTEAD = 'Credit this invoice, or correct it.';

/**
 * Whether nothing of what an invoice says can change: while its business lets no issued invoice change,
 * and ever after if it was issued then.
 */
const isFixed = (
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
