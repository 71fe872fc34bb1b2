import { ISSUED_STAYS } from '../../shared/credit-notes/credit-note-status.ts';
import type { KindName } from '../../shared/documents/document-content.ts';
import {
  IconCopyPlus,
  IconDownload,
  IconEye,
  IconMail,
  IconPencil,
  IconSend,
  IconShare2,
  IconTrash,
} from '../ui/icons.ts';
import type { MenuAction } from '../ui/menu.tsx';
import { writeAction } from '../ui/menu.tsx';
import { viewPdf } from './document-files.ts';

/** What the page of any document and its row in the list lead to. */
export interface DocumentCommands<D> {
  edit: (document: D) => void;
  sendEmail: (document: D) => void;
  share: (document: D) => void;
  markSent: (document: D) => void;
  remove: (document: D) => void;
}

const MUST_STAY: Record<KindName, string> = {
  invoice:
    'This invoice is issued and stays. Choose Credit this invoice or Correct this invoice, under More on its page.',
  estimate: 'Its number would be missing from the series. Mark it as rejected instead.',
  credit_note: ISSUED_STAYS,
};

/** A new draft with what a document says. */
export const duplicateAction = (duplicate: () => void): MenuAction =>
  writeAction('Duplicate', IconCopyPlus, duplicate);

/** What can be done with any document. */
export function documentMenu<D extends { id: number; mustStay: boolean }>(
  kind: KindName,
  document: D,
  commands: DocumentCommands<D> & { download: (document: D) => void },
) {
  return {
    edit: writeAction('Edit', IconPencil, () => commands.edit(document)),
    view: { label: 'View', icon: IconEye, reads: true, onClick: () => viewPdf(kind, document) },
    download: {
      label: 'Download PDF',
      icon: IconDownload,
      reads: true,
      onClick: () => commands.download(document),
    },
    sendEmail: writeAction('Send by email', IconMail, () => commands.sendEmail(document)),
    share: { label: 'Share', icon: IconShare2, onClick: () => commands.share(document) },
    markSent: writeAction('Mark as Sent', IconSend, () => commands.markSent(document)),
    remove: {
      ...writeAction('Delete', IconTrash, () => commands.remove(document)),
      danger: true,
      ...(document.mustStay ? { disabledReason: MUST_STAY[kind] } : {}),
    },
  } satisfies Record<string, MenuAction>;
}
