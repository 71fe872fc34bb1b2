import type { ComponentType } from 'react';
import { createContext, useContext, useSyncExternalStore } from 'react';
import type { Customer } from '../../../shared/customers/customer.contract.ts';
import type { Item } from '../../../shared/items/item.contract.ts';
import type { TaxRate } from '../../../shared/taxes/tax-rate.contract.ts';
import type { DocumentKind } from './document-kind.ts';
import type { EditorBusiness } from './editor-business.ts';
import type { EditorState, EditorStore } from './editor-store.ts';
import type { Submission } from './use-submit-document.ts';

/** A dialog of another feature, set in by the page: it makes a record and hands it back. */
export interface AddRecordSlot<T> {
  opened: boolean;
  /** What was typed where the record was looked for. */
  initialName: string;
  onClose: () => void;
  onSaved: (record: T) => void;
}

export interface EditorSlots {
  CustomerDialog: ComponentType<AddRecordSlot<Customer>>;
  ItemDialog: ComponentType<AddRecordSlot<Item>>;
  TaxRateDialog: ComponentType<AddRecordSlot<TaxRate>>;
}

interface EditorSurroundings extends EditorSlots {
  kind: DocumentKind;
  store: EditorStore;
  business: EditorBusiness;
  form: 'create' | 'edit';
  /** The business's day. */
  today: string;
  /** A free number that the server offered after a clash. */
  freeNumber: string | undefined;
}

/** What both layouts are given to show and to do. */
export interface EditorFrame {
  form: 'create' | 'edit';
  documentId: number | undefined;
  changed: boolean;
  /** Whether the form was opened with what had been typed earlier. */
  restored: boolean;
  /** What was saved elsewhere since the form was opened. */
  news: string | undefined;
  /** The version that saving makes of a document that is out. */
  nextVersion: number | undefined;
  busy: Submission | undefined;
  summary: string | undefined;
  submit: (kind: Submission) => void;
  close: () => void;
  /** Back to what the form would have been opened with. */
  discard: () => void;
}

const Context = createContext<EditorSurroundings | undefined>(undefined);
export const EditorProvider = Context.Provider;

export function useEditor(): EditorSurroundings {
  const editor = useContext(Context);
  if (!editor) throw new Error('Parts of the editor stand inside an EditorProvider');
  return editor;
}

/** A piece of the editor's state. `select` gives a stable value while its piece is unchanged. */
export function useEditorState<T>(select: (state: EditorState) => T): T {
  const { store } = useEditor();
  return useStoreState(store, select);
}

export function useStoreState<T>(store: EditorStore, select: (state: EditorState) => T): T {
  return useSyncExternalStore(store.subscribe, () => select(store.getState()));
}

/** The document's currency. */
export const useCurrency = (): string => useEditorState(({ draft }) => draft.currency);
