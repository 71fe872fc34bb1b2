import type { DocumentRef } from '../../../shared/documents/document-ref.ts';
import type { Queryable } from '../../db/database.ts';
import type { LineValues } from './line-items.store.ts';
import { readLineItems } from './line-items.store.ts';

/**
 * Whether what is saved differs from what is stored in more than its status: only then somebody
 * edited it. Ask before the lines are replaced.
 * @param values the document's own columns; an absent one stays as it is
 */
export async function changesContent<Values extends Record<string, unknown>>(
  db: Queryable,
  document: DocumentRef,
  stored: Values,
  values: { [Name in keyof Values]?: Values[Name] | undefined },
  lines: LineValues[],
): Promise<boolean> {
  for (const name of Object.keys(values)) {
    if (values[name] !== undefined && values[name] !== stored[name]) return true;
  }
  const before = await readLineItems(db, document);
  return (
    before.length !== lines.length || before.some((line, index) => !sameLine(line, lines[index]))
  );
}

function sameLine(line: LineValues, other: LineValues | undefined): boolean {
  return (
    line.itemId === other?.itemId &&
    line.description === other?.description &&
    line.quantity === other?.quantity &&
    line.unitPrice === other?.unitPrice &&
    line.total === other?.total
  );
}
