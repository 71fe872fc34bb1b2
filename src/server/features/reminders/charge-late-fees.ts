import { sql } from 'drizzle-orm';
import type { CalendarDate } from '../../../shared/dates/calendar-date.ts';
import { addDays, businessDay } from '../../../shared/dates/calendar-date.ts';
import { AppError } from '../../../shared/errors/app-error.ts';
import type { InvoiceDetail } from '../../../shared/invoices/invoice.contract.ts';
import { DEFAULT_DUE_DAYS, invoiceInput } from '../../../shared/invoices/invoice.contract.ts';
import { isZero } from '../../../shared/money/decimal.ts';
import type { Money } from '../../../shared/money/money.ts';
import { money } from '../../../shared/money/money.ts';
import type { LateFee } from '../../../shared/reminders/late-fee.ts';
import { describeLateFee, monthlyInterest } from '../../../shared/reminders/late-fee.ts';
import type { Queryable, Transaction } from '../../db/database.ts';
import { withTransaction } from '../../db/with-transaction.ts';
import type { Services } from '../../platform/http/services.ts';
import { lockBusiness } from '../businesses/index.ts';
import { joinCustomer } from '../customers/index.ts';
import { INVOICE_NUMBERS, numberOfNew, withFreeNumbers } from '../documents/index.ts';
import { isAddress } from '../emails/index.ts';
import { createAndSendIn, insertEvent, lockInvoice, readInvoice } from '../invoices/index.ts';
import type { ProfileRow } from '../profile/index.ts';
import { findProfile } from '../profile/index.ts';
import type { SettingsRow } from './reminder.store.ts';
import { isDisputed, isPaused, keepLateFee } from './reminder.store.ts';

type FeeServices = Pick<Services, 'db' | 'clock'>;

/** A month of a late invoice that is to be charged for. */
interface DueFee {
  id: number;
  dueDate: CalendarDate;
  nth: number;
}

const PAGE = 200;

/**
 * Charges for invoices that are paid late, each month of a due date once, by a document of its own:
 * what was issued is never changed for it. What is paused, disputed, or of a customer who is never
 * reminded is not charged for, and a fee is not charged for itself.
 * @returns how many documents were made
 */
export async function chargeLateFees(
  services: FeeServices,
  settings: SettingsRow,
): Promise<number> {
  const { lateFee, lateFeeSince } = settings;
  if (!lateFee || lateFeeSince === null) return 0;
  const { businessId } = settings;
  let made = 0;
  let after = 0;
  const failures: unknown[] = [];
  for (;;) {
    const profile = await findProfile(services.db.orm, businessId);
    const terms = {
      lateFee,
      since: lateFeeSince,
      today: businessDay(services.clock.now(), profile),
    };
    const page = await listDue(services.db.orm, businessId, terms, profile, { after });
    for (const { id } of page) {
      try {
        if (await charge(services, settings, id)) made += 1;
      } catch (error) {
        failures.push(error);
      }
    }
    after = page.at(-1)?.id ?? 0;
    if (page.length < PAGE) break;
  }
  if (failures.length > 0) throw failures[0];
  return made;
}

interface Terms {
  lateFee: LateFee;
  /** What was due before is not charged for. */
  since: CalendarDate;
  today: CalendarDate;
}

/** @param which those behind an id, page by page; or one alone */
async function listDue(
  db: Queryable,
  businessId: string,
  { lateFee, since, today }: Terms,
  profile: ProfileRow | undefined,
  which: { after: number } | { only: number },
): Promise<DueFee[]> {
  const isFixed = lateFee.kind === 'fixed';
  const falls = isFixed
    ? sql`i.next_due_date + ${lateFee.afterDays}::int`
    : sql`(i.next_due_date + make_interval(months => fees.made + 1))::date`;
  const most = isFixed ? 1 : lateFee.months;
  const { rows } = await db.execute<{ id: string; due_date: string; nth: number }>(sql`
    select i.id, i.next_due_date as due_date, fees.made + 1 as nth from invoices i
    ${joinCustomer(businessId, sql`i.customer_id`)}
    cross join lateral (
      select count(*)::int as made from late_fees f
      where f.business_id = ${businessId} and f.invoice_id = i.id
        and f.due_date = i.next_due_date and f.fee_invoice_id is not null) fees
    where i.business_id = ${businessId} and i.status in ('sent', 'overdue') and i.deleted_at is null
      and i.next_due_date between ${since}::date and ${today}::date - 1
      and i.amount_due > 0 and not c.never_remind
      and fees.made < ${most}::int and ${falls} <= ${today}::date
      ${isFixed ? sql`and i.currency = ${profile?.currency ?? ''}` : sql``}
      and not exists (select from late_fees f
        where f.business_id = ${businessId} and f.fee_invoice_id = i.id)
      and not ${isPaused(businessId, sql`i.id`, today)} and not ${isDisputed(businessId, sql`i.id`)}
      ${'only' in which ? sql`and i.id = ${which.only}` : sql`and i.id > ${which.after}`}
    order by i.id limit ${PAGE}`);
  return rows.map(({ id, due_date, nth }) => ({ id: Number(id), dueDate: due_date, nth }));
}

