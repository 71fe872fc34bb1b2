import type { KindName, TypedLine } from '../../../shared/documents/document-content.ts';
import { pickContent } from '../../../shared/documents/document-content.ts';

/** The question for a page of a stored document. */
export function storedPreview<
  K extends KindName,
  D extends { id: number; status: string; lineItems: TypedLine[] },
>(kind: K, document: D, page: number) {
  const { id, status, lineItems }: Pick<D, 'id' | 'status'> & { lineItems: TypedLine[] } = document;
  return {
    ...pickContent(kind, document),
    id,
    stored: true,
    status,
    lineItems: lineItems.map(({ description, quantity, unitPrice }) => ({
      description,
      quantity,
      unitPrice,
    })),
    pages: [page],
  };
}
