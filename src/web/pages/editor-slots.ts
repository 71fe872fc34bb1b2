import { CustomerDialog } from '../features/customers/customer-dialog.tsx';
import type { EditorSlots } from '../features/invoices/index.ts';
import { ItemDialog } from '../features/items/item-dialog.tsx';

/** Features never enter each other: the page hands their dialogs to the invoice editor. */
export const editorSlots: EditorSlots = { CustomerDialog, ItemDialog };
