import type { ReactNode } from 'react';
import type { KeyFor, Outcome } from '../lib/use-submission.ts';
import { useSubmission } from '../lib/use-submission.ts';
import { Button } from './button.tsx';
import { Dialog, DialogActions } from './dialog.tsx';

interface Props {
  opened: boolean;
  title: string;
  /** What will happen, and what will not. */
  children?: ReactNode;
  confirmLabel: string;
  cancelLabel?: string;
  danger?: boolean;
  /** Whether the answer is saved, and so cannot be given while the server is out of reach. */
  writes?: boolean;
  busy?: boolean;
  /** Closes the dialog, at once or later; 'open' where it stays open to be answered again. */
  onConfirm: (keyFor: KeyFor) => void | Promise<Outcome | void>;
  onCancel: () => void;
}

/** Asks once. The safe answer has the focus. */
export function ConfirmDialog({ opened, title, children, ...answers }: Props) {
  return (
    <Dialog opened={opened} onClose={answers.onCancel} title={title} description={children}>
      <Answers {...answers} />
    </Dialog>
  );
}

/** Drawn anew each time the dialog opens. */
function Answers({
  confirmLabel,
  cancelLabel = 'Cancel',
  danger = false,
  writes = false,
  busy = false,
  onConfirm,
  onCancel,
}: Omit<Props, 'opened' | 'title' | 'children'>) {
  const confirmation = useSubmission(async (keyFor) => (await onConfirm(keyFor)) ?? 'done');
  return (
    <DialogActions writes={writes}>
      <Button onClick={onCancel} data-autofocus>
        {cancelLabel}
      </Button>
      <Button
        variant={danger ? 'danger-filled' : 'primary'}
        writes={writes}
        busy={busy || confirmation.busy}
        onClick={() => void confirmation.submit()}
      >
        {confirmLabel}
      </Button>
    </DialogActions>
  );
}