/** @returns whether a document was made */
async function charge(services: FeeServices, settings: SettingsRow, id: number): Promise<boolean> {
  try {
    return await withFreeNumbers([INVOICE_NUMBERS], () =>
      withTransaction(services.db, (tx) => chargeIn(tx, services, settings, id)),
    );
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    await withTransaction(services.db, (tx) => keepProblem(tx, services, settings, id, error));
    return false;
  }
}

async function chargeIn(
  tx: Transaction,
  services: FeeServices,
  settings: SettingsRow,
  id: number,
): Promise<boolean> {
  const { businessId } = settings;
  const now = services.clock.now();
  const found = await lockDue(tx, settings, id, now);
  if (!found) return false;
  const { due, lateFee, profile, today } = found;
  // The number that is free now stays free.
  await lockBusiness(tx, businessId);
  const invoice = await readInvoice(tx, businessId, id, now);
  const amount = computeLateFee(lateFee, invoice);
  if (isZero(amount.amount)) return false;
  const isSent = lateFee.delivery === 'send' && isAddress(invoice.customer.email);
  const { dueDate, nth } = due;
  const description = describeLateFee(lateFee, { ...invoice, dueDate, nth });
  const input = invoiceInput.parse({
    customerId: invoice.customer.id,
    invoiceNumber: await numberOfNew(INVOICE_NUMBERS, tx, businessId, now, today.slice(0, 4)),
    issueDate: today,
    dueDate: addDays(today, profile?.invoiceDueDays ?? DEFAULT_DUE_DAYS),
    currency: amount.currency,
    // Compensation for late payment is outside the scope of VAT (CJEU, C-222/81, BAZ Bausystem).
    taxRate: '0',
    status: isSent ? 'sent' : 'draft',
    lineItems: [{ description, quantity: '1', unitPrice: amount.amount }],
  });
  const fee = await createAndSendIn(tx, businessId, input, now);
  await keepLateFee(tx, {
    businessId,
    invoiceId: id,
    dueDate,
    nth,
    feeInvoiceId: fee.id,
    problem: null,
    createdAt: now,
  });
  const told = {
    amount: fee.total,
    currency: fee.currency,
    sent: isSent,
    ...(fee.undelivered?.how === 'withheld' ? { withheld: true } : {}),
  };
  await insertEvent(tx, businessId, id, 'late_fee.made', told, now);
  return true;
}

/** The invoice locked, and what is due on it to be charged for; undefined where nothing is, any more. */
async function lockDue(
  tx: Transaction,
  { businessId, ...settings }: SettingsRow,
  id: number,
  now: Date,
) {
  const { lateFee, lateFeeSince: since } = settings;
  const locked = await lockInvoice(tx, businessId, id);
  if (!locked || !lateFee || since === null) return undefined;
  const profile = await findProfile(tx, businessId);
  const today = businessDay(now, profile);
  const [due] = await listDue(tx, businessId, { lateFee, since, today }, profile, { only: id });
  return due && { due, lateFee, profile, today };
}

function computeLateFee(lateFee: LateFee, { currency, amountOverdue }: InvoiceDetail): Money {
  if (lateFee.kind === 'fixed') return money(lateFee.amount, currency);
  return monthlyInterest(money(amountOverdue, currency), lateFee.percent);
}

/** It is tried again each day; its owner is told once. */
async function keepProblem(
  tx: Transaction,
  { clock }: FeeServices,
  settings: SettingsRow,
  id: number,
  error: AppError,
): Promise<void> {
  const { businessId } = settings;
  const now = clock.now();
  const found = await lockDue(tx, settings, id, now);
  if (!found) return;
  const { dueDate, nth } = found.due;
  const isNew = await keepLateFee(tx, {
    businessId,
    invoiceId: id,
    dueDate,
    nth,
    feeInvoiceId: null,
    problem: error.message,
    createdAt: now,
  });
  const told = { reason: error.message };
  if (isNew) await insertEvent(tx, businessId, id, 'late_fee.refused', told, now);
}
