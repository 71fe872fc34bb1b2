import type { CalendarDate } from '../dates/calendar-date.ts';
import { formatDate } from '../dates/calendar-date.ts';
import type { KindName } from '../documents/document-content.ts';
import { DOCUMENT_KINDS } from '../documents/document-content.ts';
import type { Decimal } from '../money/decimal.ts';
import type { Money } from '../money/money.ts';
import { formatMoney, money } from '../money/money.ts';
import type { MailWords } from '../text/variables.ts';

/**
 * What a message says of the document that it brings. Its amount is of an invoice what is still to be
 * paid, of the others their total.
 */
export interface DocumentFacts extends Money {
  of: KindName;
  number: string;
  /** When the invoice is due, until when the estimate is valid, of when the credit note is. */
  date: CalendarDate;
  /** What the document is called, where that is more than its kind: 'Deposit invoice'. */
  title?: string | undefined;
  /** What of the amount is due next, where that is less than all. */
  next?: { amount: Decimal; date: CalendarDate } | undefined;
}

export interface Names {
  businessName: string;
  customerName: string;
}

const DATED: Record<KindName, string> = {
  invoice: 'due on',
  estimate: 'valid until',
  credit_note: 'of',
};

/** Stands in a message for a number that its document gets when it is sent. */
export const NUMBER_TO_COME = '{number}';

/** The part of the message that the document's own facts stand in. */
export function documentSentence(document: DocumentFacts): string {
  const { of, number, date, next, currency, amount } = document;
  const shown = formatMoney(money(amount, currency));
  const named = `Please find attached ${documentTitle(document).toLowerCase()} ${number} for ${shown}`;
  if (!next) return `${named}, ${DATED[of]} ${formatDate(date)}.`;
  const part = formatMoney(money(next.amount, currency));
  return `${named}. ${part} of ${shown} is due on ${formatDate(next.date)}.`;
}

export const documentTitle = ({ of, title }: DocumentFacts): string =>
  title ?? DOCUMENT_KINDS[of].name;

/** What a document's e-mail says unless its owner writes something else. */
export function emailDraft(
  document: DocumentFacts,
  { businessName, customerName }: Names,
): MailWords {
  return {
    // The longest a subject may be; a business can have a longer name than fits beside the number.
    subject: `${documentTitle(document)} ${document.number} from ${businessName}`
      .slice(0, 200)
      .trim(),
    message: [
      `Hello ${customerName},`,
      documentSentence(document),
      'If you have any questions, just reply to this email.',
      `Thank you,\n${businessName}`,
    ].join('\n\n'),
  };
}

/** The part of a reminder that the document's own facts stand in. */
function reminderSentence(document: DocumentFacts): string {
  const { of, number, next, currency } = document;
  const { amount, date } = next ?? document;
  const due = formatMoney(money(amount, currency));
  const named = `${documentTitle(document).toLowerCase()} ${number}`;
  return `This is a reminder that ${due} of ${named} was due on ${formatDate(date)}. The ${DOCUMENT_KINDS[of].noun} is attached again.`;
}

/** What the e-mail of an overdue invoice says unless its owner writes something else. */
export function reminderDraft(
  document: DocumentFacts,
  { businessName, customerName }: Names,
): MailWords {
  const { date } = document.next ?? document;
  return {
    subject:
      `Reminder: ${documentTitle(document)} ${document.number} was due on ${formatDate(date)}`
        .slice(0, 200)
        .trim(),
    message: [
      `Hello ${customerName},`,
      reminderSentence(document),
      'If your payment is already on its way, thank you: nothing more is needed.',
      'If you have any questions, just reply to this email.',
      `Thank you,\n${businessName}`,
    ].join('\n\n'),
  };
}

/**
 * A message that was written about a document before it was edited: what Remit wrote of its number,
 * amount and date follows the document, what the owner wrote stays.
 */
export function renewDraft(
  { subject, message }: MailWords,
  before: DocumentFacts,
  after: DocumentFacts,
  names: Names,
): MailWords {
  const draft = [emailDraft, reminderDraft].find((each) => each(before, names).subject === subject);
  return {
    subject: draft?.(after, names).subject ?? subject,
    // Through functions, for a dollar sign in a replacement means something else.
    message: message
      .replace(documentSentence(before), () => documentSentence(after))
      .replace(reminderSentence(before), () => reminderSentence(after)),
  };
}
