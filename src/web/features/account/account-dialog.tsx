import { Dialog } from '../../ui/dialog.tsx';

export function AccountDialog({ onClose }: { onClose: () => void }) {
  return (
    <Dialog opened onClose={onClose} title="Account">
      {null}
    </Dialog>
  );
}
