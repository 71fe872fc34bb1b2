import type { FieldValues, Path, UseFormReturn } from 'react-hook-form';
import { failure, newerRecord } from '../lib/api-error.ts';
import { formFields, useContractSubmission } from '../lib/contract-form.ts';
import { useFormDraft } from '../lib/use-form-draft.ts';
import type { KeyFor } from '../lib/use-submission.ts';
import { useDialogForm } from '../ui/dialog-form.tsx';
import { notify } from '../ui/notify.tsx';
import type { Versioned } from './record-kind.ts';

/** What a dialog that adds a record or edits one is given. */
export interface RecordDialogProps<Saved> {
  opened: boolean;
  /** The record to edit; without it a new one is made. */
  record?: Saved | undefined;
  /** The name of a new one, as far as it was typed elsewhere. */
  initialName?: string;
  onClose: () => void;
  onSaved?: (saved: Saved) => void;
}

/** What its form is given. */
export type RecordFormProps<Saved> = Omit<RecordDialogProps<Saved>, 'opened'>;

/** What is saved, on which version, and the keys of the form that it was written in. */
export interface SavedInput<Saved, Input> {
  base: Saved | undefined;
  input: Input;
  keyFor: KeyFor;
}

interface Options<
  Saved,
  Values extends FieldValues,
  Input,
  Name extends Path<Values>,
> extends RecordFormProps<Saved> {
  /** What is edited, such as 'customer'. */
  noun: string;
  /** What the fields are called. */
  labels: Readonly<Record<Name, string>>;
  form: UseFormReturn<Values, unknown, Input>;
  /** The form's values for a record. */
  toValues: (record: Saved) => Values;
  save: (what: SavedInput<Saved, Input>) => Promise<Saved>;
  /** Something is on its way that would be lost as well. */
  dirty?: boolean;
  /** Waits for it. @returns whether it has arrived */
  ready?: () => Promise<boolean>;
}

/**
 * A form that adds a record or edits one, based on the version that was read. Its draft outlives a
 * reload, and nothing is left without a question. When the record was changed elsewhere, the person
 * decides. `shell` is what `RecordForm` is given.
 */
export function useRecordEditor<
  Saved extends Versioned,
  Values extends FieldValues,
  Input,
  Name extends Path<Values>,
>({
  noun,
  labels,
  form,
  record,
  toValues,
  save,
  dirty = false,
  ready,
  onClose,
  onSaved,
}: Options<Saved, Values, Input, Name>) {
  const { base, newer, setNewer, saveOnBase, forget, ...draft } = useFormDraft({
    form,
    noun,
    record: record ?? null,
    toValues,
  });
  const { release, onCancel } = useDialogForm(
    { dirty: dirty || form.formState.isDirty, onDiscard: forget },
    onClose,
  );
  const submission = useContractSubmission(
    form,
    async (input, keyFor) => {
      const saved = await saveOnBase((on) => save({ base: on ?? undefined, input, keyFor }));
      forget();
      release();
      onSaved?.(saved);
      onClose();
    },
    (error, shownUnderFields) => {
      const current = newerRecord<Saved>(error);
      if (current) {
        setNewer(current);
        return;
      }
      const what = `Failed to ${base ? 'update' : 'create'} ${noun}`;
      notify.error('Error', shownUnderFields ? what : failure(what, error));
    },
    { ready },
  );
  const { restored, discard, keep, load } = draft;
  return {
    field: formFields(form, labels),
    shell: {
      noun,
      labels,
      base: base ?? undefined,
      newer,
      submission,
      restored,
      discard,
      keep,
      load,
      onCancel,
    },
  };
}
