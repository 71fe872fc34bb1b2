import type { CalendarDate } from '../../../shared/dates/calendar-date.ts';
import { businessDay } from '../../../shared/dates/calendar-date.ts';
import { AppError, invalidField } from '../../../shared/errors/app-error.ts';
import type { InvoiceDetail } from '../../../shared/invoices/invoice.contract.ts';
import type { PlannedOccurrence } from '../../../shared/recurring/exceptions.ts';
import type { RecurringContent } from '../../../shared/recurring/recurring.contract.ts';
import type { Transaction } from '../../db/database.ts';
import type { Services } from '../../platform/http/services.ts';
import { lockBusiness } from '../businesses/index.ts';
import { INVOICE_NUMBERS, numberOfNew, withFreeNumbers } from '../documents/index.ts';
import { isAddress } from '../emails/index.ts';
import { findExchangeRate, ratesSource } from '../exchange-rates/index.ts';
import { createAndSendIn } from '../invoices/index.ts';
import type { ProfileRow } from '../profile/index.ts';
import { writeOccurrence } from './invoice-of-occurrence.ts';
import type { RecurringRow } from './recurring.store.ts';
import { advance, insertRuns, toSchedule } from './recurring.store.ts';

/** What makes invoices; its environment says where rates are from. */
export type MakingServices = Pick<Services, 'db' | 'clock'> & Partial<Pick<Services, 'env'>>;

/** On which day an invoice is issued whose own day has come. */
export type DatedBy = 'its day' | 'today';

interface Making {
  services: MakingServices;
  profile: ProfileRow | undefined;
  datedBy: DatedBy;
  /** Whether the owner knows, having pressed for it. */
  isTold: boolean;
}

/**
 * Makes the invoice of an occurrence, issues and queues it where that is asked for, and goes on to
 * the next one, in the transaction that has locked the row.
 * @throws AppError SUBSCRIPTION_REQUIRED, NOT_FOUND (customer, item, tax rate), VALIDATION (nobody to
 *   write to; what no invoice can hold; an issue date that the next number cannot have)
 */
export async function makeOccurrence(
  tx: Transaction,
  row: RecurringRow,
  { index, date, onDate }: PlannedOccurrence,
  { services, profile, datedBy, isTold }: Making,
): Promise<{ row: RecurringRow; invoice: InvoiceDetail }> {
  const { businessId, id, customerId, content, delivery } = row;
  const now = services.clock.now();
  // The number that is free now stays free.
  await lockBusiness(tx, businessId);
  const today = businessDay(now, profile);
  const issueDate = datedBy === 'today' || onDate > today ? today : onDate;
  const year = issueDate.slice(0, 4);
  const input = writeOccurrence(
    {
      customerId,
      content: await withExchangeRate(tx, content, issueDate, { profile, env: services.env }),
      schedule: toSchedule(row),
      index,
    },
    {
      invoiceNumber: await numberOfNew(INVOICE_NUMBERS, tx, businessId, now, year),
      issueDate,
      dueDays: row.dueDays ?? profile?.invoiceDueDays,
      status: delivery === 'send' ? 'sent' : 'draft',
    },
  );
  const recurring = { recurringId: id, date };
  const invoice = await createAndSendIn(tx, businessId, input, now, { recurring });
  if (delivery === 'send' && !isAddress(invoice.customer.email)) {
    const message =
      'The customer has no email address to send the invoice to. Add one, or have invoices drafted.';
    throw invalidField('customerId', message);
  }
  const run = { outcome: 'made' as const, invoiceId: invoice.id, isTold, createdAt: now };
  await insertRuns(tx, row, [{ index, date }], run);
  return { row: await advance(tx, row, index, { made: 1, total: invoice.total, now }), invoice };
}

/** What is in another currency than the business's takes the rate of its day, where one is known. */
async function withExchangeRate(
  tx: Transaction,
  content: RecurringContent,
  date: CalendarDate,
  { profile, env }: { profile: ProfileRow | undefined; env: MakingServices['env'] },
): Promise<RecurringContent> {
  const to = profile?.currency;
  if (content.exchangeRate || to === undefined || content.currency === to) return content;
  const found = await findExchangeRate(tx, content.currency, to, date);
  if (!found) return content;
  const source = ratesSource(env?.exchangeRatesUrl);
  return { ...content, exchangeRate: { rate: found.rate, source } };
}

/**
 * Runs a transaction that makes an invoice dated by its day; where its number series is past that day,
 * the invoice is of today.
 */
export async function inOrderOfNumbers<T>(run: (datedBy: DatedBy) => Promise<T>): Promise<T> {
  const numbered = (datedBy: DatedBy) => withFreeNumbers([INVOICE_NUMBERS], () => run(datedBy));
  try {
    return await numbered('its day');
  } catch (error) {
    if (!isAboutIssueDate(error)) throw error;
    return await numbered('today');
  }
}

function isAboutIssueDate(error: unknown): boolean {
  if (!(error instanceof AppError)) return false;
  const { fields } = error.toBody();
  return fields?.some(({ path }) => path === 'issueDate') ?? false;
}
