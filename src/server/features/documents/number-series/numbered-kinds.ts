import { sql } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';
import type { KindName } from '../../../../shared/documents/document-content.ts';
import type { SeriesKind } from '../../../../shared/documents/number-series/number-series.contract.ts';
import type { Queryable, Transaction } from '../../../db/database.ts';
import { documentRevisions } from '../../../db/tables/revisions.table.ts';
import { idColumn, TABLES } from '../read-documents.ts';

/**
 * Takes the numbers off drafts that were never issued, but for those that a message is on its way with:
 * it says theirs. The kind's own feature does it.
 */
type ClearDraftNumbers = (tx: Transaction, businessId: string, now: Date) => Promise<void>;

const clearers = new Map<SeriesKind, ClearDraftNumbers>();

/** Called where the application is put together: documents stand below the kinds. */
export function registerNumberedKind(kind: KindName, clear: ClearDraftNumbers): void {
  clearers.set(kind, clear);
}

export async function clearDraftNumbers(
  tx: Transaction,
  businessId: string,
  kind: SeriesKind,
  now: Date,
): Promise<void> {
  await clearers.get(kind)?.(tx, businessId, now);
}

/**
 * Drafts with a number that were never issued and that no message is on its way with, and what is set of
 * them besides the number: neither key nor search says it any more.
 */
export const withoutNumbers = (
  kind: KindName,
  businessId: string,
  table: Record<
    'businessId' | 'id' | 'status' | 'numberKey' | 'searchText' | 'version',
    AnyPgColumn
  >,
  now: Date,
) => ({
  values: {
    numberKey: null,
    searchText: sql`substr(${table.searchText}, position(E'\n' in ${table.searchText}))`,
    version: sql`${table.version} + 1`,
    updatedAt: now,
  },
  drafts: sql`
    ${table.businessId} = ${businessId} and ${table.status} = 'draft'
    and ${table.numberKey} is not null
    and not exists (select from ${documentRevisions} r
      where r.business_id = ${businessId} and r.${idColumn(kind)} = ${table.id})
    and not exists (select from emails m
      where m.business_id = ${businessId} and m.${idColumn(kind)} = ${table.id}
        and m.status = 'queued')`,
});

/** The keys of numbers that documents of a kind have or had. */
export async function listNumberKeys(
  db: Queryable,
  businessId: string,
  kind: SeriesKind,
): Promise<string[]> {
  const { rows } = await db.execute<{ number_key: string }>(sql`
    select number_key from ${TABLES[kind]} where business_id = ${businessId} and number_key is not null`);
  return rows.map((row) => row.number_key);
}

/** Whether a document of the kind has or had this number. */
export async function isNumberTaken(
  db: Queryable,
  businessId: string,
  kind: KindName,
  key: string,
): Promise<boolean> {
  const { rows } = await db.execute(sql`
    select 1 from ${TABLES[kind]} where business_id = ${businessId} and number_key = ${key}`);
  return rows.length > 0;
}
