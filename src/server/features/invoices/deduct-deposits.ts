/** Final invoices and the deposit invoices that they deduct. */
import { isDeepStrictEqual } from 'node:util';
import type { CorrectedInvoice } from '../../../shared/credit-notes/creditable.ts';
import { openInvoice } from '../../../shared/credit-notes/creditable.ts';
import { isOverdrawn, mergeBySet, takeOff } from '../../../shared/credit-notes/tax-sets.ts';
import type { WholeFigures } from '../../../shared/documents/deductions.ts';
import { deductFrom } from '../../../shared/documents/deductions.ts';
import { namedInvoice } from '../../../shared/documents/document-number.ts';
import { AppError, invalidField, notFound } from '../../../shared/errors/app-error.ts';
import type { DeductibleDeposit } from '../../../shared/invoices/invoice.contract.ts';
import { currencyDecimals } from '../../../shared/money/currencies.ts';
import { compareMoney, money, sumMoneyIn } from '../../../shared/money/money.ts';
import type { Queryable, Transaction } from '../../db/database.ts';
import type { Services } from '../../platform/http/services.ts';
import type { EstimateOfDeposit, OpenDeposit } from './deposit-invoice.store.ts';
import {
  findDepositsByInvoice,
  findDepositsOfCustomer,
  lockDeposits,
  setDeductedBy,
} from './deposit-invoice.store.ts';
import type { StoredInvoice } from './invoice.store.ts';
import { findDeductedParts, findInvoiceNumbers } from './invoice.store.ts';

/** A final invoice before it deducts anything, with its lines. */
type Whole = Omit<CorrectedInvoice, 'rounding'> & WholeFigures & { customerId: number };

/** What a final invoice says of its deductions, and what is left of its figures. */
export type AfterDeductions = WholeFigures &
  Pick<StoredInvoice, 'deductions' | 'whole' | 'deductedParts'>;

const pickFigures = ({ subtotal, taxTotals, taxAmount, rounding, total }: WholeFigures) => ({
  subtotal,
  taxTotals,
  taxAmount,
  rounding,
  total,
});

/** An invoice as it was before deposits were deducted. */
export const beforeDeductions = <T extends WholeFigures & { whole: WholeFigures | null }>(
  invoice: T,
): T => (invoice.whole ? { ...invoice, ...invoice.whole } : invoice);

/**
 * Deducts deposit invoices of a whole.
 * @param ids locked
 * @param finalId the invoice that deducts them, where it exists already
 * @throws AppError NOT_FOUND (missing, deleted, foreign, or no deposit invoice), VALIDATION (of another
 *   customer or currency, named twice, more than the whole), CONFLICT (a draft, credited wholly, deducted
 *   by another invoice)
 */
export async function deductDeposits(
  tx: Transaction,
  businessId: string,
  whole: Whole,
  ids: readonly number[],
  finalId?: number,
): Promise<AfterDeductions> {
  if (ids.length === 0) {
    return { ...pickFigures(whole), deductions: [], whole: null, deductedParts: null };
  }
  const found = new Map(
    (await findDepositsByInvoice(tx, businessId, ids)).map((each) => [each.invoiceId, each]),
  );
  const deposits = ids.map((id, index) => {
    const path = `deductsInvoiceIds.${index}`;
    const deposit = found.get(id);
    if (!deposit || deposit.isDeleted) throw notFound('Deposit invoice', path);
    if (ids.indexOf(id) !== index) {
      throw invalidField(path, `Deposit invoice ${deposit.invoiceNumber} is named twice`);
    }
    refuseDeduction(deposit, whole, path, finalId);
    return deposit;
  });
  refuseMoreThanWhole(whole, deposits);
  const deductions = deposits.map(({ deduction }) => deduction);
  return {
    ...deductFrom(whole, deductions, whole.currency),
    deductions,
    whole: pickFigures(whole),
    deductedParts: deposits.flatMap(({ left }) => [...left.parts]),
  };
}

