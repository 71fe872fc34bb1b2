import type { KindName } from '../../../shared/documents/document-content.ts';
import { pagePath } from '../document-places.ts';
import type { Mailable } from './document-mail.ts';

const writers = new Map<KindName, (document: Mailable) => void>();

/** While a page that has the dialog is shown, it opens it. @returns what ends that */
export function takeEmailRequests(of: KindName, write: (document: Mailable) => void): () => void {
  writers.set(of, write);
  return () => {
    if (writers.get(of) === write) writers.delete(of);
  };
}

/** Opens the dialog on whichever page is shown, or the document's own page if that has none. */
export function requestEmail(of: KindName, document: Mailable): void {
  const write = writers.get(of);
  if (write) write(document);
  else globalThis.location.assign(pagePath(of, document));
}
