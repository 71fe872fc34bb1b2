/** Applied is what the ledger makes of one: all of it settles invoices, or was paid back. */
export const CREDIT_NOTE_STATUSES = ['draft', 'issued', 'applied'] as const;
export type CreditNoteStatus = (typeof CREDIT_NOTE_STATUSES)[number];

export const CREDIT_NOTE_STATUS_LABELS: Record<CreditNoteStatus, string> = {
  draft: 'Draft',
  issued: 'Issued',
  applied: 'Applied',
};

/** Why an issued credit note stays as it is; undefined of a draft, which can be changed. */
export function changeRefusal(status: CreditNoteStatus): string | undefined {
  if (status === 'draft') return undefined;
  return 'This credit note is issued and cannot be changed. If it credits too little, make another credit note; if it credits too much, make an invoice.';
}

export const ISSUED_STAYS =
  'This credit note is issued and cannot be deleted. To take it back, make an invoice of the same amount.';

/** Why an issued credit note stays; undefined of a draft, which can be deleted. */
export const deleteRefusal = (status: CreditNoteStatus): string | undefined =>
  status === 'draft' ? undefined : ISSUED_STAYS;