function refuseDeduction(
  { invoiceNumber, status, isCredited, deductedBy, customerId, currency }: OpenDeposit,
  whole: Whole,
  path: string,
  finalId: number | undefined,
): void {
  const conflict = (message: string) =>
    new AppError('CONFLICT', message, { fields: [{ path, message }] });
  const named = `Deposit ${namedInvoice(invoiceNumber)}`;
  if (status === 'draft') throw conflict(`${named} is a draft: issue it before it is deducted`);
  if (customerId !== whole.customerId) {
    throw invalidField(path, `${named} is another customer’s: it cannot be deducted here`);
  }
  if (currency !== whole.currency) {
    throw invalidField(
      path,
      `${named} is in ${currency}: it cannot be deducted in ${whole.currency}`,
    );
  }
  if (deductedBy && deductedBy.id !== finalId && !deductedBy.isCredited) {
    throw conflict(`${named} is already deducted by ${nameFinal(deductedBy)}`);
  }
  if (isCredited) throw conflict(`${named} is fully credited: nothing is left to deduct`);
}

const nameFinal = ({ invoiceNumber }: { invoiceNumber: string }): string =>
  invoiceNumber ? `invoice ${invoiceNumber}` : 'a draft invoice';

/** In no tax set can more be deducted than stands in it. */
function refuseMoreThanWhole(whole: Whole, deposits: readonly OpenDeposit[]): void {
  const decimals = currencyDecimals(whole.currency);
  const opened = openInvoice(whole, []);
  const sets = mergeBySet(opened);
  deposits.forEach(({ invoiceNumber, left }, index) => {
    const unknown = takeOff(sets, opened.rows, left.parts, decimals);
    if (unknown.length === 0 && !isOverdrawn(sets)) return;
    throw invalidField(
      `deductsInvoiceIds.${index}`,
      `Deposit invoice ${invoiceNumber} comes to more than this invoice has with the same taxes: it cannot be deducted`,
    );
  });
  const { currency, total } = whole;
  const taken = deposits.map(({ deduction }) => money(deduction.total, currency));
  if (compareMoney(money(total, currency), sumMoneyIn(currency, taken)) < 0) {
    throw invalidField('deductsInvoiceIds', 'The deposits come to more than this invoice');
  }
}

/**
 * Takes the deposits of a deleted invoice back with it.
 * @param isPaid money has come for it, which cannot be refused: what another deducts stays with that one
 * @throws AppError CONFLICT where one of them was deleted, credited or deducted by another since
 */
export async function reclaimDeposits(
  tx: Transaction,
  stored: StoredInvoice,
  { isPaid }: { isPaid: boolean },
): Promise<void> {
  const { businessId, id, deductions } = stored;
  if (deductions.length === 0) return;
  const ids = deductions.map(({ invoiceId }) => invoiceId);
  await lockDeposits(tx, businessId, ids);
  const found = await findDepositsByInvoice(tx, businessId, ids);
  const free: number[] = [];
  for (const said of deductions) {
    const deposit = found.find(({ invoiceId }) => invoiceId === said.invoiceId);
    const isAsBefore =
      deposit &&
      !deposit.isDeleted &&
      deposit.status !== 'draft' &&
      (!deposit.deductedBy || deposit.deductedBy.isCredited) &&
      isDeepStrictEqual(deposit.deduction, said);
    if (isAsBefore) free.push(said.invoiceId);
    else if (!isPaid) {
      throw new AppError(
        'CONFLICT',
        `Deposit invoice ${said.invoiceNumber} was changed or deducted elsewhere since this invoice was deleted: it cannot be restored. Make a new one.`,
      );
    }
  }
  await setDeductedBy(tx, businessId, id, free);
}

/**
 * A deposit that was deleted comes back only while all is as it was then: beside an invoice of the whole,
 * or another deposit of the same share, the same would be asked for twice.
 * @throws AppError CONFLICT naming what was made of the estimate since
 */
