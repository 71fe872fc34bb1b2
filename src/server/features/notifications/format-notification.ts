import type { CalendarDate } from '../../../shared/dates/calendar-date.ts';
import { formatDate } from '../../../shared/dates/calendar-date.ts';
import { PAYMENT_METHOD_LABELS, PAYMENT_METHODS } from '../../../shared/invoices/invoice-status.ts';
import { isCurrency } from '../../../shared/money/currencies.ts';
import { formatMoney, readMoney } from '../../../shared/money/money.ts';
import type { NotificationType } from '../../../shared/notifications/notification.contract.ts';
import type {
  DocumentEvent,
  DomainEvent,
  RecurringEvent,
} from '../../platform/events/record-events.ts';

/** What is said of a document, beside what its event tells. */
export interface Subject {
  number: string;
  /** The customer: the company, or the person alone. */
  customer: string;
  /** The document's: of an amount whose event names none. */
  currency: string;
  /** Of an estimate. */
  expiryDate?: CalendarDate | undefined;
  /** The invoice that an estimate became. */
  became?: { id: number; number: string } | undefined;
}

export interface News {
  type: NotificationType;
  title: string;
  message: string;
  /** What the owner did by hand is no news, but the list is to be whole: it stands there as read. */
  isRead?: true;
  /** Opens this instead of the document of the event. */
  invoiceId?: number;
}

/** So many before the last free invoice, the owner is told. */
const NEARLY_USED = 2;

/** Whether an event can be news at all: most are not, and cost nothing then. */
export function mayBeNews({ type, data }: DomainEvent): boolean {
  // What happens to a payment of several invoices stands in the history of each, and is news once.
  if ('further' in data && data['further'] === true) return false;
  switch (type) {
    case 'payment.received':
    case 'payment.recorded':
    case 'payment.review':
    case 'payment.failed':
    case 'payment.overpaid':
    case 'payment.disputed':
    case 'invoice.viewed':
    case 'estimate.viewed':
    case 'estimate.accepted':
    case 'reminder.refused':
    case 'late_fee.made':
    case 'late_fee.refused':
    case 'estimate.declined':
    case 'estimate.not_followed':
    case 'recurring.made':
    case 'recurring.refused':
      return true;
    case 'email.bounced':
    case 'email.complained':
    case 'mail.told':
      return true;
    case 'email.failed':
      // What was taken back, for the invoice was paid or deleted, did not fail.
      return data['withdrawn'] !== true;
    case 'invoice.paid':
      // Recorded by hand, with its amount. What comes online is told by payment.received.
      return typeof data['amount'] === 'string';
    case 'invoice.overdue':
    case 'estimate.expired':
      // Set by hand, it goes from one status to another; the job has found it.
      return data['to'] === undefined;
    case 'time_zone.lost':
    case 'customer.proposed':
      return true;
    case 'trial.counted': {
      const { used, allowed } = readTrialData(data);
      return used === allowed || used === allowed - NEARLY_USED;
    }
    default:
      return false;
  }
}

/**
 * The news of an event, in words; undefined for what is none.
 * @param subject of the event's document; undefined when it is about none
 */
export function formatNotification(
  event: DomainEvent,
  subject: Subject | undefined,
): News | undefined {
  if (!mayBeNews(event)) return undefined;
  if (event.type === 'trial.counted') return trialNews(event.data);
  if (event.type === 'time_zone.lost') {
    return {
      type: event.type,
      title: 'Choose a time zone',
      message: `The time zone ${event.data.zone} is not known any more. Your days are counted in UTC until you choose another in Business Profile.`,
    };
  }
  if (event.type === 'mail.told') return mailNews(event.data);
  if (event.type === 'customer.proposed') {
    return {
      type: event.type,
      title: 'New contact details',
      message: `${event.data.customer} proposes other contact details. Nothing changes until you accept them.`,
    };
  }
  if ('recurringId' in event) return recurringNews(event);
  if (!subject) return undefined;
  return documentNews(event, subject);
}

