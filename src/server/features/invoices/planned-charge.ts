import type { SQL } from 'drizzle-orm';
import type { CalendarDate } from '../../../shared/dates/calendar-date.ts';
import type { InvoiceDetail } from '../../../shared/invoices/invoice.contract.ts';
import type { Queryable } from '../../db/database.ts';

/** A saved card that is charged for an invoice by itself, and the day of that. */
export interface PlannedCharge {
  card: string;
  date: CalendarDate;
}

export type ChargeableInvoice = Pick<
  InvoiceDetail,
  | 'id'
  | 'status'
  | 'customerId'
  | 'currency'
  | 'total'
  | 'amountDue'
  | 'issueDate'
  | 'dueDate'
  | 'nextDueDate'
  | 'installments'
>;

/** What is known of saved cards by the feature that charges them, which stands above this one. */
interface PlannedCharges {
  /** The charge that is to come for an invoice, or is under way; of a draft, as if it were issued now. */
  find(
    db: Queryable,
    businessId: string,
    invoice: ChargeableInvoice,
    now: Date,
  ): Promise<PlannedCharge | undefined>;
  /** The cards that were declined for what is due now of some invoices, by invoice. */
  findDeclined(
    db: Queryable,
    businessId: string,
    invoiceIds: readonly number[],
  ): Promise<ReadonlyMap<number, string>>;
  /** Whether one is to come for an open invoice `i`, if cards can be charged for its amount at all. */
  isToCome(businessId: string, today: CalendarDate): SQL;
  /** Whether a customer has a saved card that may be charged at all. */
  hasCard(businessId: string, customerId: SQL): SQL;
}

let known: PlannedCharges | undefined;

/** Called where the application is put together. */
export function registerPlannedCharges(charges: PlannedCharges): void {
  known = charges;
}

export function plannedCharges(): PlannedCharges {
  if (!known) throw new Error('nobody has registered who charges saved cards');
  return known;
}
