import type { CreditNoteDetail } from '../../../shared/credit-notes/credit-note.contract.ts';
import { describeCorrected } from '../../../shared/credit-notes/describe-corrected.ts';
import { formatDate } from '../../../shared/dates/calendar-date.ts';
import { labelledTexts } from '../../../shared/documents/document-content.ts';
import { adjustedRows } from '../../../shared/documents/sheet-figures.ts';
import { storedSheet } from '../../../shared/documents/sheet-of-content.ts';
import { formatMoney, money } from '../../../shared/money/money.ts';
import type { EmailContent } from '../emails/index.ts';
import { customerEmail, toFacts } from '../emails/index.ts';
import type { ProfileRow } from '../profile/index.ts';

/** What a customer reads when a credit note is sent. */
export function creditNoteSentEmail(
  creditNote: CreditNoteDetail,
  profile: ProfileRow,
  email: { subject: string; message: string },
  url: string,
): EmailContent {
  const { creditNoteNumber, correctedInvoice } = creditNote;
  const total = formatMoney(money(creditNote.total, creditNote.currency));
  const corrected = correctedInvoice ? describeCorrected(correctedInvoice) : undefined;
  return customerEmail(profile, email, {
    attached: 'credit note',
    preheader: `Credit note ${creditNoteNumber}: ${total}${corrected ? `. ${corrected}` : ''}`,
    headline: { label: 'Amount credited', value: total },
    facts: [
      { label: 'Credit note', value: creditNoteNumber },
      ...(correctedInvoice
        ? [{ label: 'Credit for invoice', value: correctedInvoice.invoiceNumber }]
        : []),
      ...toFacts(labelledTexts('credit_note', 'reference', creditNote)),
      { label: 'Issued', value: formatDate(creditNote.issueDate) },
      ...toFacts(adjustedRows(storedSheet('credit_note', creditNote))),
    ],
    button: { words: 'View credit note', url },
  });
}
