/**
 * The editor's state outside of React, so that a keystroke in one of a thousand lines draws that
 * line and the totals again, and nothing else.
 */
import type { EditorColumn } from '../../../shared/documents/editor-columns.ts';
import { EDITOR_COLUMNS } from '../../../shared/documents/editor-columns.ts';
import { typedMoney, typedRate } from '../../../shared/documents/typed-totals.ts';
import type {
  DocumentDraft,
  DraftAdjustment,
  DraftFields,
  DraftFigures,
} from './document-draft.ts';
import { FIGURE_PARTS, hasLineTaxes, withIssueDate } from './document-draft.ts';
import type { DocumentKind } from './document-kind.ts';
import type { DraftInstallment } from './draft-installments.ts';
import { planEnd } from './draft-installments.ts';
import type { DraftLine, LineCell } from './draft-line.ts';
import { FIGURE_CELLS, lineIn, sameTaxes, usedColumns, wrongFigures } from './draft-line.ts';
import { changedParts, rebased, sameAdjustment, sameContent } from './draft-parts.ts';
import type { DraftSchedule } from './draft-schedule.ts';
import { SCHEDULE_FIELD_NAMES } from './draft-schedule.ts';
import type { EditorBusiness } from './editor-business.ts';
import {
  documentTax,
  hasDocumentTax,
  newLineTaxes,
  offeredIncrement,
  UNKNOWN_BUSINESS,
  usualIncrement,
} from './editor-business.ts';
import type { ExtraName } from './editor-extras.ts';
import { hasColumn, usedExtras } from './editor-extras.ts';
import type { Lines } from './line-grid.ts';
import { setCell, tidyLines } from './line-grid.ts';
import type { DraftErrors } from './validate-draft.ts';

export interface EditorState {
  readonly draft: DocumentDraft;
  /** What the form was opened with, or last saved as. */
  readonly initial: DocumentDraft;
  /** The version that what is typed is typed on; none of a new document. */
  readonly version: number | undefined;
  readonly errors: DraftErrors;
  /** The draft as it was when a figure of it was changed last: the same one while texts are typed. */
  readonly figures: DraftFigures;
  /** Counts the changes of the draft. */
  readonly revision: number;
  /** The columns that the lines are seen with: what a line uses is never hidden. */
  readonly columns: readonly EditorColumn[];
  /** The fields that are there beyond those of a plain document. */
  readonly extras: readonly ExtraName[];
}

export type AdjustmentList = 'discounts' | 'charges';
type Adjustments = readonly DraftAdjustment[];
type Installments = readonly DraftInstallment[];
type Deductions = DocumentDraft['deductions'];

export type EditorStore = ReturnType<typeof createEditorStore>;

const NO_ERRORS: DraftErrors = {};

type Following = Pick<DocumentKind, 'name' | 'endAfterDays' | 'termsFor' | 'recurring'>;

