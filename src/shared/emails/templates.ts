/**
 * The words of messages to customers where an owner has written their own, by kind: reminders have
 * theirs in the schedule. What the variables stand for is filled in when a message is written.
 */
import type { CalendarDate, DateRange } from '../dates/calendar-date.ts';
import { formatDate } from '../dates/calendar-date.ts';
import type { KindName } from '../documents/document-content.ts';
import { formatMoney, money } from '../money/money.ts';
import type { MailWords } from '../text/variables.ts';
import { fillTemplate } from '../text/variables.ts';
import type { DocumentFacts, Names } from './email-draft.ts';
import { documentTitle, emailDraft, renewDraft } from './email-draft.ts';

export const TEMPLATE_KINDS = [
  'invoice',
  'estimate',
  'credit_note',
  'receipt',
  'statement',
  'acceptance',
  'declined',
  'refund',
] as const;
export type TemplateKind = (typeof TEMPLATE_KINDS)[number];

/** Those that an owner has written; a kind without one says what Remit says. */
export type Templates = Partial<Record<TemplateKind, MailWords>>;

/** The same names as those of reminders, where they stand for the same. */
export const TEMPLATE_VARIABLES = {
  invoice: ['customer', 'business', 'title', 'number', 'amount', 'amountDue', 'dueDate'],
  estimate: ['customer', 'business', 'number', 'amount', 'validUntil'],
  credit_note: ['customer', 'business', 'number', 'amount', 'date'],
  receipt: ['customer', 'business', 'amount', 'invoices'],
  statement: ['customer', 'business', 'balance', 'from', 'to'],
  acceptance: ['customer', 'business', 'number', 'amount'],
  declined: ['customer', 'business', 'number', 'amount', 'card', 'reason', 'nextStep'],
  refund: ['customer', 'business', 'amount', 'invoices', 'message'],
} as const satisfies Record<TemplateKind, readonly string[]>;

/** Of these, what a message may not leave out: what its owner has written for it alone. */
export const REQUIRED_VARIABLES: Partial<Record<TemplateKind, string>> = { refund: 'message' };

export type TemplateValues<Kind extends TemplateKind> = Record<
  (typeof TEMPLATE_VARIABLES)[Kind][number],
  string
>;

const CLOSING = 'If you have any questions, just reply to this email.\n\nThank you,\n{business}';
const message = (...parts: string[]) => ['Hello {customer},', ...parts].join('\n\n');

/** What Remit says of itself; of an invoice that is more than one, as a deposit, in more words. */
export const DEFAULT_TEMPLATES: Record<TemplateKind, MailWords> = {
  invoice: {
    subject: '{title} {number} from {business}',
    message: message(
      'Please find attached invoice {number} for {amountDue}, due on {dueDate}.',
      CLOSING,
    ),
  },
  estimate: {
    subject: 'Estimate {number} from {business}',
    message: message(
      'Please find attached estimate {number} for {amount}, valid until {validUntil}.',
      CLOSING,
    ),
  },
  credit_note: {
    subject: 'Credit note {number} from {business}',
    message: message('Please find attached credit note {number} for {amount}, of {date}.', CLOSING),
  },
  receipt: {
    subject: 'Receipt for {invoices} from {business}',
    message: message('Thank you for your payment of {amount} for {invoices}.'),
  },
  statement: {
    subject: 'Statement of account from {business}',
    message: message(
      'Please find attached your statement of account from {from} to {to}. The balance is {balance}.',
      CLOSING,
    ),
  },
  acceptance: {
    subject: 'You accepted estimate {number} from {business}',
    message: message(
      'Thank you for accepting estimate {number}. Your copy with the acceptance certificate is attached.',
    ),
  },
  declined: {
    subject: 'Your card was declined for invoice {number} from {business}',
    message: message(
      '{amount} for invoice {number} could not be charged to {card}. {reason}',
      '{nextStep}',
    ),
  },
  refund: { subject: 'Refund of {amount} for {invoices} from {business}', message: '{message}' },
};

/**
 * What the customer of a declined card reads of what is due and of the next attempt: no reminder says it besides.
 * @param retryOn undefined where the card is not tried again
 */
export function describeRetry({
  dueDate,
  today,
  retryOn,
}: {
  dueDate: CalendarDate;
  today: CalendarDate;
  retryOn?: CalendarDate | undefined;
}): string {
  const due = `The payment ${dueDate < today ? 'was' : 'is'} due on ${formatDate(dueDate)}.`;
  return retryOn === undefined
    ? `${due} The card is not charged again automatically: please pay online, where you can also agree to another card.`
    : `${due} The card is charged again on ${formatDate(retryOn)}. You can also pay online before that, by another card.`;
}

/** What a message of a kind says, in its owner's words or in those of Remit. */
export const draftMessage = <Kind extends TemplateKind>(
  kind: Kind,
  template: MailWords | undefined,
  values: TemplateValues<Kind>,
): MailWords => fillTemplate(template ?? DEFAULT_TEMPLATES[kind], values);

/** What the variables of a document's message stand for: of installments, what is due next. */
export function documentValues(
  document: DocumentFacts,
  { businessName, customerName }: Names,
): TemplateValues<KindName> {
  const { number, currency, amount, date } = document;
  const next = document.next ?? document;
  return {
    customer: customerName,
    business: businessName,
    title: documentTitle(document),
    number,
    amount: formatMoney(money(amount, currency)),
    amountDue: formatMoney(money(next.amount, currency)),
    dueDate: formatDate(next.date),
    validUntil: formatDate(date),
    date: formatDate(date),
  };
}

/** What a document's e-mail says: in its owner's words, or in those of Remit. */
export function draftDocument(
  template: MailWords | undefined,
  document: DocumentFacts,
  names: Names,
): MailWords {
  return template
    ? fillTemplate(template, documentValues(document, names))
    : emailDraft(document, names);
}

/**
 * A message that was written about a document before it was edited, as `renewDraft`: what the owner's
 * template said of the document follows it, paragraph by paragraph, and what was written besides stays.
 */
export function renewMessage(
  template: MailWords | undefined,
  written: MailWords,
  before: DocumentFacts,
  after: DocumentFacts,
  names: Names,
): MailWords {
  const renewed = renewDraft(written, before, after, names);
  if (!template) return renewed;
  const said = draftDocument(template, before, names);
  const says = draftDocument(template, after, names);
  const paragraphs = template.message.split('\n\n');
  const fill = (facts: DocumentFacts) =>
    paragraphs.map(
      (part) => fillTemplate({ subject: '', message: part }, documentValues(facts, names)).message,
    );
  const [old, current] = [fill(before), fill(after)];
  return {
    subject: renewed.subject === said.subject ? says.subject : renewed.subject,
    message: renewed.message
      .split('\n\n')
      .map((part) => {
        const place = old.indexOf(part);
        return place < 0 ? part : (current[place] ?? part);
      })
      .join('\n\n'),
  };
}

/** What a statement's e-mail says, in its owner's words or in those of Remit. */
export function draftStatement(
  template: MailWords | undefined,
  { from, to, balance }: DateRange & { balance: string },
  { businessName, customerName }: Names,
): MailWords {
  return draftMessage('statement', template, {
    customer: customerName,
    business: businessName,
    balance,
    from: formatDate(from),
    to: formatDate(to),
  });
}
