import type { KeyboardEvent, ReactNode, Ref, RefObject } from 'react';
import { createContext, useContext, useEffect, useRef } from 'react';
import type { Submission } from '../lib/use-submission.ts';
import { Button } from './button.tsx';
import type { DialogProps } from './dialog.tsx';
import { Dialog, DialogActions } from './dialog.tsx';
import { Form } from './form.tsx';
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
  submission: Submission;
  /** Something else is waited for, such as a file on its way. */
  busy?: boolean;
  /** What is wrong with something else than a field. */
  obstacle?: string | undefined;
  /** What is to be known before the button is pressed. */
  notice?: ReactNode;
  /** Whether it cannot be sent as it is, of which `notice` says why. */
  disabled?: boolean;
  className?: string;
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
  submission,
  busy = submission.busy,
  obstacle,
  notice,
  disabled = false,
  className,
  onCancel,
}: Props) {
  return (
    <Form
      ref={ref}
      className={className}
      {...(isFinal && { onKeyDown: leadToButton })}
      submission={submission}
    >
      {children}
      <DialogActions writes obstacle={obstacle} notice={notice}>
        <Button onClick={onCancel}>Cancel</Button>
        <Button
          type="submit"
          variant={danger ? 'danger-filled' : 'primary'}
          writes
          busy={busy}
          disabled={disabled}
          data-autofocus={submitFocused}
        >
          {submitLabel}
        </Button>
      </DialogActions>
    </Form>
  );
}

function leadToButton(event: KeyboardEvent<HTMLFormElement>): void {
  const { target, currentTarget, key } = event;
  if (key !== 'Enter' || !(target instanceof HTMLInputElement)) return;
  event.preventDefault();
  currentTarget.querySelector<HTMLElement>('button[type=submit]')?.focus();
}
