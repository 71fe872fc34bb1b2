import { typedAmount, typedLineTotal } from '../../../shared/invoices/invoice-totals.ts';
import { MAX_RATE, parseTyped } from '../../../shared/money/hundredths.ts';
import type { DraftLine, LineCell } from './document-draft.ts';
import type { DocumentKind } from './document-kind.ts';
import type { EditorStore } from './editor-store.ts';
import type { Lines } from './line-grid.ts';
import type { DraftErrors } from './validate-draft.ts';
import { findExcess, validateDraft } from './validate-draft.ts';

interface Checked {
  kind: DocumentKind;
  store: EditorStore;
  form: 'create' | 'edit';
}

type CheckedField = 'issueDate' | 'endDate' | 'taxRate' | 'taxAmount' | `${string}.${LineCell}`;

/**
 * Marks what is wrong about a field that was left, in the words of the whole check: a date that is
 * none, and an amount that leaves the document without a total. Any other number waits for that
 * check, and so does one that is still empty; the dates are never empty to begin with.
 * @param field of a line: '{line key}.{cell}'
 */
export function checkField(editor: Checked, field: CheckedField): void {
  const { store } = editor;
  const { draft } = store.getState();
  switch (field) {
    case 'issueDate':
    case 'endDate':
      store.addErrors(only([field], wrongIn(editor, draft.lines.slice(0, 1), [0])));
      return;
    case 'taxRate':
    case 'taxAmount': {
      const most = field === 'taxRate' ? MAX_RATE : undefined;
      if (typedAmount(draft[field], most) === null) {
        store.addErrors(only([field], wrongIn(editor, draft.lines.slice(0, 1), [0])));
      }
      break;
    }
    default: {
      const [key] = field.split('.');
      reportLines(editor, (line) => line.key === key);
    }
  }
  reportSums(editor);
}

/**
 * The same while a cell is still typed in: two whole numbers that make no amount are told at once,
 * where the line fills the screen and nothing else says why it has none.
 */
export function checkTypedCell(editor: Checked, key: string, cell: LineCell): void {
  const { lines } = editor.store.getState().draft;
  const line = lines.find((each) => each.key === key);
  const isWhole = (typed: string) => parseTyped(typed) !== undefined;
  if (line && isWhole(line.quantity) && isWhole(line.unitPrice)) {
    checkField(editor, `${key}.${cell}`);
  }
}

/** Marks all amounts that leave the document without a total. */
export function checkAmounts(editor: Checked): void {
  reportLines(editor, () => true);
  reportSums(editor);
}

/** Changes the lines otherwise than by typing: no cell is left then, so all are looked at. */
export function changeLines(editor: Checked, change: (lines: Lines) => Lines): void {
  editor.store.changeLines(change);
  checkAmounts(editor);
}

function reportLines(editor: Checked, asked: (line: DraftLine) => boolean): void {
  const { lines } = editor.store.getState().draft;
  const places = [...lines.keys()].filter((place) => {
    const line = lines[place];
    return line && asked(line) && typedLineTotal(line) === null;
  });
  if (places.length === 0) return;
  const wrong = places.flatMap((place) => lines[place] ?? []);
  editor.store.addErrors(only(wrong.flatMap(guiltyCells), wrongIn(editor, wrong, places)));
}

function reportSums({ store }: Checked): void {
  const excess = findExcess(store.getState().draft);
  if (excess) store.addErrors({ [excess.field]: excess.message });
}

/** Whose fault it is that a line has no amount: two numbers that are good may be too much together. */
function guiltyCells({ key, quantity, unitPrice }: DraftLine): string[] {
  const cells = Object.entries({ quantity, unitPrice })
    .filter(([, typed]) => typedAmount(typed) === null)
    .map(([cell]) => `${key}.${cell}`);
  return cells.length > 0 ? cells : [`${key}.unitPrice`];
}

/** All that is wrong while the document has only these lines: the others may be thousands. */
function wrongIn({ kind, store, form }: Checked, lines: Lines, places: number[]): DraftErrors {
  const rules = { kind, form, phone: false };
  const check = validateDraft({ ...store.getState().draft, lines }, rules, places);
  return check.ok ? {} : check.errors;
}

function only(fields: readonly string[], errors: DraftErrors): DraftErrors {
  return Object.fromEntries(
    fields.flatMap((field) => (errors[field] ? [[field, errors[field]]] : [])),
  );
}