function documentNews(event: DocumentEvent, subject: Subject): News | undefined {
  const { type, data } = event;
  const { customer, currency, expiryDate, became } = subject;
  const noun = 'estimateId' in event ? 'estimate' : 'invoice';
  // A draft that a series will number has no number yet.
  const number = subject.number || `the draft ${noun} for ${customer}`;
  const amount = amountIn(data['amount'], data['currency'] ?? currency);
  const reason = sentence(data['reason']);
  const invoices = Number(data['invoices'] ?? 1);
  // Of a payment for several invoices the first is named.
  const paidFor = invoices > 1 ? `${number} and ${invoices - 1} more` : number;
  switch (type) {
    case 'payment.received': {
      const whole = amountIn(data['whole'], data['currency']);
      return {
        type: 'invoice.paid',
        title: 'Payment received',
        message: `${customer} paid ${whole ? `${whole} for ${countInvoices(invoices)}` : (amount ?? number)}`,
      };
    }
    case 'payment.recorded':
    case 'invoice.paid':
      return {
        type: 'invoice.paid',
        title: 'Payment recorded',
        message: `${amount ?? 'A payment'} from ${customer}${byMethod(data['paymentMethod'])}`,
        isRead: true,
      };
    case 'payment.review':
      return {
        type: 'payment.review',
        title: 'Payment needs review',
        message: `${customer} paid ${amount ?? 'something'} for ${paidFor}. ${reason}`.trim(),
      };
    case 'payment.failed':
      return {
        type: 'payment.failed',
        title: 'Payment failed',
        message: `${amount ?? 'A payment'} from ${customer} for ${paidFor} did not come through`,
      };
    case 'payment.overpaid':
      return {
        type: 'payment.overpaid',
        title: 'Invoice overpaid',
        message: `${customer} overpaid ${number}${amount ? ` by ${amount}` : ''}. Open the invoice to refund it.`,
      };
    case 'payment.disputed':
      return {
        type: 'payment.disputed',
        title: 'Payment disputed',
        message: `${customer} disputes ${amount ?? 'a payment'} for ${paidFor}`,
      };
    case 'invoice.overdue':
      return {
        type: 'invoice.overdue',
        title: 'Invoice overdue',
        message: `${number} to ${customer}`,
      };
    case 'invoice.viewed':
      return {
        type: 'invoice.viewed',
        title: 'Invoice viewed',
        message: `${customer} opened ${number}`,
      };
    case 'estimate.viewed':
      return {
        type: 'estimate.viewed',
        title: 'Estimate viewed',
        message: `${customer} opened ${number}`,
      };
    case 'late_fee.made':
      return {
        type: 'late_fee.made',
        title:
          data['withheld'] === true
            ? 'Late fee issued, but not emailed'
            : data['sent'] === true
              ? 'Late fee sent'
              : 'Late fee drafted',
        message: `${amount ?? 'A late fee'} for ${number} to ${customer}`,
      };
    case 'late_fee.refused':
      return {
        type: 'late_fee.refused',
        title: 'Late fee not charged',
        message: `No late fee could be charged for ${number}. ${reason}`.trim(),
      };
    case 'reminder.refused':
      if (typeof data['bounced'] === 'string') {
        return {
          type: 'reminder.refused',
          title: 'No reminder sent',
          message: `An earlier email to ${data['bounced']} came back. Correct the address of ${customer} to remind of ${number}.`,
        };
      }
      return {
        type: 'reminder.refused',
        title: 'No reminder sent',
        message: `${customer} has no email address to be reminded at of ${number}.`,
      };
    case 'email.failed': {
      const what = formatMessage(data['kind'], number);
      const to = typeof data['to'] === 'string' ? data['to'] : customer;
      if (data['mayHaveArrived'] === true) {
        return {
          type: 'email.failed',
          title: 'Email may have been sent',
          message: `It is not known whether ${what} reached ${to}. ${reason}`.trim(),
        };
      }
      return {
        type: 'email.failed',
        title: 'Email failed',
        message: `${what} did not reach ${to}. ${reason}`.trim(),
      };
    }
    case 'email.bounced':
      return bounceNews(formatMessage(data['kind'], number), data);
    case 'email.complained':
      return complaintNews(formatMessage(data['kind'], number), data);
    case 'estimate.accepted':
      return {
        type: 'estimate.accepted',
        title: 'Estimate accepted',
        message:
          typeof data['name'] === 'string'
            ? `${customer} accepted ${number}${became ? `. It became ${became.number}.` : ''}`
            : became
              ? `${number} became ${became.number}`
              : `${customer} accepted ${number}`,
        ...(became ? { invoiceId: became.id } : {}),
      };
    case 'estimate.declined':
      return {
        type,
        title: 'Estimate declined',
        message: `${customer} declined ${number}${reason ? `: ${reason}` : ''}`,
      };
    case 'estimate.not_followed':
      return {
        type,
        title: 'Accepted, but not invoiced',
        message: `${number} from ${customer} was accepted. ${reason} Open the estimate to create its invoice.`,
      };
    case 'estimate.expired':
      return {
        type: 'estimate.expired',
        title: 'Estimate expired',
        message: `${number} to ${customer}${expiryDate ? ` was open until ${formatDate(expiryDate)}` : ''}`,
      };
    default:
      return undefined;
  }
}

