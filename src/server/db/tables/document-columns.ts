/** What the tables of all kinds of document have in common. */
import { sql } from 'drizzle-orm';
import type { AnyPgColumn, ExtraConfigColumn, PgColumnBuilderBase } from 'drizzle-orm/pg-core';
import {
  boolean,
  check,
  date,
  index,
  integer,
  jsonb,
  pgTable,
  text,
  unique,
} from 'drizzle-orm/pg-core';
import type { ExchangeRate } from '../../../shared/documents/content-fields.ts';
import type {
  ContentName,
  KeptName,
  KindName,
} from '../../../shared/documents/document-content.ts';
import type { Installment } from '../../../shared/documents/installments/installment-content.ts';
import type {
  LineTax,
  ServicePeriod,
  StoredCharge,
  StoredDiscount,
} from '../../../shared/documents/line-content.ts';
import type { TaxTotal } from '../../../shared/documents/totals.ts';
import { businessId, currency, decimal, recordId, reference } from './columns.ts';
import { customers } from './customers.table.ts';
import { items } from './items.table.ts';
import { numberSeries } from './number-series.table.ts';
import { keptRecord, ownedRecord, ownersRecord, recordKey } from './owned-columns.ts';

export const day = (name: string) => date(name, { mode: 'string' }).notNull();

/** The plan of a kind that is paid in parts. */
export const installmentsColumn = () =>
  jsonb('installments').$type<Installment[]>().notNull().default([]);

/** The content of every kind, and what is kept of it besides. */
export const documentColumns = () => ({
  ...ownedRecord(),
  customerId: reference('customer_id').notNull(),
  /** The number as it is compared: no two documents of an owner have one. Null while there is none. */
  numberKey: text('number_key'),
  /** The series that gave the number; null of one that was typed, or that a draft lacks. */
  seriesId: reference('series_id'),
  issueDate: day('issue_date'),
  currency: currency().notNull().default('USD'),
  /**
   * What the total is rounded to; null is not at all. Of a credit note that earlier versions made: what
   * it was rounded to by itself.
   */
  roundingIncrement: decimal('rounding_increment'),
  pricesIncludeTax: boolean('prices_include_tax').notNull().default(false),
  discounts: jsonb('discounts').$type<StoredDiscount[]>().notNull().default([]),
  charges: jsonb('charges').$type<StoredCharge[]>().notNull().default([]),
  supplyDate: date('supply_date', { mode: 'string' }),
  servicePeriod: jsonb('service_period').$type<ServicePeriod>(),
  deliveryAddress: text('delivery_address'),
  buyerReference: text('buyer_reference'),
  exchangeRate: jsonb('exchange_rate').$type<ExchangeRate>(),
  /** Sum of the lines as typed, of the discounts and of the charges. */
  lineTotal: decimal('line_total').notNull(),
  discountTotal: decimal('discount_total').notNull().default('0.00'),
  chargeTotal: decimal('charge_total').notNull().default('0.00'),
  subtotal: decimal('subtotal').notNull(),
  taxTotals: jsonb('tax_totals').$type<TaxTotal[]>().notNull().default([]),
  taxAmount: decimal('tax_amount').notNull().default('0.00'),
  /** One rate for all lines, where no line carries taxes of its own. */
  taxRate: decimal('tax_rate').notNull().default('0.00'),
  rounding: decimal('rounding').notNull().default('0.00'),
  total: decimal('total').notNull(),
  notes: text('notes'),
  terms: text('terms'),
  ...keptRecord(),
});

/**
 * Columns of what a kind says besides: all of its content, and of what is kept of it, that `documentColumns` lacks, and nothing
 * else.
 */
export type OwnContent<K extends KindName> = Record<
  Exclude<ContentName<K> | KeptName<K>, keyof ReturnType<typeof documentColumns>>,
  PgColumnBuilderBase
>;

