import type { ReactNode } from 'react';
import { useState } from 'react';
import type { KeyFor, Outcome } from '../../lib/use-submission.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';

interface Props {
  opened: boolean;
  title: string;
  confirmLabel: string;
  danger?: boolean;
  /** What will be so then. */
  children: ReactNode;
  /** @returns why it was refused; undefined when it is done */
  onConfirm: (keyFor: KeyFor) => Promise<{ words: string } | undefined>;
  onClose: () => void;
}

/** Asks before something that was recorded no longer counts; a refusal is said where it was asked. */
export function UndoDialog({ children, onConfirm, onClose, ...props }: Props) {
  const [failed, setFailed] = useState<string>();
  const close = () => {
    setFailed(undefined);
    onClose();
  };
  const confirm = async (keyFor: KeyFor): Promise<Outcome> => {
    const refused = await onConfirm(keyFor);
    if (!refused) {
      close();
      return 'done';
    }
    setFailed(refused.words);
    return 'open';
  };
  return (
    <ConfirmDialog {...props} writes onConfirm={confirm} onCancel={close}>
      {children}
      {failed && <span role="alert"> {failed}</span>}
    </ConfirmDialog>
  );
}
