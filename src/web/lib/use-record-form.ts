import type { FieldValues, UseFormReturn } from 'react-hook-form';
import { failure, newerRecord } from './api-error.ts';
import { useSubmission } from './contract-form.ts';
import type { Versioned } from './records.ts';
import { useFormDraft } from './use-form-draft.ts';

interface Options<Saved, Values extends FieldValues, Input> {
  /** What is edited, such as 'customer'. */
  noun: string;
  /** The record to edit; without it a new one is made. */
  record: Saved | undefined;
  form: UseFormReturn<Values, unknown, Input>;
  /** The form's values for a record. */
  toValues: (record: Saved) => Values;
  save: (what: { base: Saved | undefined; input: Input }) => Promise<Saved>;
  onSaved: (saved: Saved) => void;
  onFailed: (words: string) => void;
}

/**
 * A form that adds a record or edits one, based on the version that was read. Its draft outlives a
 * reload. When the record was changed elsewhere, `newer` is the version that now stands, until
 * `keep` or `load` decided about it.
 */
export function useRecordForm<Saved extends Versioned, Values extends FieldValues, Input>({
  noun,
  record,
  form,
  toValues,
  save,
  onSaved,
  onFailed,
}: Options<Saved, Values, Input>) {
  const { base, newer, setNewer, saveOnBase, ...draft } = useFormDraft({
    form,
    noun,
    record: record ?? null,
    toValues,
  });
  const { submit, busy } = useSubmission(
    form,
    async (input) => {
      const saved = await saveOnBase((on) => save({ base: on ?? undefined, input }));
      draft.forget();
      onSaved(saved);
    },
    (error, shownUnderFields) => {
      const current = newerRecord<Saved>(error);
      if (current) {
        setNewer(current);
        return;
      }
      const what = `Failed to ${base ? 'update' : 'create'} ${noun}`;
      onFailed(shownUnderFields ? what : failure(what, error));
    },
  );
  return {
    base: base ?? undefined,
    newer,
    busy,
    submit,
    /** To be called when the input is discarded. */
    forget: draft.forget,
    restored: draft.restored,
    discard: draft.discard,
    keep: draft.keep,
    load: draft.load,
  };
}
