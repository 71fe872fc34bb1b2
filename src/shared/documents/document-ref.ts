import type { KindName } from './document-content.ts';
import { DOCUMENT_KINDS, KIND_NAMES } from './document-content.ts';

/** Which document of an owner. */
export interface DocumentRef {
  of: KindName;
  businessId: string;
  id: number;
}

type IdName = (typeof DOCUMENT_KINDS)[KindName]['id'];

/** What a row says of the document that it is about: { invoiceId: 5 }. */
export const aboutDocument = ({ of, id }: Pick<DocumentRef, 'of' | 'id'>): DocumentIds => ({
  [DOCUMENT_KINDS[of].id]: id,
});
export type DocumentIds = { [Name in IdName]?: number };

/** The document that a row is about, which names one of them. */
export function toDocumentRef(
  row: { businessId: string } & { [Name in IdName]?: number | null },
): DocumentRef | undefined {
  for (const of of KIND_NAMES) {
    const id = row[DOCUMENT_KINDS[of].id];
    if (id != null) return { of, businessId: row.businessId, id };
  }
  return undefined;
}
