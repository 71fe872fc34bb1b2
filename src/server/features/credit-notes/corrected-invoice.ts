import type {
  CreditSelection,
  InvoiceCredit,
} from '../../../shared/credit-notes/credit-invoice.ts';
import { creditInvoice } from '../../../shared/credit-notes/credit-invoice.ts';
import type { Creditable } from '../../../shared/credit-notes/credit-note.contract.ts';
import { listCreditable } from '../../../shared/credit-notes/creditable.ts';
import { AppError, notFound } from '../../../shared/errors/app-error.ts';
import type { InvoiceDetail } from '../../../shared/invoices/invoice.contract.ts';
import { requireAmount } from '../../../shared/money/check-amount.ts';
import type { Decimal } from '../../../shared/money/decimal.ts';
import { money, subtractMoney, sumMoneyIn } from '../../../shared/money/money.ts';
import type { Transaction } from '../../db/database.ts';
import type { Services } from '../../platform/http/services.ts';
import type { Account } from '../invoices/index.ts';
import { findCreditTerms, lockAccount, readInvoice, refuseDeducted } from '../invoices/index.ts';
import { listCreditsOfInvoice } from './credit-note.store.ts';

/** The invoice that a credit note corrects, with what settles it. */
export interface Corrected {
  invoice: InvoiceDetail;
  account: Account;
}

/**
 * The invoice that a credit note corrects, locked with what settles it: what is left of it stays left until
 * the end.
 * @param draftId the credit note, where there is one already: it is locked, too
 * @throws AppError NOT_FOUND (missing, deleted or foreign), CONFLICT for a draft, and for a deposit
 *   invoice that a final invoice deducts
 */
export async function lockCorrectedInvoice(
  tx: Transaction,
  businessId: string,
  invoiceId: number,
  now: Date,
  draftId?: number,
): Promise<Corrected> {
  const draftIds = draftId === undefined ? [] : [draftId];
  const account = await lockAccount(tx, businessId, { invoiceIds: [invoiceId], draftIds });
  const stored = account.invoices.get(invoiceId);
  if (!stored || stored.deletedAt) throw notFound('Invoice', 'correctsInvoiceId');
  const invoice = await readInvoice(tx, businessId, invoiceId, now);
  refuseDraft(invoice);
  await refuseDeducted(tx, stored, 'be credited');
  return { invoice, account };
}

function refuseDraft({ status, invoiceNumber }: InvoiceDetail): void {
  if (status !== 'draft') return;
  const named = invoiceNumber ? `Invoice ${invoiceNumber}` : 'This invoice';
  const message = `${named} is a draft: change it instead of crediting it`;
  throw new AppError('CONFLICT', message, {
    fields: [{ path: 'correctsInvoiceId', message }],
  });
}

/**
 * What a credit note says of a locked invoice, after those that are issued.
 * @param roundedTo see creditInvoice
 * @throws AppError VALIDATION naming the line of which more would be credited than is left, CONFLICT
 *   where nothing is
 */
export async function creditLockedInvoice(
  tx: Transaction,
  businessId: string,
  invoice: InvoiceDetail,
  selection: CreditSelection,
  roundedTo: Decimal | null,
): Promise<InvoiceCredit> {
  const { amount } = selection;
  const checked =
    amount === undefined
      ? selection
      : { amount: requireAmount(amount, invoice.currency, 'credit.amount', 'Amount').amount };
  const earlier = await listCreditsOfInvoice(tx, businessId, invoice.id);
  const terms = await findCreditTerms(tx, businessId, invoice);
  return creditInvoice({ ...invoice, ...terms }, earlier, checked, roundedTo);
}

/** What is left to credit of an invoice. @throws AppError NOT_FOUND, CONFLICT for a draft */
export async function readCreditable(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  businessId: string,
  invoiceId: number,
): Promise<Creditable> {
  const invoice = await readInvoice(db.orm, businessId, invoiceId, clock.now());
  refuseDraft(invoice);
  const earlier = await listCreditsOfInvoice(db.orm, businessId, invoiceId);
  const terms = await findCreditTerms(db.orm, businessId, invoice);
  const { invoiceNumber, currency, total } = invoice;
  const credited = sumMoneyIn(
    currency,
    earlier.map((credit) => money(credit.total, currency)),
  );
  return {
    invoiceId,
    invoiceNumber,
    currency,
    total,
    credited: credited.amount,
    left: subtractMoney(money(total, currency), credited).amount,
    lines: listCreditable({ ...invoice, ...terms }, earlier),
  };
}
