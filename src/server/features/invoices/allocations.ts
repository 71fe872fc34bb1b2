/** What settles several invoices of a customer: payments by hand, and credit notes. */
import { invalidField, notFound } from '../../../shared/errors/app-error.ts';
import { findAmountFault } from '../../../shared/money/check-amount.ts';
import { isZero } from '../../../shared/money/decimal.ts';
import type { Money } from '../../../shared/money/money.ts';
import {
  addMoney,
  compareMoney,
  formatMoney,
  isPositive,
  money,
  noMoney,
  readMoney,
  sumMoneyIn,
} from '../../../shared/money/money.ts';
import type { AllocationInput } from '../../../shared/payments/account-payment.contract.ts';
import type { Transaction } from '../../db/database.ts';
import { holdTogether } from '../customers/index.ts';
import type { StoredInvoice } from './invoice.store.ts';

/** Which part of what is divided is to settle an invoice. */
export interface Allocation {
  invoice: StoredInvoice;
  amount: Money;
}

/** What is divided among invoices. */
export interface Divisible {
  /** Whose invoices it can settle. @see holdPayers */
  payers: ReadonlySet<number>;
  currency: string;
  /** How a refusal calls it: 'payment'. */
  name: string;
  /** The invoice that it settles by itself, with what a refusal says of that. */
  own?: { invoiceId: number | null; refusal: (invoiceNumber: string) => string };
  /** Whether an amount of 0 takes back what it settles of an invoice. */
  withdraws?: boolean;
}

/** The customers whose invoices one's money or credit can settle: those that are one with it. */
export const holdPayers = (
  tx: Transaction,
  businessId: string,
  customerId: number,
  locked: ReadonlyMap<number, StoredInvoice>,
  invoiceIds: readonly number[],
): Promise<ReadonlySet<number>> =>
  holdTogether(
    tx,
    businessId,
    customerId,
    invoiceIds.flatMap((id) => locked.get(id)?.customerId ?? []),
  );

/** @throws AppError VALIDATION naming the field */
export function readPositiveAmount(text: string, currency: string, path: string): Money {
  const fault = findAmountFault(text, currency, 'Amount');
  if (fault) throw invalidField(path, fault);
  const amount = readMoney(text, currency);
  if (!amount || !isPositive(amount)) throw invalidField(path, 'Amount must be positive');
  return amount;
}

/** What an invoice takes: what is due, and what was given up before it came after all. */
export const openAmount = ({ currency, amountDue, amountWrittenOff }: StoredInvoice): Money =>
  addMoney(money(amountDue, currency), money(amountWrittenOff, currency));

/** @throws AppError NOT_FOUND, VALIDATION naming the field */
export function readAllocations(
  wanted: readonly AllocationInput[],
  locked: ReadonlyMap<number, StoredInvoice>,
  { payers, currency, name, own, withdraws = false }: Divisible,
  open: (invoice: StoredInvoice) => Money,
): Allocation[] {
  return wanted.map(({ invoiceId, amount: text }, index) => {
    const path = `allocations.${index}`;
    const refuse = (message: string) => invalidField(`${path}.invoiceId`, message);
    const invoice = locked.get(invoiceId);
    if (!invoice || invoice.deletedAt) throw notFound('Invoice', `${path}.invoiceId`);
    // A draft may have none yet.
    const number = invoice.invoiceNumber || 'This draft';
    if (!payers.has(invoice.customerId)) throw refuse(`${number} belongs to another customer`);
    if (invoice.currency !== currency) {
      throw refuse(`${number} is in ${invoice.currency}, but the ${name} is in ${currency}`);
    }
    if (own?.invoiceId === invoiceId) throw refuse(own.refusal(number));
    if (withdraws && isZero(text)) return { invoice, amount: noMoney(currency) };
    if (invoice.status === 'draft') {
      const what = invoice.invoiceNumber ? 'is a draft' : 'has no number yet';
      throw refuse(`${number} ${what}. Send it first`);
    }
    const amount = readPositiveAmount(text, currency, `${path}.amount`);
    const most = open(invoice);
    if (!isPositive(most)) throw refuse(`${number} has nothing due`);
    if (compareMoney(amount, most) > 0) {
      const message = `Amount must be at most ${formatMoney(most)}, which is due on ${number}`;
      throw invalidField(`${path}.amount`, message);
    }
    return { invoice, amount };
  });
}

/** @throws AppError VALIDATION where the invoices take more than there is */
export function refuseOverallocation(allocations: readonly Allocation[], amount: Money): void {
  const taken = sumMoneyIn(
    amount.currency,
    allocations.map((one) => one.amount),
  );
  if (compareMoney(taken, amount) <= 0) return;
  const message = `The invoices take ${formatMoney(taken)}, but only ${formatMoney(amount)} is available`;
  throw invalidField('allocations', message);
}
