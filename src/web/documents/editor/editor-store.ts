/**
 * The editor's state outside of React, so that a keystroke in one of a thousand lines draws that
 * line and the totals again, and nothing else.
 */
import { typedAmount } from '../../../shared/invoices/invoice-totals.ts';
import { MAX_RATE } from '../../../shared/money/hundredths.ts';
import type { DocumentDraft, DraftFields, DraftLine, LineCell } from './document-draft.ts';
import { changedParts, rebased, sameContent, withIssueDate } from './document-draft.ts';
import type { DocumentKind } from './document-kind.ts';
import type { Lines } from './line-grid.ts';
import { setCell } from './line-grid.ts';
import type { DraftErrors } from './validate-draft.ts';

export interface EditorState {
  readonly draft: DocumentDraft;
  /** What the form was opened with, or last saved as. */
  readonly initial: DocumentDraft;
  /** The version that what is typed is typed on; none of a new document. */
  readonly version: number | undefined;
  readonly errors: DraftErrors;
  /** Counts the changes of the draft. */
  readonly revision: number;
}

export interface EditorStore {
  getState(): EditorState;
  subscribe(listener: () => void): () => void;
  setField<F extends keyof DraftFields>(field: F, value: DraftFields[F]): void;
  setCustomer(customer: DocumentDraft['customer']): void;
  setCell(key: string, cell: LineCell, text: string): void;
  changeLines(change: (lines: Lines) => Lines): void;
  setErrors(errors: DraftErrors): void;
  /** More fields that are wrong, or are wrong otherwise. */
  addErrors(errors: DraftErrors): void;
  /** A number offered by the server; it stands only where none was typed. */
  suggestNumber(number: string): void;
  /** Another draft in place of this one. */
  replace(draft: DocumentDraft): void;
  /** The same, unchanged: a version of the document as it is stored. */
  reset(draft: DocumentDraft, version: number | undefined): void;
  /** What was changed here is changed in the newer version instead, which is unchanged otherwise. */
  rebase(newer: DocumentDraft, version: number): void;
  isChanged(): boolean;
}

const NO_ERRORS: DraftErrors = {};

type Following = Pick<DocumentKind, 'endAfterDays' | 'termsFor'>;

/** @param following what follows the dates as long as nobody chose it: the end date, the terms */
export function createEditorStore(
  initial: DocumentDraft,
  { endAfterDays, termsFor }: Following,
  version?: number,
): EditorStore {
  let state: EditorState = { draft: initial, initial, version, errors: NO_ERRORS, revision: 0 };
  const listeners = new Set<() => void>();

  const set = (next: Partial<EditorState>) => {
    state = { ...state, ...next };
    for (const listener of listeners) listener();
  };
  /** Once a date is another, terms that speak of it are. */
  const withTerms = (draft: DocumentDraft): DocumentDraft => {
    const terms = termsFor?.(draft);
    return terms === undefined || terms === draft.terms ? draft : { ...draft, terms };
  };
  const change = (draft: DocumentDraft, settled: readonly string[] = []) => {
    if (draft === state.draft) return;
    set({ draft, errors: without(state.errors, settled), revision: state.revision + 1 });
  };

  return {
    getState: () => state,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    setField(field, value) {
      if (state.draft[field] === value) return;
      if (field === 'issueDate') {
        const moved = withIssueDate(state.draft, String(value), endAfterDays);
        change(withTerms(moved), ['issueDate', 'endDate']);
        return;
      }
      const draft = { ...state.draft, [field]: value };
      const sums = field === 'taxRate' || field === 'taxAmount' ? errorsOfSums(state.draft) : [];
      change(field === 'endDate' ? withTerms({ ...draft, endChosen: true }) : draft, [
        field,
        ...sums,
      ]);
    },
    setCustomer(customer) {
      change({ ...state.draft, customer }, ['customer']);
    },
    setCell(key, cell, text) {
      const lines = setCell(state.draft.lines, key, cell, text);
      change({ ...state.draft, lines }, errorsSettled(state, lines));
    },
    changeLines(changeTo) {
      const lines = changeTo(state.draft.lines);
      if (lines === state.draft.lines) return;
      change({ ...state.draft, lines }, errorsSettled(state, lines));
    },
    setErrors(errors) {
      set({ errors });
    },
    addErrors(errors) {
      const news = Object.entries(errors).some(([field, words]) => state.errors[field] !== words);
      if (news) set({ errors: { ...state.errors, ...errors } });
    },
    suggestNumber(number) {
      const untyped = state.draft.number === '';
      set({
        initial: { ...state.initial, number },
        ...(untyped ? { draft: { ...state.draft, number }, revision: state.revision + 1 } : {}),
      });
    },
    replace(draft) {
      set({ draft, errors: NO_ERRORS, revision: state.revision + 1 });
    },
    reset(draft, version) {
      set({ draft, initial: draft, version, errors: NO_ERRORS, revision: state.revision + 1 });
    },
    rebase(newer, version) {
      const { draft, initial } = state;
      set({
        draft: rebased(draft, changedParts(draft, initial), newer),
        initial: newer,
        version,
        errors: NO_ERRORS,
        revision: state.revision + 1,
      });
    },
    isChanged: () => !sameContent(state.draft, state.initial),
  };
}

function without(errors: DraftErrors, fields: readonly string[]): DraftErrors {
  if (!fields.some((field) => field in errors)) return errors;
  const rest = Object.entries(errors).filter(([field]) => !fields.includes(field));
  return rest.length === 0 ? NO_ERRORS : Object.fromEntries(rest);
}

/** Where the document's sums are told to be too large. A tax that is wrong by itself stays so. */
function errorsOfSums({ taxRate, taxAmount }: DocumentDraft): string[] {
  return [
    'lines',
    ...(typedAmount(taxRate, MAX_RATE) === null ? [] : ['taxRate']),
    ...(typedAmount(taxAmount) === null ? [] : ['taxAmount']),
  ];
}

/** Errors of the sums, and of cells that hold something else now, or are gone. */
function errorsSettled(state: EditorState, lines: readonly DraftLine[]): string[] {
  const sums = errorsOfSums(state.draft);
  const cells = Object.keys(state.errors).filter((field) => field.includes('.'));
  if (cells.length === 0) return sums;
  const now = new Map(lines.map((line) => [line.key, line]));
  const before = new Map(state.draft.lines.map((line) => [line.key, line]));
  const settled = cells.filter((field) => {
    const [key, cell] = field.split('.') as [string, LineCell];
    const [line, old] = [now.get(key), before.get(key)];
    if (!line || line[cell] !== old?.[cell]) return true;
    // A price that is good by itself was too much only for the quantity.
    return (
      cell === 'unitPrice' &&
      line.quantity !== old.quantity &&
      typedAmount(line.unitPrice) !== null &&
      line.unitPrice.trim() !== ''
    );
  });
  return [...sums, ...settled];
}
