import type { ComponentType, ReactNode } from 'react';
import { useRef } from 'react';
import type { Submission } from '../lib/use-submission.ts';
import { ConflictDialog, changedFields } from '../ui/conflict-dialog.tsx';
import { DialogForm, FormDialog } from '../ui/dialog-form.tsx';
import { FormLayout } from '../ui/form-layout.tsx';
import { RestoredLine } from '../ui/state-line.tsx';
import { useFrozen } from '../ui/use-frozen.ts';
import type { RecordDialogProps, RecordFormProps } from './use-record-editor.ts';

/**
 * The dialog that adds a record or edits one: 'Add New Customer', or 'Edit Customer' when one is given.
 * @param noun such as 'Customer'
 * @param size width in px on the desktop
 */
export function recordDialog<T>(
  noun: string,
  size: number,
  Form: ComponentType<RecordFormProps<T>>,
) {
  return function RecordDialog({ opened, record, ...rest }: RecordDialogProps<T>) {
    // It stays the same while the dialog fades.
    const edited = useFrozen(record, opened);
    return (
      <FormDialog
        opened={opened}
        onClose={rest.onClose}
        title={edited ? `Edit ${noun}` : `Add New ${noun}`}
        size={size}
      >
        <Form record={edited} {...rest} />
      </FormDialog>
    );
  };
}

interface FormProps<T extends object> {
  /** Such as 'customer'. */
  noun: string;
  /** The version the input is based on; without it the form adds a record. */
  base: T | undefined;
  /** The version that was saved elsewhere meanwhile. */
  newer: T | undefined;
  /** What the fields are called, for what differs in the newer version. */
  labels: Partial<Record<keyof T, string>>;
  submission: Submission;
  /** What keeps the input from being saved as it is: said at the button. */
  obstacle?: string | undefined;
  keep: () => void;
  load: () => void;
  /** Whether it was opened with what had been typed earlier. */
  restored: boolean;
  /** Back to what it would have been opened with. */
  discard: () => void;
  /** Leaves the form, at once or after a question (`useDialogForm`). */
  onCancel: () => void;
  /** The fields. */
  children: ReactNode;
}

/** The form within a `RecordDialog`: fields, buttons, and the question about a newer version. */
export function RecordForm<T extends object>({
  noun,
  base,
  newer,
  labels,
  submission,
  obstacle,
  keep,
  load,
  restored,
  discard,
  onCancel,
  children,
}: FormProps<T>) {
  const form = useRef<HTMLFormElement>(null);
  return (
    <DialogForm
      ref={form}
      submitLabel={base ? 'Save changes' : `Add ${noun}`}
      submission={submission}
      obstacle={obstacle}
      onCancel={onCancel}
    >
      {restored && (
        <div className="-mt-1 mb-3">
          <RestoredLine
            onDiscard={() => {
              discard();
              // The button goes, and the focus would go with it.
              form.current?.querySelector<HTMLElement>('[data-autofocus]')?.focus();
            }}
          />
        </div>
      )}
      <FormLayout>{children}</FormLayout>
      <ConflictDialog
        opened={newer !== undefined}
        what={noun}
        changes={base && newer ? changedFields(base, newer, labels) : []}
        onKeep={keep}
        onLoad={load}
      />
    </DialogForm>
  );
}
