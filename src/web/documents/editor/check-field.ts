import { typedMoney, typedRate } from '../../../shared/documents/typed-totals.ts';
import { parseTyped, QUANTITY_PLACES } from '../../../shared/money/decimal.ts';
import type { DocumentKind } from './document-kind.ts';
import type { DraftLine, LineCell } from './draft-line.ts';
import { draftLineTotal, wrongFigures } from './draft-line.ts';
import { SCHEDULE_FIELD_NAMES } from './draft-schedule.ts';
import type { EditorBusiness } from './editor-business.ts';
import type { EditorStore } from './editor-store.ts';
import type { Lines, PickedItem } from './line-grid.ts';
import type { DraftErrors } from './validate-draft.ts';
import { findExcess, validateDraft } from './validate-draft.ts';

interface Checked {
  kind: DocumentKind;
  store: EditorStore;
  form: 'create' | 'edit';
  business?: EditorBusiness | undefined;
}

const DATES = [
  'issueDate',
  'endDate',
  'supplyDate',
  'periodFrom',
  'periodTo',
  'exchangeDate',
] as const;
type CheckedField =
  | (typeof DATES)[number]
  | 'taxRate'
  | 'taxAmount'
  | 'exchangeRate'
  | 'deposit'
  | 'dueDays'
  | `schedule.${string}`
  | `${string}.${LineCell | 'value' | 'days' | 'dueDate'}`;

/**
 * Marks what is wrong about a field that was left, in the words of the whole check: a date that is
 * none, and an amount that leaves the document without a total. Any other number waits for that
 * check, and so does one that is still empty; the dates are never empty to begin with.
 * @param field of a line: '{line key}.{cell}'
 */
export function checkField(editor: Checked, field: CheckedField): void {
  const { store } = editor;
  const { draft } = store.getState();
  const mark = () => store.addErrors(only([field], wrongIn(editor, draft.lines.slice(0, 1), [0])));
  if (DATES.some((date) => date === field) || SCHEDULE_FIELD_NAMES.includes(field)) {
    mark();
    return;
  }
  const [key = '', part] = field.split('.');
  if (
    field === 'exchangeRate' ||
    field === 'deposit' ||
    part === 'value' ||
    part === 'days' ||
    part === 'dueDate'
  ) {
    mark();
  } else if (part === 'unit') markUnit(editor, key);
  else if (field === 'taxRate' || field === 'taxAmount') {
    const value =
      field === 'taxRate' ? typedRate(draft.taxRate) : typedMoney(draft.taxAmount, draft.currency);
    if (value === null) mark();
  } else reportLines(editor, (line) => line.key === key);
  reportSums(editor);
}

/**
 * The same while a cell is still typed in: two whole numbers that make no amount are told at once,
 * where the line fills the screen and nothing else says why it has none.
 */
export function checkTypedCell(editor: Checked, key: string, cell: LineCell): void {
  const { lines } = editor.store.getState().draft;
  const line = lines.find((each) => each.key === key);
  const isWhole = (typed: string) => parseTyped(typed, QUANTITY_PLACES) !== undefined;
  if (line && isWhole(line.quantity) && isWhole(line.unitPrice)) {
    checkField(editor, `${key}.${cell}`);
  }
}

/** A unit that is none waits for nothing: it is read at once as what it stands for. */
function markUnit(editor: Checked, key: string): void {
  const { lines } = editor.store.getState().draft;
  const place = lines.findIndex((line) => line.key === key);
  const line = lines[place];
  if (line) editor.store.addErrors(only([`${key}.unit`], wrongIn(editor, [line], [place])));
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

/** `changeLines` by items of the catalogue; a price in another currency is asked for. */
export function takeItems(
  editor: Checked,
  items: readonly PickedItem[],
  change: (lines: Lines) => Lines,
): void {
  const before = new Set(editor.store.getState().draft.lines);
  changeLines(editor, change);
  const { lines, currency } = editor.store.getState().draft;
  const missing = lines.flatMap((line) => {
    const item = before.has(line) ? undefined : items.find(({ id }) => id === line.itemId);
    if (!item || item.currency === currency) return [];
    return [[`${line.key}.unitPrice`, askForPrice(item.currency, currency)]];
  });
  if (missing.length > 0) editor.store.addErrors(Object.fromEntries(missing));
}

const askForPrice = (from: string, currency: string): string =>
  `Priced in ${from}: enter the price in ${currency}`;

function reportLines(editor: Checked, asked: (line: DraftLine) => boolean): void {
  const { lines, currency } = editor.store.getState().draft;
  const places = [...lines.keys()].filter((place) => {
    const line = lines[place];
    return line && asked(line) && draftLineTotal(line, currency) === null;
  });
  if (places.length === 0) return;
  const wrong = places.flatMap((place) => lines[place] ?? []);
  const guilty = wrong.flatMap((line) => guiltyCells(line, currency));
  editor.store.addErrors(only(guilty, wrongIn(editor, wrong, places)));
}

function reportSums({ store }: Checked): void {
  const excess = findExcess(store.getState().draft);
  if (excess) store.addErrors({ [excess.field]: excess.message });
}

/** Whose fault it is that a line has no amount: figures that are good may be too much together. */
function guiltyCells(line: DraftLine, currency: string): string[] {
  const wrong = wrongFigures(line, currency);
  const cells = wrong.length > 0 ? wrong : ['unitPrice', 'discount'];
  return cells.map((cell) => `${line.key}.${cell}`);
}

/** All that is wrong while the document has only these lines: the others may be thousands. */
function wrongIn(
  { kind, store, form, business }: Checked,
  lines: Lines,
  places: number[],
): DraftErrors {
  const base = business && { stored: undefined, business };
  const rules = { kind, form, phone: false, base };
  const check = validateDraft({ ...store.getState().draft, lines }, rules, places);
  return check.ok ? {} : check.errors;
}

function only(fields: readonly string[], errors: DraftErrors): DraftErrors {
  return Object.fromEntries(
    fields.flatMap((field) => (errors[field] ? [[field, errors[field]]] : [])),
  );
}
