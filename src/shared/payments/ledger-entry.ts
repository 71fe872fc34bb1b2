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

/** Of these, what changes what a document asks for: with its tax, they are what was invoiced. */
export const INVOICED_ENTRY_TYPES = [
  'issued',
  'revised',
  'withdrawn',
  'deleted',
  'restored',
] as const satisfies readonly LedgerEntryType[];

/** And what gives up a part of an invoice: all that stands in an account about one. */
export const INVOICE_ENTRY_TYPES = [
  ...INVOICED_ENTRY_TYPES,
  'adjusted',
  'written_off',
] as const satisfies readonly LedgerEntryType[];

/** As statements of account and reports name them, before the number of the document. */
export const LEDGER_ENTRY_LABELS: Record<LedgerEntryType, string> = {
  issued: 'Invoice',
  revised: 'Invoice changed',
  withdrawn: 'Invoice set back to draft',
  deleted: 'Invoice deleted',
  restored: 'Invoice restored',
  received: 'Payment',
  refunded: 'Refund',
  reversed: 'Payment undone',
  credited: 'Credit note',
  adjusted: 'Adjustment',
  written_off: 'Write-off',
};
