import type { Submission } from './use-submit-document.ts';

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