/** How many were made and missed, in one piece of news however many they are. */
function recurringNews({ type, data }: RecurringEvent): News {
  const name = typeof data['name'] === 'string' ? data['name'] : 'A recurring invoice';
  if (type === 'recurring.refused') {
    return {
      type,
      title: 'Recurring invoice not made',
      message: `${name}: ${sentence(data['reason'])}`,
    };
  }
  const [made, missed] = [Number(data['made']), Number(data['missed'])];
  const { number, customer } = data;
  const issued =
    data['withheld'] === true
      ? 'issued, but could not be emailed, as an earlier email to the customer came back'
      : 'issued and queued for sending';
  const how = data['sent'] === true ? issued : 'drafted for review';
  const what =
    made === 1 && typeof number === 'string' && number !== '' ? number : countInvoices(made);
  const parts = [
    made > 0 ? `${what} to ${String(customer)} ${made === 1 ? 'was' : 'were'} ${how}.` : '',
    missed > 0
      ? `${countInvoices(missed)} whose day had passed ${missed === 1 ? 'was' : 'were'} not made.`
      : '',
    data['ended'] === true ? 'It was the last of its schedule.' : '',
  ];
  return {
    type,
    title: made > 0 ? 'Recurring invoice made' : 'Recurring invoice missed',
    message: `${name}: ${parts.filter((part) => part !== '').join(' ')}`,
  };
}

/** What was told later of a message that the mail server had taken. */
function bounceNews(what: string, data: Record<string, unknown>): News {
  const reason = sentence(data['reason']);
  return {
    type: 'email.failed',
    title: 'Email not delivered',
    message: `${what} did not reach ${String(data['to'])}. ${reason}`.trim(),
  };
}

const complaintNews = (what: string, data: Record<string, unknown>): News => ({
  type: 'email.unwanted',
  title: 'Email marked as spam',
  message: `${String(data['to'])} marked ${what} as spam. Ask before you write there again.`,
});

/** The same of a message about no document, and who wants no more of what comes by itself. */
function mailNews({
  what,
  to,
  ofLink = false,
  ...data
}: Extract<DomainEvent, { type: 'mail.told' }>['data']): News {
  const noun = ofLink ? 'link to the customer portal' : 'statement';
  if (what === 'bounced') return bounceNews(`A ${noun}`, { to, ...data });
  if (what === 'complained') return complaintNews(`a ${noun}`, { to });
  if (what === 'withheld') {
    return {
      type: 'email.failed',
      title: 'Emails not sent',
      message: `An earlier email to ${to} came back, so nothing is sent there automatically. Correct the address of ${data.customer ?? 'the customer'}; what was not sent is in the outbox.`,
    };
  }
  if (what === 'blocked') {
    return {
      type: 'email.unwanted',
      title: 'Emails blocked',
      message: `${to} has blocked your emails, so nothing is sent there any more. If that was a mistake, you can request unblocking in Business Profile, under Sending.`,
    };
  }
  if (what === 'unblocked') {
    return {
      type: 'email.unwanted',
      title: 'Address unblocked',
      message: `Your emails are sent to ${to} again.`,
    };
  }
  return {
    type: 'email.unwanted',
    title: 'Unsubscribed',
    message: `${to} wants no reminders and no statements by email. Invoices are still sent.`,
  };
}

const formatMessage = (kind: unknown, number: string): string =>
  kind === 'receipt' || kind === 'reminder' ? `The ${kind} for ${number}` : capitalize(number);

const countInvoices = (count: number) => (count === 1 ? '1 invoice' : `${count} invoices`);

function trialNews(data: DomainEvent['data']): News {
  const { used, allowed } = readTrialData(data);
  if (used < allowed) {
    return {
      type: 'trial.nearly_used',
      title: 'Free trial nearly used up',
      message: `${used} of ${allowed} free invoices are used. Choose a plan to keep going after that.`,
    };
  }
  return {
    type: 'trial.used_up',
    title: 'Free trial used up',
    message: `All ${allowed} free invoices are used. Choose a plan to create more.`,
  };
}

function readTrialData(data: DomainEvent['data']): { used: number; allowed: number } {
  const { used, allowed } = data as { used?: unknown; allowed?: unknown };
  return { used: Number(used), allowed: Number(allowed) };
}

function amountIn(value: unknown, currency: unknown): string | undefined {
  if (typeof value !== 'string' || typeof currency !== 'string') return undefined;
  const amount = isCurrency(currency) ? readMoney(value, currency) : undefined;
  return amount && formatMoney(amount);
}

function byMethod(value: unknown): string {
  const method = PAYMENT_METHODS.find((one) => one === value);
  if (!method || method === 'other') return '';
  return method === 'cash' ? ' in cash' : ` by ${PAYMENT_METHOD_LABELS[method].toLowerCase()}`;
}

const capitalize = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

/** A reason that stands as a sentence of its own. */
function sentence(value: unknown): string {
  const text = typeof value === 'string' ? value.trim() : '';
  if (text === '') return '';
  const capital = capitalize(text);
  return /[.!?]$/.test(capital) ? capital : `${capital}.`;
}