/** @param name of the table, which begins the names of its constraints and indexes */
export const documentConstraints = (
  name: 'invoices' | 'estimates' | 'credit_notes',
  t: Record<keyof ReturnType<typeof documentColumns>, ExtraConfigColumn>,
) => [
  recordKey(t),
  // A deleted document keeps its number (decision 16), so the key spans deleted rows too.
  unique(`${name}_number`).on(t.businessId, t.numberKey),
  ownersRecord(`${name}_customer`, [t.businessId, t.customerId], customers),
  ownersRecord(`${name}_series`, [t.businessId, t.seriesId], numberSeries),
  check(`${name}_amounts`, sql`${t.subtotal} >= 0 and ${t.taxAmount} >= 0 and ${t.taxRate} >= 0`),
  check(`${name}_total`, sql`${t.total} = ${t.subtotal} + ${t.taxAmount} + ${t.rounding}`),
  index(`${name}_list`)
    .on(t.businessId, t.issueDate.desc().nullsFirst(), t.id.desc().nullsFirst())
    .where(sql`deleted_at is null`),
  index(`${name}_by_customer`).on(
    t.businessId,
    t.customerId,
    t.issueDate.desc().nullsFirst(),
    t.id.desc().nullsFirst(),
  ),
  // Sorted by amount, and amounts that are searched for.
  index(`${name}_list_by_total`)
    .on(t.businessId, t.currency, t.total, t.id)
    .where(sql`deleted_at is null`),
  index(`${name}_search`)
    .using('gin', t.businessId, sql`search_text gin_trgm_ops`)
    .where(sql`deleted_at is null`),
];

/** Only a draft may lack its number, and then the key of it too. */
export const numberGiven = (
  name: 'invoices' | 'estimates' | 'credit_notes',
  { number, numberKey, status }: Record<'number' | 'numberKey' | 'status', ExtraConfigColumn>,
) =>
  check(
    `${name}_number_given`,
    sql`(${number} <> '' or ${status} = 'draft') and (${number} = '') = (${numberKey} is null)`,
  );

/** The lines of a kind's documents. */
export const lineItemsTable = (
  kind: KindName,
  documents: () => Record<'businessId' | 'id', AnyPgColumn>,
) => {
  const name = `${kind}_line_items` as const;
  return pgTable(
    name,
    {
      businessId: businessId(),
      id: recordId(),
      documentId: reference(`${kind}_id`).notNull(),
      position: integer('position').notNull(),
      itemId: reference('item_id'),
      description: text('description').notNull(),
      quantity: decimal('quantity').notNull(),
      unit: text('unit'),
      unitPrice: decimal('unit_price').notNull(),
      /** One of the two at most. */
      discountPercent: decimal('discount_percent'),
      discountAmount: decimal('discount_amount'),
      itemCode: text('item_code'),
      servicePeriod: jsonb('service_period').$type<ServicePeriod>(),
      taxes: jsonb('taxes').$type<LineTax[]>().notNull().default([]),
      /** Of an estimate's: whether its customer may leave it out, and how much of it may be taken. */
      optional: boolean('optional').notNull().default(false),
      minQuantity: decimal('min_quantity'),
      maxQuantity: decimal('max_quantity'),
      /** The line's discount as an amount, and what it leaves of quantity × price. */
      discount: decimal('discount').notNull().default('0.00'),
      total: decimal('total').notNull(),
      /** The line's part of the document's subtotal and tax. */
      net: decimal('net').notNull(),
      tax: decimal('tax').notNull().default('0.00'),
      gross: decimal('gross').notNull(),
    },
    (t) => [
      recordKey(t),
      unique(`${name}_position`).on(t.businessId, t.documentId, t.position),
      ownersRecord(`${name}_${kind}`, [t.businessId, t.documentId], documents()).onDelete(
        'cascade',
      ),
      ownersRecord(`${name}_item`, [t.businessId, t.itemId], items),
      index(`${name}_by_item`).on(t.businessId, t.itemId),
      check(`${name}_description`, sql`${t.description} <> ''`),
      check(`${name}_quantity`, sql`${t.quantity} > 0`),
      check(`${name}_unit_price`, sql`${t.unitPrice} >= 0`),
      check(`${name}_gross`, sql`${t.gross} = ${t.net} + ${t.tax}`),
      // PostgreSQL rounds numeric half away from zero, as decision 9 asks; a total has the decimals of
      // its currency.
      check(
        `${name}_total`,
        sql`${t.total} + ${t.discount} = round(${t.quantity} * ${t.unitPrice}, scale(${t.total}))`,
      ),
    ],
  );
};
