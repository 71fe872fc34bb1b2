import type { ReactNode } from 'react';
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
  onConfirm: () => void;
  onCancel: () => void;
}

/** Asks once. The safe answer has the focus. */
export function ConfirmDialog({
  opened,
  title,
  children,
  confirmLabel,
  cancelLabel = 'Cancel',
  danger = false,
  writes = false,
  busy = false,
  onConfirm,
  onCancel,
}: Props) {
  return (
    <Dialog opened={opened} onClose={onCancel} title={title} description={children}>
      <DialogActions writes={writes}>
        <Button onClick={onCancel} data-autofocus>
          {cancelLabel}
        </Button>
        <Button
          variant={danger ? 'danger-filled' : 'primary'}
          writes={writes}
          busy={busy}
          onClick={onConfirm}
        >
          {confirmLabel}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
