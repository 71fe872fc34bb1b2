import type { Invoice } from '../../shared/invoices/invoice.contract.ts';
import { compareMoney, formatMoney, isPositive, money } from '../../shared/money/money.ts';

type Owed = Pick<
  Invoice,
  'status' | 'standing' | 'currency' | 'total' | 'amountDue' | 'amountOverdue' | 'amountWrittenOff'
>;

const isOpen = ({ status }: Pick<Owed, 'status'>) => status === 'sent' || status === 'overdue';

/** Whether a part of an open invoice has been paid: a note beside its status, which stays as it is. */
export function isPartlyPaid(
  invoice: Pick<Invoice, 'status' | 'currency' | 'amountPaid' | 'amountDue'>,
): boolean {
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

interface Part {
  amount: string;
  words: 'overdue' | 'due' | 'written off';
  whole: string;
  /** What the whole is, where it is not the total. */
  wholeWords: 'due' | undefined;
  /** The words are those of the invoice's badge, and can be left out beside it. */
  isSaid: boolean;
}

/**
 * What matters of an invoice, where that is not its total: what of an open one is late or due ('$40.00
 * overdue', 'of $100.00 due'), and what was given up of a settled one.
 */
export function formatPart(invoice: Owed): Part | undefined {
  const { currency } = invoice;
  const say = (part: string, whole: string, words: Part['words'], wholeWords?: 'due') => {
    const [amount, all] = [money(part, currency), money(whole, currency)];
    return isPositive(amount) && compareMoney(amount, all) < 0
      ? {
          amount: formatMoney(amount),
          words,
          whole: `of ${formatMoney(all)}`,
          wholeWords,
          isSaid: words !== 'due',
        }
      : undefined;
  };
  const { total, amountDue, amountOverdue, amountWrittenOff } = invoice;
  if (invoice.standing === 'written_off') return say(amountWrittenOff, total, 'written off');
  if (!isOpen(invoice)) return undefined;
  return say(amountOverdue, amountDue, 'overdue', 'due') ?? say(amountDue, total, 'due');
}
