/** What tables of a business's data have in common (decision 27). */
import type { AnyPgColumn } from 'drizzle-orm/pg-core';
import { foreignKey, primaryKey, text } from 'drizzle-orm/pg-core';
import { businesses } from './businesses.table.ts';
import { businessId, createdAt, instant, recordId, updatedAt, version } from './columns.ts';

/** The business whose rows these are: they go with it. */
export const owner = () => businessId().references(() => businesses.id, { onDelete: 'cascade' });

/** A record's key: its number, led by its owner. */
export const ownedRecord = () => ({ businessId: owner(), id: recordId() });
export const recordKey = (t: Record<'businessId' | 'id', AnyPgColumn>) =>
  primaryKey({ columns: [t.businessId, t.id] });

/** A reference to a record of the same owner. */
export const ownersRecord = (
  name: string,
  columns: [businessId: AnyPgColumn, id: AnyPgColumn],
  record: Record<'businessId' | 'id', AnyPgColumn>,
) => foreignKey({ name, columns, foreignColumns: [record.businessId, record.id] });

/** Of a record that is searched, edited by several at once, and kept for a while once deleted. */
export const keptRecord = () => ({
  /** Folded: what a search looks through. */
  searchText: text('search_text').notNull().default(''),
  deletedAt: instant('deleted_at'),
  version: version(),
  createdAt: createdAt(),
  updatedAt: updatedAt(),
});

export const postalAddress = () => ({
  address: text('address'),
  city: text('city'),
  state: text('state'),
  zipCode: text('zip_code'),
  country: text('country'),
});
