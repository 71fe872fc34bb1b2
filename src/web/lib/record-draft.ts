import { readDraft, writeDraft } from './form-draft.ts';

/** A record that a form edits; without an id while it has not been saved as one. */
export interface DraftedRecord {
  id?: number | undefined;
  version: number;
}

/** What was typed into a record's form, and the version that it was typed on. */
interface RecordDraft<Saved, Values> {
  /** null where the record was not there yet. */
  base: Saved | null;
  values: Partial<Values>;
}

export interface EditedForm<Saved extends DraftedRecord, Values> {
  noun: string;
  /** The record as it stands; null while a new one is made. */
  record: Saved | null;
  /** The form's values for a record. */
  toValues: (record: Saved) => Values;
  /**
   * Whether a save based on the older version loses nothing that stands in the newer one; where it
   * is not given, when the form shows the same for both.
   */
  agrees?: ((older: Saved, newer: Saved) => boolean) | undefined;
}

export interface OpenedForm<Saved, Values> {
  /** The version that the form starts from. */
  base: Saved | null;
  /** The record was changed after this was typed: the person decides. */
  newer: Saved | undefined;
  /** Typed and not saved. */
  values: Partial<Values> | undefined;
}

/** Where a record's draft waits, whatever versions it lives through. */
export function recordDraftKey(noun: string, record: DraftedRecord | null): string {
  return `${noun}:${record?.id ?? 'new'}`;
}

export function writeRecordDraft<Saved, Values>(
  key: string,
  base: Saved | null,
  values: Partial<Values>,
): void {
  writeDraft(key, { base, values } satisfies RecordDraft<Saved, Values>);
}

/**
 * How a form opens: with what was typed and not saved, on the version that it was typed on. When a
 * newer version stands by now, and not merely with other things than the form's, it is to be
 * decided about as after a save that came too late.
 */
export function openForm<Saved extends DraftedRecord, Values extends object>(
  edited: EditedForm<Saved, Values>,
): OpenedForm<Saved, Values> {
  const { noun, record, toValues } = edited;
  const draft = readDraft<Partial<RecordDraft<Saved, Values>>>(recordDraftKey(noun, record));
  const values = draft?.values;
  const untouched = { base: record, newer: undefined, values: undefined };
  if (!values) return untouched;
  // Another record's, or of a form that was for a new one.
  const base = draft.base ?? null;
  if (base?.id !== record?.id) return untouched;
  if (!record || !base) return { base: record, newer: undefined, values };
  // Nothing was typed after all; or its save has come through, and only the answer was lost.
  if (holds(toValues(base), values) || holds(toValues(record), values)) return untouched;
  if (base.version === record.version || agreesWith(edited, base, record)) {
    return { base: record, newer: undefined, values };
  }
  return { base, newer: record, values };
}

/** Whether a form based on the older version may go on from the newer one without a question. */
export function agreesWith<Saved extends DraftedRecord, Values extends object>(
  { toValues, agrees }: Pick<EditedForm<Saved, Values>, 'toValues' | 'agrees'>,
  older: Saved,
  newer: Saved,
): boolean {
  return agrees ? agrees(older, newer) : holds(toValues(newer), toValues(older));
}

/** Whether `all` has these values, as they come back from storage. */
function holds<Values extends object>(all: Values, some: Partial<Values>): boolean {
  return (Object.keys(some) as (keyof Values)[]).every(
    (name) => JSON.stringify(all[name]) === JSON.stringify(some[name]),
  );
}
