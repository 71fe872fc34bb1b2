import type { ReactNode, Ref } from 'react';
import { Button } from './button.tsx';
import { DialogActions } from './dialog.tsx';

interface Props {
  ref?: Ref<HTMLFormElement>;
  children: ReactNode;
  /** The words of the button that saves. */
  submitLabel: string;
  danger?: boolean;
  busy: boolean;
  /** What is wrong with something else than a field. */
  obstacle?: string | undefined;
  className?: string;
  onSubmit: () => Promise<void>;
  onCancel: () => void;
}

/** A form that fills a dialog: its fields, and beneath them the two buttons that end it. */
export function DialogForm({
  ref,
  children,
  submitLabel,
  danger = false,
  busy,
  obstacle,
  className,
  onSubmit,
  onCancel,
}: Props) {
  return (
    <form
      ref={ref}
      noValidate
      className={className}
      onSubmit={(event) => {
        event.preventDefault();
        // The dialog may stand within another form.
        event.stopPropagation();
        if (!busy) void onSubmit();
      }}
    >
      {children}
      <DialogActions writes obstacle={obstacle}>
        <Button onClick={onCancel}>Cancel</Button>
        <Button type="submit" variant={danger ? 'danger-filled' : 'primary'} writes busy={busy}>
          {submitLabel}
        </Button>
      </DialogActions>
    </form>
  );
}
