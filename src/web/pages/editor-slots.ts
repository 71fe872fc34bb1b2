import type { EditorSlots } from '../documents/editor/editor-context.ts';
import { CustomerDialog } from '../features/customers/customer-dialog.tsx';
import { ItemDialog } from '../features/items/item-dialog.tsx';
import { TaxRateDialog } from '../features/profile/taxes/tax-rate-dialog.tsx';

/** Features never enter each other: the page hands their dialogs to the editors of documents. */
export const editorSlots: EditorSlots = { CustomerDialog, ItemDialog, TaxRateDialog };
