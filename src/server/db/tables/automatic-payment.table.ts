import { sql } from 'drizzle-orm';
import { check, date, index, integer, pgTable, text, unique } from 'drizzle-orm/pg-core';
import { createdAt, instant, reference } from './columns.ts';
import { invoices } from './invoices.table.ts';
import { ownedRecord, ownersRecord, recordKey } from './owned-columns.ts';

/** Charges of saved cards that the owner has moved or left out. One for each due date of an invoice. */
export const automaticChargeChanges = pgTable(
  'automatic_charge_changes',
  {
    ...ownedRecord(),
    invoiceId: reference('invoice_id').notNull(),
    /** null is of the whole invoice, whatever it comes to be due on. */
    dueDate: date('due_date', { mode: 'string' }),
    /** null leaves it out. */
    movedTo: date('moved_to', { mode: 'string' }),
    createdAt: createdAt(),
  },
  (t) => [
    recordKey(t),
    unique('automatic_charge_changes_one')
      .on(t.businessId, t.invoiceId, t.dueDate)
      .nullsNotDistinct(),
    ownersRecord(
      'automatic_charge_changes_invoice',
      [t.businessId, t.invoiceId],
      invoices,
    ).onDelete('cascade'),
    // The customer agreed to the due date: nothing is charged before it.
    check(
      'automatic_charge_changes_later',
      sql`${t.movedTo} is null or (${t.dueDate} is not null and ${t.movedTo} >= ${t.dueDate})`,
    ),
  ],
);

/** Saved cards that nobody charges any more, until their provider has forgotten them. */
export const cardRemovals = pgTable(
  'card_removals',
  {
    ...ownedRecord(),
    /** The account that the card is saved in, and the provider's name for it. */
    account: text('account').notNull(),
    providerMethod: text('provider_method').notNull(),
    attempts: integer('attempts').notNull().default(0),
    nextAttemptAt: instant('next_attempt_at').notNull(),
    createdAt: createdAt(),
  },
  (t) => [
    recordKey(t),
    unique('card_removals_one').on(t.businessId, t.account, t.providerMethod),
    // For the job that asks providers: looks across owners.
    index('card_removals_due').on(t.nextAttemptAt),
  ],
);
