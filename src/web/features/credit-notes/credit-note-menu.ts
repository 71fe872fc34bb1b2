import { changeRefusal } from '../../../shared/credit-notes/credit-note-status.ts';
import type { CreditNote } from '../../../shared/credit-notes/credit-note.contract.ts';
import { downloadByPrinting } from '../../documents/document-files.ts';
import type { DocumentCommands } from '../../documents/document-menu.ts';
import { documentMenu } from '../../documents/document-menu.ts';
import { IconFileCheck } from '../../ui/icons.ts';
import type { MenuAction } from '../../ui/menu.tsx';

/** What a credit note's page and its card in the list lead to; marked as sent, it is issued. */
export type CreditNoteCommands = DocumentCommands<CreditNote>;

/** Everything that can be done with a credit note; the page and the menus choose by its state. */
export function creditNoteMenu(creditNote: CreditNote, commands: CreditNoteCommands) {
  const { status } = creditNote;
  const menu = documentMenu('credit_note', creditNote, {
    ...commands,
    download: (one) => downloadByPrinting('credit_note', one),
  });
  const { markSent, ...rest } = menu;
  return {
    ...rest,
    edit: { ...menu.edit, disabledReason: changeRefusal(status) },
    issue: { ...markSent, label: 'Issue', icon: IconFileCheck },
  } satisfies Record<string, MenuAction>;
}
