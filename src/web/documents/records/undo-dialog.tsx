import type { ReactNode } from 'react';
import { useState } from 'react';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';

interface Props {
  opened: boolean;
  title: string;
  confirmLabel: string;
  danger?: boolean;
  busy: boolean;
  /** What will be so then. */
  children: ReactNode;
  /** @returns why it was refused; undefined when it is done */
  onConfirm: () => Promise<{ words: string } | undefined>;
  onClose: () => void;
}

/** Asks before something that was recorded no longer counts; a refusal is said where it was asked. */
export function UndoDialog({ children, onConfirm, onClose, ...props }: Props) {
  const [failed, setFailed] = useState<string>();
  const close = () => {
    setFailed(undefined);
    onClose();
  };
  const confirm = async () => {
    const refused = await onConfirm();
    if (refused) setFailed(refused.words);
    else close();
  };
  return (
    <ConfirmDialog {...props} writes onConfirm={() => void confirm()} onCancel={close}>
      {children}
      {failed && <span role="alert"> {failed}</span>}
    </ConfirmDialog>
  );
}
