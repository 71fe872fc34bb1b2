import type { LedgerEntryType } from '../payments/ledger-entry.ts';

/** What leads from what customers owed at the start of a period to what they owe at its end. */
export const RECONCILIATION_LINES = [
  'issued',
  'changed',
  'credited',
  'received',
  'refunded',
  'reversed',
  'written_off',
  'adjusted',
] as const;
export type ReconciliationLine = (typeof RECONCILIATION_LINES)[number];

export const LINE_LABELS: Record<ReconciliationLine, string> = {
  issued: 'Invoices issued',
  changed: 'Invoices revised or deleted',
  credited: 'Credited',
  received: 'Payments received',
  refunded: 'Payments refunded',
  reversed: 'Payments undone',
  written_off: 'Written off',
  adjusted: 'Refunded and not owed again',
};

/** Every type of entry stands in one line: what an account is made of, and nothing twice. */
export const LINE_OF_TYPE: Record<LedgerEntryType, ReconciliationLine> = {
  issued: 'issued',
  revised: 'changed',
  withdrawn: 'changed',
  deleted: 'changed',
  restored: 'changed',
  credited: 'credited',
  received: 'received',
  refunded: 'refunded',
  reversed: 'reversed',
  written_off: 'written_off',
  adjusted: 'adjusted',
};

/** What revenue is made of: by invoice, or by payment. */
export const REVENUE_LINES = {
  accrual: ['issued', 'changed', 'credited'],
  cash: ['received', 'refunded', 'reversed'],
} as const satisfies Record<string, readonly ReconciliationLine[]>;

/** What was given up, given back or undone. */
export const LOSS_LINES = [
  'written_off',
  'refunded',
  'reversed',
  'adjusted',
] as const satisfies readonly ReconciliationLine[];
export type LossLine = (typeof LOSS_LINES)[number];

/** The types of entry that stand in some lines. */
export const typesOfLines = (lines: readonly ReconciliationLine[]): LedgerEntryType[] =>
  (Object.keys(LINE_OF_TYPE) as LedgerEntryType[]).filter((type) =>
    lines.includes(LINE_OF_TYPE[type]),
  );
