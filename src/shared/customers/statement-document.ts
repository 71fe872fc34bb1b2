import { formatDate } from '../dates/calendar-date.ts';
import type { DocumentData } from '../documents/document-data.ts';
import type { BusinessForDocument, CustomerForDocument } from '../documents/document-sheet.ts';
import { letterhead } from '../documents/document-sheet.ts';
import { formatPeriod } from '../documents/sheet-figures.ts';
import { DEFAULT_CURRENCY } from '../money/currencies.ts';
import { formatMoney, formatSums, money } from '../money/money.ts';
import { LEDGER_ENTRY_LABELS } from '../payments/ledger-entry.ts';
import type { Statement, StatementAccount, StatementEntry } from './customer-account.contract.ts';

/** 'Invoice INV-1', 'Credit note CN-1', 'Refund for CN-1', 'Payment for INV-1 (Transfer 7)'. */
export function describeEntry({
  type,
  number,
  reference,
  paymentId,
}: Pick<StatementEntry, 'type' | 'number' | 'reference' | 'paymentId'>): string {
  const label = LEDGER_ENTRY_LABELS[type];
  const isDocument = paymentId === null && type !== 'refunded';
  const about = number === null ? label : `${label}${isDocument ? '' : ' for'} ${number}`;
  return reference === null ? about : `${about} (${reference})`;
}

/** What is owed at the end, in each currency. */
export function closingBalance({ accounts }: Pick<Statement, 'accounts'>): string {
  const [own] = accounts;
  return formatSums(
    accounts.map(({ closingBalance: amount, currency }) => money(amount, currency)),
    own?.currency ?? DEFAULT_CURRENCY,
  );
}

interface StatementDocumentInput {
  statement: Statement;
  customer: CustomerForDocument;
  business: BusinessForDocument;
}

/** A statement of account on the business's paper: what happened to it, day by day. */
export function statementDocument(input: StatementDocumentInput): DocumentData {
  const { statement, customer, business } = input;
  const { accounts, to } = statement;
  const period = formatPeriod(statement);
  const balance = closingBalance(statement);
  const isOne = accounts.length === 1;
  const rows = accounts.flatMap((account) => accountRows(account, statement, isOne));
  return {
    ...letterhead({ customer, customerLabel: 'Statement for', business }),
    title: 'Statement',
    number: period,
    hero: { label: 'Balance', value: balance, note: `On ${formatDate(to)}` },
    // The period stands in place of a number.
    meta: accounts.map(({ currency, openingBalance }) => [
      isOne ? 'Opening balance' : `Opening balance in ${currency}`,
      formatMoney(money(openingBalance, currency)),
    ]),
    columns: ['Entry', 'Date', 'Debit', 'Credit', 'Balance'],
    namesFigures: true,
    items: rows,
    details: rows.map(() => ''),
    keptWithNext: openingRows(accounts, isOne),
    totals: accounts.flatMap(({ currency, debits, credits }): [string, string][] => {
      const within = isOne ? '' : ` in ${currency}`;
      return [
        [`Debits${within}`, formatMoney(money(debits, currency))],
        [`Credits${within}`, formatMoney(money(credits, currency))],
      ];
    }),
    grand: ['Closing balance', balance],
    remarks: [],
  };
}

/** Where the account of each currency begins. */
function openingRows(accounts: readonly StatementAccount[], isOne: boolean): number[] {
  const sizes = accounts.map(({ entries }) => entries.length + (isOne ? 1 : 2));
  return sizes.map((_size, index) => sizes.slice(0, index).reduce((sum, size) => sum + size, 0));
}

function accountRows(
  { currency, openingBalance, closingBalance: closing, entries }: StatementAccount,
  { from, to }: Statement,
  isOne: boolean,
): string[][] {
  const shown = (amount: string | null) =>
    amount === null ? '' : formatMoney(money(amount, currency));
  const within = isOne ? '' : ` in ${currency}`;
  return [
    [`Opening balance${within}`, formatDate(from), '', '', shown(openingBalance)],
    ...entries.map((entry) => [
      describeEntry(entry),
      formatDate(entry.date),
      shown(entry.debit),
      shown(entry.credit),
      shown(entry.balance),
    ]),
    ...(isOne ? [] : [[`Closing balance${within}`, formatDate(to), '', '', shown(closing)]]),
  ];
}