export async function refuseOutdatedDeposit(
  tx: Transaction,
  businessId: string,
  { finalId, laterId }: EstimateOfDeposit,
): Promise<void> {
  const since = finalId ?? laterId;
  if (since === null) return;
  const invoiceNumber = (await findInvoiceNumbers(tx, businessId, [since])).get(since) ?? '';
  const message =
    finalId === null
      ? `Another deposit, ${namedInvoice(invoiceNumber)}, was asked for since this one was deleted: it cannot be restored. Ask for a deposit again.`
      : `The estimate became ${namedInvoice(invoiceNumber)}, which does not deduct this deposit: it cannot be restored.`;
  throw new AppError('CONFLICT', message, { invoiceId: since, invoiceNumber });
}

/**
 * A deposit invoice that a final invoice deducts stays as that one says it.
 * @param stored locked
 * @param cannot 'be deleted'
 * @throws AppError CONFLICT naming the final invoice
 */
export async function refuseDeducted(
  tx: Transaction,
  { businessId, id, invoiceType }: Pick<StoredInvoice, 'businessId' | 'id' | 'invoiceType'>,
  cannot: string,
): Promise<void> {
  if (invoiceType !== 'deposit') return;
  await lockDeposits(tx, businessId, [id]);
  const [deposit] = await findDepositsByInvoice(tx, businessId, [id]);
  const final = deposit?.deductedBy;
  if (!final) return;
  // What the final invoice asks for is credited first; then its deposits can be.
  if (cannot === 'be credited' && !final.isDraft && (final.isCredited || final.isEmpty)) return;
  const instead = final.isDraft
    ? 'Take it off there first.'
    : cannot === 'be credited'
      ? 'Credit that one first.'
      : 'Correct that one instead.';
  throw new AppError(
    'CONFLICT',
    `This deposit invoice is deducted by ${nameFinal(final)} and cannot ${cannot}. ${instead}`,
    { invoiceId: final.id, invoiceNumber: final.invoiceNumber },
  );
}

/** Whether a final invoice deducts it: it is no draft again, whatever becomes of its payments. */
export async function isDeducted(
  db: Queryable,
  { businessId, id, invoiceType }: Pick<StoredInvoice, 'businessId' | 'id' | 'invoiceType'>,
): Promise<boolean> {
  if (invoiceType !== 'deposit') return false;
  const [deposit] = await findDepositsByInvoice(db, businessId, [id]);
  return deposit?.deductedBy != null;
}

/** What of an invoice decides about its credits, besides what it says. */
export async function findCreditTerms(
  db: Queryable,
  businessId: string,
  {
    id,
    invoiceType,
    deductions,
    whole,
  }: Pick<StoredInvoice, 'id' | 'invoiceType' | 'deductions' | 'whole'>,
): Promise<Partial<CorrectedInvoice>> {
  if (invoiceType === 'deposit') {
    const [deposit] = await findDepositsByInvoice(db, businessId, [id]);
    return deposit ? { parts: deposit.parts } : {};
  }
  if (!whole) return {};
  return {
    taxAmount: whole.taxAmount,
    deducted: await findDeductedParts(db, businessId, id),
    deductedNumbers: deductions.map(({ invoiceNumber }) => invoiceNumber),
  };
}

/** Deposit invoices that an invoice of a customer in a currency can deduct. */
export async function listDeductible(
  { db }: Pick<Services, 'db'>,
  businessId: string,
  { customerId, currency, id }: { customerId: number; currency: string; id?: number | undefined },
): Promise<DeductibleDeposit[]> {
  const deposits = await findDepositsOfCustomer(db.orm, businessId, { customerId, currency });
  return deposits
    .filter(({ isCredited }) => !isCredited)
    .filter(({ deductedBy }) => !deductedBy || deductedBy.id === id || deductedBy.isCredited)
    .map(({ deduction, estimateId }) => ({ ...deduction, estimateId }));
}
