/**
 * What changes what a customer owes. 'issued', 'revised', 'withdrawn', 'deleted' and 'restored' are
 * of an invoice; 'received', 'refunded' and 'reversed' of a payment; 'credited' and 'refunded' of a
 * credit note; 'adjusted' and 'written_off' give up a part of an invoice.
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
  'credited',
  'adjusted',
  'written_off',
] as const;
export type LedgerEntryType = (typeof LEDGER_ENTRY_TYPES)[number];
