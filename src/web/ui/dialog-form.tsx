import type { KeyboardEvent, ReactNode, Ref, RefObject } from 'react';
import { createContext, useContext, useEffect, useRef } from 'react';
import { Button } from './button.tsx';
import type { DialogProps } from './dialog.tsx';
import { Dialog, DialogActions } from './dialog.tsx';
import type { GuardOptions } from './unsaved-guard.tsx';
import { useUnsavedGuard } from './unsaved-guard.tsx';

/** How such a dialog closes: at once, until a form stands in it and asks before input is lost. */
const CloseContext = createContext<RefObject<() => void> | undefined>(undefined);

/** A dialog with a form, which decides by `useDialogForm` what Escape and the cross do. */
export function FormDialog({ onClose, children, ...dialog }: DialogProps) {
  const closeRef = useRef(onClose);
  return (
    <Dialog {...dialog} onClose={() => closeRef.current()}>
      <CloseContext value={closeRef}>{children}</CloseContext>
    </Dialog>
  );
}

/**
 * Within a form of a `FormDialog`: whatever closes the dialog asks before unsaved input is lost.
 * `release` lets it close once the input is saved.
 */
export function useDialogForm(guard: GuardOptions, onClose: () => void) {
  const { leave, release } = useUnsavedGuard(guard);
  const closeRef = useContext(CloseContext);
  useEffect(() => {
    if (closeRef) closeRef.current = () => leave(onClose);
  }, [closeRef, leave, onClose]);
  return { release, onCancel: () => leave(onClose) };
}

interface Props {
  ref?: Ref<HTMLFormElement>;
  children: ReactNode;
  /** The words of the button that saves. */
  submitLabel: string;
  /** Whether that button has the focus first, where no field does. */
  submitFocused?: boolean;
  danger?: boolean;
  /** What is sent cannot be taken back: Enter in a field leads to the button that sends it. */
  isFinal?: boolean;
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
  submitFocused,
  danger = false,
  isFinal = false,
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
      {...(isFinal && { onKeyDown: leadToButton })}
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
        <Button
          type="submit"
          variant={danger ? 'danger-filled' : 'primary'}
          writes
          busy={busy}
          data-autofocus={submitFocused}
        >
          {submitLabel}
        </Button>
      </DialogActions>
    </form>
  );
}

function leadToButton(event: KeyboardEvent<HTMLFormElement>): void {
  const { target, currentTarget, key } = event;
  if (key !== 'Enter' || !(target instanceof HTMLInputElement)) return;
  event.preventDefault();
  currentTarget.querySelector<HTMLElement>('button[type=submit]')?.focus();
}
