/**
 * What changes what a customer owes. 'issued', 'revised', 'withdrawn', 'deleted' and 'restored' are
 * of an invoice; 'received', 'refunded' and 'reversed' of a payment; 'adjusted' and 'written_off' give
 * up a part of an invoice.
 */
export const LEDGER_ENTRY_TYPES = [
  'issued',
  'revised',
  'withdrawn',
  'deleted',
  'restored',
  'received',
  'refunded',
  'reversed',
  'adjusted',
  'written_off',
] as const;
export type LedgerEntryType = (typeof LEDGER_ENTRY_TYPES)[number];

/** As a statement of account names them, before the number of the document. */
export const LEDGER_ENTRY_LABELS: Record<LedgerEntryType, string> = {
  issued: 'Invoice',
  revised: 'Invoice changed',
  withdrawn: 'Invoice set back to draft',
  deleted: 'Invoice deleted',
  restored: 'Invoice restored',
  received: 'Payment',
  refunded: 'Refund',
  reversed: 'Payment reversed',
  adjusted: 'Adjustment',
  written_off: 'Write-off',
};
