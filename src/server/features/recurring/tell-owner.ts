import type { InvoiceDetail } from '../../../shared/invoices/invoice.contract.ts';
import type { Transaction } from '../../db/database.ts';
import { notifyListeners } from '../../platform/events/record-events.ts';
import { findCustomerRow } from '../customers/index.ts';
import type { RecurringRow } from './recurring.store.ts';
import { takeUntold } from './recurring.store.ts';

/**
 * News of what was made and missed since the last: one, however many invoices that were.
 * @param invoice the last of them
 */
export async function tellOfRuns(
  tx: Transaction,
  row: RecurringRow,
  now: Date,
  invoice?: InvoiceDetail,
): Promise<void> {
  const { businessId, id: recurringId } = row;
  const untold = await takeUntold(tx, businessId, recurringId);
  if (untold.length === 0) return;
  const made = untold.filter((invoiceId) => invoiceId !== null);
  const [only] = made;
  const { name, customer } = await nameRecurring(tx, row, invoice?.customer);
  await notifyListeners(tx, [
    {
      businessId,
      recurringId,
      ...(made.length === 1 && only !== undefined ? { invoiceId: only } : {}),
      type: 'recurring.made',
      data: {
        name,
        customer,
        made: made.length,
        missed: untold.length - made.length,
        sent: row.delivery === 'send',
        number: invoice?.invoiceNumber ?? '',
        withheld: invoice?.undelivered?.how === 'withheld',
        ended: row.status === 'ended',
      },
      createdAt: now,
    },
  ]);
}

/** News of why an invoice could not be made. */
export async function tellOfRefusal(
  tx: Transaction,
  row: RecurringRow,
  reason: string,
  now: Date,
): Promise<void> {
  const { businessId, id: recurringId } = row;
  const { name } = await nameRecurring(tx, row);
  const data = { name, reason };
  await notifyListeners(tx, [
    { businessId, recurringId, type: 'recurring.refused', data, createdAt: now },
  ]);
}

/** What its owner calls it; one without a name goes by its customer's. */
async function nameRecurring(
  tx: Transaction,
  { businessId, customerId, name }: RecurringRow,
  known?: Pick<InvoiceDetail['customer'], 'name' | 'company'>,
): Promise<{ name: string; customer: string }> {
  const found = known ?? (await findCustomerRow(tx, businessId, customerId));
  const customer = found?.company || found?.name || 'the customer';
  return { name: name ?? customer, customer };
}
