import { addDays, businessDay } from '../../../shared/dates/calendar-date.ts';
import { invoiceFacts } from '../../../shared/emails/invoice-facts.ts';
import { fillReminder } from '../../../shared/reminders/reminder-words.ts';
import type {
  ReminderPreview,
  ReminderStepInput,
} from '../../../shared/reminders/reminder.contract.ts';
import type { Services } from '../../platform/http/services.ts';
import { requireProfile } from '../documents/index.ts';
import { emailHtml } from '../emails/index.ts';
import {
  invoiceSentEmail,
  listInvoices,
  publicInvoiceUrl,
  readInvoice,
} from '../invoices/index.ts';

/** An invoice that stands in the words of a business that has none which is open. */
const MADE_UP = {
  of: 'invoice',
  number: 'INV-1001',
  amount: '1250.00',
  customer: 'Marta Harbor',
} as const;

/** What a step says, on its day, of the first of the business's invoices that is to be paid. */
export async function previewReminder(
  { db, clock, appUrl }: Pick<Services, 'db' | 'clock' | 'appUrl'>,
  businessId: string,
  step: ReminderStepInput,
): Promise<ReminderPreview> {
  const now = clock.now();
  const profile = await requireProfile(db.orm, businessId);
  const { businessName, currency } = profile;
  const open = { status: 'unpaid', sort: 'nextDueDate', limit: 1 } as const;
  const [first] = (await listInvoices(db.orm, businessId, open, now)).rows;
  if (!first) {
    const onDate = businessDay(now, profile);
    const { customer: customerName, ...made } = MADE_UP;
    const facts = { ...made, currency, date: addDays(onDate, -step.days) };
    const words = fillReminder(step, facts, { businessName, customerName }, onDate);
    return { ...words, html: null, invoiceNumber: null, onDate };
  }
  const invoice = await readInvoice(db.orm, businessId, first.id, now);
  const names = { businessName, customerName: invoice.customer.name };
  const onDate = addDays(invoice.nextDueDate, step.days);
  const words = fillReminder(step, invoiceFacts(invoice), names, onDate);
  const around = { payUrl: publicInvoiceUrl(appUrl(), invoice.publicId), charge: undefined };
  return {
    ...words,
    html: emailHtml(invoiceSentEmail(invoice, profile, words, around)),
    invoiceNumber: invoice.invoiceNumber,
    onDate,
  };
}
