import type { ReactNode, SyntheticEvent } from 'react';
import { useRef } from 'react';
import { Button } from './button.tsx';
import { ConflictDialog, changedFields } from './conflict-dialog.tsx';
import { DialogActions, FormDialog, useDialogClose } from './dialog.tsx';
import { FormLayout } from './form-layout.tsx';
import { RestoredLine } from './state-line.tsx';
import { useFrozen } from './use-frozen.ts';

interface DialogProps<T> {
  opened: boolean;
  /** The record to edit; without it a new one is made. */
  record: T | undefined;
  /** Such as 'Customer', for 'Add New Customer' and 'Edit Customer'. */
  noun: string;
  /** Width in px on the desktop. */
  size: number;
  onClose: () => void;
  /** The `RecordForm` of the record, which stays the same while the dialog fades. */
  children: (record: T | undefined) => ReactNode;
}

/** The dialog that adds a record or edits one. */
export function RecordDialog<T>({ opened, record, noun, size, onClose, children }: DialogProps<T>) {
  const edited = useFrozen(record, opened);
  return (
    <FormDialog
      opened={opened}
      onClose={onClose}
      title={edited ? `Edit ${noun}` : `Add New ${noun}`}
      size={size}
    >
      {children(edited)}
    </FormDialog>
  );
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
  busy: boolean;
  /** What keeps the input from being saved as it is: said at the button. */
  obstacle?: string | undefined;
  submit: (event: SyntheticEvent) => Promise<void>;
  keep: () => void;
  load: () => void;
  /** Whether it was opened with what had been typed earlier. */
  restored: boolean;
  /** Back to what it would have been opened with. */
  discard: () => void;
  /** Runs what leaves the form, at once or after a question (`useUnsavedGuard`). */
  leave: (proceed: () => void) => void;
  onClose: () => void;
  /** The fields. */
  children: ReactNode;
}

/** The form within a `RecordDialog`: fields, buttons, and the question about a newer version. */
export function RecordForm<T extends object>({
  noun,
  base,
  newer,
  labels,
  busy,
  obstacle,
  submit,
  keep,
  load,
  restored,
  discard,
  leave,
  onClose,
  children,
}: FormProps<T>) {
  const form = useRef<HTMLFormElement>(null);
  const close = useDialogClose(leave, onClose);

  return (
    <form ref={form} onSubmit={(event) => void submit(event)} noValidate>
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
      <DialogActions writes obstacle={obstacle}>
        <Button onClick={close}>Cancel</Button>
        <Button variant="primary" type="submit" writes busy={busy}>
          {base ? 'Save changes' : `Add ${noun}`}
        </Button>
      </DialogActions>
      <ConflictDialog
        opened={newer !== undefined}
        what={noun}
        changes={base && newer ? changedFields(base, newer, labels) : []}
        onKeep={keep}
        onLoad={load}
      />
    </form>
  );
}
