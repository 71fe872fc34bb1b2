import { sql } from 'drizzle-orm';
import { dateInZone } from '../../../shared/dates/calendar-date.ts';
import { AppError } from '../../../shared/errors/app-error.ts';
import type { InvoiceDetail, InvoiceInput } from '../../../shared/invoices/invoice.contract.ts';
import { TRIAL_INVOICES } from '../../../shared/subscription/plans.ts';
import type { Transaction } from '../../db/database.ts';
import { executeNamed } from '../../db/named-statements.ts';
import { tellListeners } from '../../platform/events/record-events.ts';
import type { Services } from '../../platform/http/services.ts';
import { runIdempotently } from '../../platform/idempotency/run-idempotently.ts';
import { insertParts, newContent, withNumberClash } from '../documents/index.ts';
import { isAddress, queueDocument } from '../emails/index.ts';
import { findProfile } from '../profile/index.ts';
import { insertEvent, insertInvoice, insertPayment } from './invoice.store.ts';
import { INVOICE_NUMBERS } from './invoice-numbers.ts';
import { invoiceToSend } from './invoice-to-send.ts';
import { readInvoice } from './read-invoices.ts';

/**
 * Makes an invoice; one that is created as sent is queued as an e-mail in the same transaction, when
 * the customer has an address (decision 12).
 * @see createInvoiceIn for what it does and refuses.
 */
export function createInvoice(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  businessId: string,
  input: InvoiceInput,
  key?: string,
): Promise<InvoiceDetail> {
  return withNumberClash(INVOICE_NUMBERS, db.orm, businessId, input.invoiceNumber, () =>
    runIdempotently(db, { businessId, key, call: 'invoices.create', input }, async (tx) => {
      const now = clock.now();
      const id = await createInvoiceIn(tx, businessId, input, now);
      const invoice = await readInvoice(tx, businessId, id, now);
      if (input.status !== 'sent' || !isAddress(invoice.customer.email)) return invoice;
      await queueDocument(tx, invoiceToSend(businessId, invoice), {}, now);
      return readInvoice(tx, businessId, id, now);
    }),
  );
}

/**
 * Makes an invoice inside the caller's transaction: trial gate, customer and items of the owner,
 * totals, rows, public id, history. An invoice born paid gets its payment.
 * @returns its id
 * @throws AppError SUBSCRIPTION_REQUIRED, NOT_FOUND (customer, item), VALIDATION (too large); a
 *   clash of numbers surfaces as a unique violation on `invoices_number`
 */
export async function createInvoiceIn(
  tx: Transaction,
  businessId: string,
  input: InvoiceInput,
  now: Date,
): Promise<number> {
  await countAgainstTrial(tx, businessId, now);
  const { status } = input;
  const { values, lines } = await newContent(tx, 'invoice', businessId, input, now);
  const id = await insertInvoice(tx, { ...values, status });
  await insertParts(tx, { of: 'invoice', businessId, id }, lines);
  await insertEvent(tx, businessId, id, 'invoice.created', { status }, now);
  if (status === 'paid') {
    const profile = await findProfile(tx, businessId);
    await insertPayment(tx, {
      businessId,
      invoiceId: id,
      amount: values.total,
      paymentDate: dateInZone(now, profile?.timeZone ?? 'UTC'),
      paymentMethod: 'cash',
      createdAt: now,
    });
  }
  return id;
}

/**
 * One invoice more on the owner's free trial (decision 13). The row stays locked until the
 * transaction ends, so eleven at once still end at ten.
 */
async function countAgainstTrial(tx: Transaction, businessId: string, now: Date): Promise<void> {
  const { rows } = await executeNamed<{
    subscription_status: string;
    trial_invoices_used: number;
  }>(
    tx,
    sql`
    update businesses set
      trial_invoices_used = trial_invoices_used + (subscription_status = 'trial')::integer
    where id = ${businessId} and (subscription_status = 'active'
      or (subscription_status = 'trial' and trial_invoices_used < ${TRIAL_INVOICES}))
    returning subscription_status, trial_invoices_used`,
  );
  const [account] = rows;
  if (account) {
    if (account.subscription_status !== 'trial') return;
    const data = { used: account.trial_invoices_used, allowed: TRIAL_INVOICES };
    await tellListeners(tx, [{ businessId, type: 'trial.counted', data, createdAt: now }]);
    return;
  }
  throw new AppError(
    'SUBSCRIPTION_REQUIRED',
    'Your free trial has expired, please choose a plan to continue using the product',
    { requiresSubscription: true },
  );
}
