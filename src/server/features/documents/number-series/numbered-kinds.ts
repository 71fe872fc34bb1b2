import type { SQL } from 'drizzle-orm';
import { sql } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';
import type { KindName } from '../../../../shared/documents/document-content.ts';
import type { SeriesKind } from '../../../../shared/documents/number-series/number-series.contract.ts';
import type { Queryable, Transaction } from '../../../db/database.ts';
import { documentRevisions } from '../../../db/tables/revisions.table.ts';
import { columnOf, TABLES } from '../read-documents.ts';

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

/** Of a kind's table: a draft with a number that was never issued, and that no message is on its way with. */
export const isUnissuedDraft = (
  kind: KindName,
  businessId: string,
  { id, status, numberKey: key }: Record<'id' | 'status' | 'numberKey', AnyPgColumn>,
): SQL => sql`
  ${status} = 'draft' and ${key} is not null
  and not exists (select from ${documentRevisions} r
    where r.business_id = ${businessId} and r.${columnOf(`${kind}Id`)} = ${id})
  and not exists (select from emails m
    where m.business_id = ${businessId} and m.${columnOf(`${kind}Id`)} = ${id} and m.status = 'queued')`;

/** What a search looks through of a document that has no number any more. */
export const withoutNumber = (searchText: AnyPgColumn): SQL =>
  sql`substr(${searchText}, position(E'\n' in ${searchText}))`;

const tableOf = (kind: SeriesKind): SQL | undefined => new Map(Object.entries(TABLES)).get(kind);

/** The keys of numbers that documents of a kind have or had. */
export async function listNumberKeys(
  db: Queryable,
  businessId: string,
  kind: SeriesKind,
): Promise<string[]> {
  const table = tableOf(kind);
  if (!table) return [];
  const { rows } = await db.execute<{ number_key: string }>(sql`
    select number_key from ${table} where business_id = ${businessId} and number_key is not null`);
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
