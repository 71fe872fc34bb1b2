import type { Statement } from '../../../shared/customers/customer-account.contract.ts';
import { LEDGER_ENTRY_LABELS } from '../../../shared/payments/ledger-entry.ts';
import { BYTE_ORDER_MARK, csvLine, dateCell, textCell } from '../../platform/http/csv.ts';

const HEADS = ['Date', 'Type', 'Number', 'Reference', 'Debit', 'Credit', 'Balance', 'Currency'];

/** A statement for a spreadsheet: of each currency the opening balance, the entries and what they come to. */
export function statementCsv({ from, to, accounts }: Statement): string {
  const lines = accounts.flatMap(({ currency, openingBalance, closingBalance, entries }) => [
    [dateCell(from), 'Opening balance', '', '', '', '', openingBalance, currency],
    ...entries.map(({ date, type, number, reference, debit, credit, balance }) => [
      dateCell(date),
      LEDGER_ENTRY_LABELS[type],
      textCell(number),
      textCell(reference),
      debit ?? '',
      credit ?? '',
      balance,
      currency,
    ]),
    [dateCell(to), 'Closing balance', '', '', '', '', closingBalance, currency],
  ]);
  return BYTE_ORDER_MARK + [HEADS, ...lines].map(csvLine).join('');
}