/** @param following what follows the dates as long as nobody chose it: the end date, the terms */
export function createEditorStore(
  initial: DocumentDraft,
  kind: Following,
  version?: number,
  business: EditorBusiness = UNKNOWN_BUSINESS,
) {
  const { endAfterDays, termsFor } = kind;
  const isNew = version === undefined;
  let state: EditorState = {
    draft: initial,
    figures: initial,
    initial,
    version,
    errors: NO_ERRORS,
    revision: 0,
    // A rate of the whole document keeps its field: taxes on lines would stand beside it.
    columns: business.columns.filter(
      (column) => hasColumn(kind, column) && (column !== 'tax' || !hasDocumentTax(initial)),
    ),
    extras: [],
  };
  const listeners = new Set<() => void>();

  const set = (next: Partial<EditorState>) => {
    const { draft = state.draft } = next;
    const isSame = FIGURE_PARTS.every((part) => draft[part] === state.figures[part]);
    state = { ...state, ...next, figures: isSame ? state.figures : draft };
    for (const listener of listeners) listener();
  };
  /** The state with what a draft uses in view. */
  const showing = (draft: DocumentDraft, more: readonly EditorColumn[] = []) => {
    const columns = withMore(EDITOR_COLUMNS, state.columns, [...usedColumns(draft.lines), ...more]);
    const used = usedExtras(draft, business.currency);
    const isShown = used.every((extra) => state.extras.includes(extra));
    return { draft, columns, extras: isShown ? state.extras : [...state.extras, ...used] };
  };
  /** Once a date is another, terms that speak of it are. */
  const withTerms = (draft: DocumentDraft): DocumentDraft => {
    const terms = termsFor?.(draft);
    return terms === undefined || terms === draft.terms ? draft : { ...draft, terms };
  };
  /** An invoice with installments is due when the last one is. */
  const withPlanEnd = (draft: DocumentDraft): DocumentDraft => {
    const endDate = planEnd(kind.name, draft);
    return endDate === undefined ? draft : { ...draft, endDate, endChosen: true };
  };
  const change = (
    draft: DocumentDraft,
    settled: readonly string[] = [],
    shown: Partial<EditorState> = {},
  ) => {
    if (draft === state.draft) return;
    const errors = without(state.errors, settled);
    set({ draft, errors, revision: state.revision + 1, ...shown });
  };
  /** What was switched on or off stays so; else a currency brings its own, and the stored one what is stored. */
  const roundToIn = ({ roundChosen, roundTo }: DocumentDraft, currency: string) => {
    if (roundChosen) return (roundTo && offeredIncrement(kind, currency, business)) ?? null;
    if (currency === state.initial.currency) return state.initial.roundTo;
    return usualIncrement(kind, currency, business);
  };
  /** Prices are then of another currency: the figures stay as they were typed. */
  const withCurrency = (draft: DocumentDraft, currency: string): DocumentDraft =>
    currency === draft.currency
      ? draft
      : {
          ...draft,
          currency,
          roundTo: roundToIn(draft, currency),
          lines: tidyLines(draft.lines, currency),
          exchangeRate: '',
          exchangeDate: '',
          exchangeSource: '',
        };
  /** Lines that carry what new ones carried, and now carry what new ones carry. */
  const withTaxes = (draft: DocumentDraft, before: DraftLine['taxes']): DocumentDraft => {
    const taxes = newLineTaxes(draft.customer, business);
    if (sameTaxes(taxes, before)) return draft;
    const lines = draft.lines.map((line) =>
      sameTaxes(line.taxes, before) ? { ...line, taxes } : line,
    );
    return { ...draft, lines };
  };

  state = { ...state, ...showing(initial) };
  return {
    getState: () => state,
    subscribe(listener: () => void) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    setField<F extends keyof DraftFields>(field: F, value: DraftFields[F]) {
      const { draft } = state;
      if (draft[field] === value) return;
      if (field === 'issueDate') {
        const moved = withIssueDate(draft, String(value), endAfterDays);
        change(withTerms(withPlanEnd(moved)), ['issueDate', 'endDate']);
        return;
      }
      if (field === 'currency') {
        const next = withCurrency(draft, String(value));
        change(next, Object.keys(state.errors), showing(next));
        return;
      }
      const next = { ...draft, [field]: value };
      const isFigure = field === 'taxRate' || field === 'taxAmount' || field === 'pricesIncludeTax';
      const settled = [field, ...(isFigure ? errorsOfSums(draft) : [])];
      change(field === 'endDate' ? withTerms({ ...next, endChosen: true }) : next, settled);
    },
    setRoundTo(roundTo: string | null) {
      change({ ...state.draft, roundTo, roundChosen: true }, ['roundingIncrement']);
    },
    setCustomer(customer: DocumentDraft['customer']) {
      const { draft, columns } = state;
      const before = newLineTaxes(draft.customer, business);
      let next: DocumentDraft = { ...draft, customer };
      let more: EditorColumn[] = [];
      if (isNew && customer) {
        const usual = draft.customer?.currency ?? business.currency;
        // A currency that was chosen for this document stays.
        if (draft.currency === usual) {
          next = withCurrency(next, customer.currency ?? business.currency);
        }
        const isTreated = Boolean(customer.taxCategory ?? draft.customer?.taxCategory);
        if (isTreated && !hasDocumentTax(draft)) more = ['tax'];
        const isTaxed = columns.includes('tax') || more.length > 0;
        if (isTaxed) next = withTaxes(next, columns.includes('tax') ? before : []);
      }
      change(next, ['customer'], showing(next, more));
    },
    setCell(key: string, cell: LineCell, text: string) {
      const lines = setCell(state.draft.lines, key, cell, text);
      change({ ...state.draft, lines }, errorsSettled(state, lines));
    },
    changeLines(changeTo: (lines: Lines) => Lines) {
      const lines = changeTo(state.draft.lines);
      if (lines === state.draft.lines) return;
      const draft = { ...state.draft, lines };
      change(draft, errorsSettled(state, lines), showing(draft));
    },
    changeAdjustments(list: AdjustmentList, changeTo: (all: Adjustments) => Adjustments) {
      const all = changeTo(state.draft[list]);
      if (all === state.draft[list]) return;
      const draft = { ...state.draft, [list]: all };
      const settled = state.draft[list]
        .filter(
          (each) =>
            !sameAdjustment(
              each,
              all.find(({ key }) => key === each.key),
            ),
        )
        .flatMap(({ key }) => [`${key}.reason`, `${key}.value`, `${key}.taxes`]);
      change(draft, [...settled, ...errorsOfSums(state.draft)]);
    },
    changeInstallments(changeTo: (all: Installments) => Installments) {
      const { draft, errors } = state;
      const installments = changeTo(draft.installments);
      if (installments === draft.installments) return;
      // What is wrong with one may be so because of the others.
      const settled = Object.keys(errors).filter((field) => field.startsWith('installment-'));
      const next = withTerms(withPlanEnd({ ...draft, installments }));
      change(next, [...settled, ...(next.endDate === draft.endDate ? [] : ['endDate'])]);
    },
    changeSchedule(changes: Partial<DraftSchedule>) {
      const { draft } = state;
      if (!draft.schedule) return;
      // What is wrong with one of its fields may be so because of the others.
      change({ ...draft, schedule: { ...draft.schedule, ...changes } }, SCHEDULE_FIELD_NAMES);
    },
    changeDeductions(changeTo: (all: Deductions) => Deductions) {
      const draft = { ...state.draft, deductions: changeTo(state.draft.deductions) };
      change(draft, ['deductsInvoiceIds', ...errorsOfSums(state.draft)]);
    },
    /** A line as the document's new ones are. */
    freshLine(): DraftLine {
      const { draft, columns } = state;
      return lineIn(
        draft.currency,
        columns.includes('tax') ? newLineTaxes(draft.customer, business) : [],
      );
    },
    /** Shows or hides a column; one that a line uses stays. */
    showColumn(column: EditorColumn, shown: boolean) {
      const { draft, columns } = state;
      if (!shown) {
        const used = usedColumns(draft.lines);
        set({ columns: columns.filter((each) => each !== column || used.includes(each)) });
        return;
      }
      if (columns.includes(column)) return;
      let next = draft;
      if (column === 'tax') {
        // One rate of the document becomes the same rate on each of its lines.
        const own = documentTax(draft);
        const taxes = own ?? (isNew ? newLineTaxes(draft.customer, business) : []);
        const lines = draft.lines.map((line) =>
          line.taxes.length > 0 ? line : { ...line, taxes },
        );
        next = { ...draft, lines, ...(own ? { taxRate: '0.00' } : {}) };
      }
      change(next, [], {});
      set(showing(next, [column]));
    },
    showExtra(extra: ExtraName) {
      if (!state.extras.includes(extra)) set({ extras: [...state.extras, extra] });
    },
    setErrors(errors: DraftErrors) {
      set({ errors });
    },
    /** More fields that are wrong, or are wrong otherwise. */
    addErrors(errors: DraftErrors) {
      const news = Object.entries(errors).some(([field, words]) => state.errors[field] !== words);
      if (news) set({ errors: { ...state.errors, ...errors } });
    },
    /** A number offered by the server; it stands only where none was typed. */
    suggestNumber(number: string) {
      const untyped = state.draft.number === '';
      set({
        initial: { ...state.initial, number },
        ...(untyped ? { draft: { ...state.draft, number }, revision: state.revision + 1 } : {}),
      });
    },
    /** Another draft in place of this one. */
    replace(draft: DocumentDraft) {
      set({ ...showing(draft), errors: NO_ERRORS, revision: state.revision + 1 });
    },
    /** The same, unchanged: a version of the document as it is stored. */
    reset(draft: DocumentDraft, version: number | undefined) {
      const shown = showing(draft);
      set({ ...shown, initial: draft, version, errors: NO_ERRORS, revision: state.revision + 1 });
    },
    /** What was changed here is changed in the newer version instead, which is unchanged otherwise. */
    rebase(newer: DocumentDraft, version: number) {
      const { draft, initial } = state;
      set({
        ...showing(rebased(draft, changedParts(draft, initial), newer)),
        initial: newer,
        version,
        errors: NO_ERRORS,
        revision: state.revision + 1,
      });
    },
    isChanged: () => !sameContent(state.draft, state.initial),
  };
}

