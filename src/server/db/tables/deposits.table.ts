import { sql } from 'drizzle-orm';
import { index, jsonb, pgTable, primaryKey } from 'drizzle-orm/pg-core';
import type { SetPart } from '../../../shared/credit-notes/creditable.ts';
import type { Deposit } from '../../../shared/deposits/deposit.ts';
import { reference } from './columns.ts';
import { estimates } from './estimates.table.ts';
import { invoices } from './invoices.table.ts';
import { owner, ownersRecord } from './owned-columns.ts';

/**
 * What stands beside an invoice that is a deposit's. Its row is locked after invoices, by whoever makes a
 * final invoice deduct it and by whoever changes what can be deducted of it.
 */
export const depositInvoices = pgTable(
  'deposit_invoices',
  {
    businessId: owner(),
    invoiceId: reference('invoice_id').notNull(),
    estimateId: reference('estimate_id').notNull(),
    /** What was asked for, and what each line is of the estimate. */
    deposit: jsonb('deposit').$type<Deposit>().notNull(),
    parts: jsonb('parts').$type<SetPart[]>().notNull(),
    /** The final invoice, draft or issued, that deducts it. */
    deductedById: reference('deducted_by_id'),
  },
  (t) => [
    primaryKey({ name: 'deposit_invoices_pk', columns: [t.businessId, t.invoiceId] }),
    ownersRecord('deposit_invoices_invoice', [t.businessId, t.invoiceId], invoices),
    ownersRecord('deposit_invoices_estimate', [t.businessId, t.estimateId], estimates),
    ownersRecord('deposit_invoices_deducted_by', [t.businessId, t.deductedById], invoices),
    index('deposit_invoices_of_estimate').on(t.businessId, t.estimateId),
    index('deposit_invoices_deducted')
      .on(t.businessId, t.deductedById)
      .where(sql`deducted_by_id is not null`),
  ],
);
