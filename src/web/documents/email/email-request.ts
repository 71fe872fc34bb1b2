import type { DocumentMail, Mailable, MailedDetail } from './document-mail.ts';

type Kind = Pick<DocumentMail<MailedDetail>, 'of' | 'path'>;

const writers = new Map<Kind['of'], (document: Mailable) => void>();

/** While a page that has the dialog is shown, it opens it. @returns what ends that */
export function takeEmailRequests(of: Kind['of'], write: (document: Mailable) => void): () => void {
  writers.set(of, write);
  return () => {
    if (writers.get(of) === write) writers.delete(of);
  };
}

/** Opens the dialog on whichever page is shown, or the document's own page if that has none. */
export function requestEmail({ of, path }: Kind, document: Mailable): void {
  const write = writers.get(of);
  if (write) write(document);
  else globalThis.location.assign(`${path}/${document.id}`);
}
