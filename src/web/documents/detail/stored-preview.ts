import type { KindName } from '../../../shared/documents/document-content.ts';
import { toDraft } from '../editor/document-draft.ts';
import { previewInput } from '../editor/document-kind.ts';
import { toPreviewRequest } from '../editor/preview-request.ts';

/** The question for a page of a stored document: as the editor asks, before anything is typed. */
export function storedPreview<K extends KindName, Status>(
  kind: K,
  document: Parameters<typeof toDraft<K>>[1] & { id: number; status: Status },
  page: number,
) {
  const request = toPreviewRequest(kind, toDraft(kind, document), page, document.id);
  return { ...previewInput(kind, request, document.status), stored: true };
}