/** The same list where nothing is new: rows are drawn again when it is another. */
function withMore<T>(order: readonly T[], list: readonly T[], more: readonly T[]): readonly T[] {
  if (more.every((each) => list.includes(each))) return list;
  return order.filter((each) => list.includes(each) || more.includes(each));
}

function without(errors: DraftErrors, fields: readonly string[]): DraftErrors {
  if (!fields.some((field) => field in errors)) return errors;
  const rest = Object.entries(errors).filter(([field]) => !fields.includes(field));
  return rest.length === 0 ? NO_ERRORS : Object.fromEntries(rest);
}

/**
 * Where the document's sums are told to be too large, or too small for their discounts. A figure
 * that is wrong by itself stays so.
 */
function errorsOfSums(draft: DocumentDraft): string[] {
  const { taxRate, taxAmount, currency, discounts } = draft;
  return [
    'lines',
    ...(typedRate(taxRate) === null ? [] : ['taxRate']),
    ...(typedMoney(taxAmount, currency) === null && !hasLineTaxes(draft) ? [] : ['taxAmount']),
    ...discounts.filter(({ value }) => value.trim() !== '').map(({ key }) => `${key}.value`),
  ];
}

/** Errors of the sums, and of cells that hold something else now, or are gone. */
function errorsSettled({ draft, errors }: EditorState, lines: readonly DraftLine[]): string[] {
  const sums = errorsOfSums(draft);
  const adjustments = new Set([...draft.discounts, ...draft.charges].map(({ key }) => key));
  const cells = Object.keys(errors).flatMap((field) => {
    const [key, cell] = field.split('.') as [string, LineCell?];
    return cell === undefined || adjustments.has(key) ? [] : { field, key, cell };
  });
  if (cells.length === 0) return sums;
  const now = new Map(lines.map((line) => [line.key, line]));
  const before = new Map(draft.lines.map((line) => [line.key, line]));
  const settled = cells.filter(({ key, cell }) => {
    const [line, old] = [now.get(key), before.get(key)];
    if (!line || line[cell] !== old?.[cell]) return true;
    // A price or discount that is good by itself was too much only beside the other figures.
    return (
      (cell === 'unitPrice' || cell === 'discount') &&
      line[cell].trim() !== '' &&
      FIGURE_CELLS.some((other) => line[other] !== old[other]) &&
      !wrongFigures(line, draft.currency).includes(cell)
    );
  });
  return [...sums, ...settled.map(({ field }) => field)];
}
