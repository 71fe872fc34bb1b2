import { addDays, businessDay } from '../../../shared/dates/calendar-date.ts';
import { AppError } from '../../../shared/errors/app-error.ts';
import { DEFAULT_DUE_DAYS, invoiceInput } from '../../../shared/invoices/invoice.contract.ts';
import { isZero } from '../../../shared/money/decimal.ts';
import { money } from '../../../shared/money/money.ts';
import { computeLateFee, describeLateFee } from '../../../shared/reminders/late-fee.ts';
import type { Transaction } from '../../db/database.ts';
import { withTransaction } from '../../db/with-transaction.ts';
import type { Services } from '../../platform/http/services.ts';
import { lockBusiness } from '../businesses/index.ts';
import { INVOICE_NUMBERS, numberOfNew, withFreeNumbers } from '../documents/index.ts';
import { isAddress } from '../emails/index.ts';
import {
  createAndSendIn,
  insertEvent,
  lockInvoice,
  plannedCharges,
  readInvoice,
} from '../invoices/index.ts';
import { findProfile } from '../profile/index.ts';
import { FEES_LISTED, listDueFees } from './due-fees.ts';
import type { SettingsRow } from './reminder.store.ts';
import { keepLateFee } from './reminder.store.ts';

type FeeServices = Pick<Services, 'db' | 'clock'>;

/**
 * Charges for invoices that are paid late, each month of a due date once, by a document of its own:
 * what was issued is never changed for it. What is paused, disputed, still to be taken from a saved card, or of
 * a customer who is never reminded is not charged for, and a fee is not charged for itself.
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
    const page = await listDueFees(services.db.orm, businessId, terms, profile, { after });
    for (const { id } of page) {
      try {
        if (await charge(services, settings, id)) made += 1;
      } catch (error) {
        failures.push(error);
      }
    }
    after = page.at(-1)?.id ?? 0;
    if (page.length < FEES_LISTED) break;
  }
  if (failures.length > 0) throw failures[0];
  return made;
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
  const amount = computeLateFee(lateFee, money(invoice.amountOverdue, invoice.currency));
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
  // What is taken from a saved card is not late by its customer's doing while that is tried.
  if (await plannedCharges().find(tx, businessId, locked, now)) return undefined;
  const [due] = await listDueFees(tx, businessId, { lateFee, since, today }, profile, { only: id });
  return due && { due, lateFee, profile, today };
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
