import { sql } from 'drizzle-orm';
import { check, index, integer, jsonb, pgTable, text, unique } from 'drizzle-orm/pg-core';
import type { Deposit } from '../../../shared/deposits/deposit.ts';
import { ON_ACCEPTANCE } from '../../../shared/estimates/on-acceptance.ts';
import { reference } from './columns.ts';
import type { OwnContent } from './document-columns.ts';
import {
  day,
  documentColumns,
  documentConstraints,
  installmentsColumn,
  lineItemsTable,
  numberGiven,
} from './document-columns.ts';
import { invoices } from './invoices.table.ts';
import { ownersRecord } from './owned-columns.ts';

const content = {
  estimateNumber: text('estimate_number').notNull(),
  expiryDate: day('expiry_date'),
  installments: installmentsColumn(),
  deposit: jsonb('deposit').$type<Deposit>(),
} satisfies OwnContent<'estimate'>;

export const estimates = pgTable(
  'estimates',
  {
    ...documentColumns(),
    ...content,
    status: text('status', { enum: ['draft', 'sent', 'accepted', 'rejected', 'expired'] })
      .notNull()
      .default('draft'),
    /** The invoice it became (decision 15); unique, so that it can become only one. */
    invoiceId: reference('invoice_id'),
    /** What is made when its customer accepts online; null is what the profile says. */
    onAcceptance: text('on_acceptance', { enum: ON_ACCEPTANCE }),
    /** The number of the answer by which its customer accepted it, while that holds. */
    acceptanceNumber: integer('acceptance_number'),
  },
  (t) => [
    ...documentConstraints('estimates', t),
    unique('estimates_invoice').on(t.businessId, t.invoiceId),
    ownersRecord('estimates_became', [t.businessId, t.invoiceId], invoices),
    check(
      'estimates_status',
      sql`${t.status} in ('draft', 'sent', 'accepted', 'rejected', 'expired')`,
    ),
    check('estimates_acceptance', sql`${t.acceptanceNumber} is null or ${t.status} = 'accepted'`),
    check('estimates_on_acceptance', sql`${t.onAcceptance} in ('nothing', 'draft', 'send')`),
    numberGiven('estimates', { ...t, number: t.estimateNumber }),
    index('estimates_list_by_status')
      .on(t.businessId, t.status, t.issueDate.desc().nullsFirst(), t.id.desc().nullsFirst())
      .where(sql`deleted_at is null`),
    index('estimates_list_by_expiry')
      .on(t.businessId, t.expiryDate, t.id)
      .where(sql`deleted_at is null`),
    index('estimates_expiring')
      .on(t.expiryDate)
      .where(sql`status = 'sent' and deleted_at is null`),
  ],
);

export const estimateLineItems = lineItemsTable('estimate', () => estimates);
