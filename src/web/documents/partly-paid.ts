import type { Invoice } from '../../shared/invoices/invoice.contract.ts';
import { formatMoney, isPositive, money } from '../../shared/money/money.ts';

type Owed = Pick<
  Invoice,
  'status' | 'currency' | 'total' | 'amountPaid' | 'amountWrittenOff' | 'amountDue'
>;

const isOpen = ({ status }: Pick<Owed, 'status'>) => status === 'sent' || status === 'overdue';

/** Whether a part of an open invoice has been paid: a note beside its status, which stays as it is. */
export function isPartlyPaid(invoice: Omit<Owed, 'total' | 'amountWrittenOff'>): boolean {
  const { currency, amountPaid, amountDue } = invoice;
  return (
    isOpen(invoice) &&
    isPositive(money(amountPaid, currency)) &&
    isPositive(money(amountDue, currency))
  );
}

/** What is due of an invoice that is out: '$40.00 due'. */
export function formatDue(invoice: Pick<Owed, 'status' | 'currency' | 'amountDue'>) {
  const due = money(invoice.amountDue, invoice.currency);
  return isOpen(invoice) && isPositive(due) ? `${formatMoney(due)} due` : undefined;
}

/** What is due of an open invoice, where that is not its total: '$40.00 due', 'of $100.00'. */
export function formatPartDue(
  invoice: Pick<Owed, 'status' | 'currency' | 'total' | 'amountDue'>,
): { due: string; total: string } | undefined {
  const { currency, total, amountDue } = invoice;
  if (!isOpen(invoice) || amountDue === total) return undefined;
  return {
    due: `${formatMoney(money(amountDue, currency))} due`,
    total: `of ${formatMoney(money(total, currency))}`,
  };
}
