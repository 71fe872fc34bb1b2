import { parseTyped } from '../../../shared/money/money.ts';
import type { LineCell } from './document-draft.ts';
import type { DocumentKind } from './document-kind.ts';
import type { EditorStore } from './editor-store.ts';
import { validateDraft } from './validate-draft.ts';

type NumberField = 'taxRate' | 'taxAmount' | `${string}.${LineCell}`;

/**
 * Marks a field that was left with something that is no number, in the words of the whole check.
 * Anything else waits for that check: a field that is still empty is not wrong yet.
 * @param field of a line: '{line key}.{cell}'
 */
export function checkNumber(
  { kind, store, form }: { kind: DocumentKind; store: EditorStore; form: 'create' | 'edit' },
  field: NumberField,
): void {
  const { draft } = store.getState();
  const [key, cell] = field.split('.') as [string, LineCell | undefined];
  const line = cell && draft.lines.find((each) => each.key === key);
  let typed: string | undefined;
  if (field === 'taxRate' || field === 'taxAmount') typed = draft[field];
  else if (line) typed = line[cell];
  if (typed === undefined || typed.trim() === '' || parseTyped(typed) !== undefined) return;
  // The other lines have no say in it, and there may be thousands.
  const lines = line ? [line] : draft.lines.slice(0, 1);
  const check = validateDraft({ ...draft, lines }, { kind, form, phone: false });
  const words = check.ok ? undefined : check.errors[field];
  if (words) store.setError(field, words);
}
