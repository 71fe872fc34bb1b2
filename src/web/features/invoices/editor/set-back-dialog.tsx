import type { InvoiceDetail } from '../../../../shared/invoices/invoice.contract.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog, DialogActions } from '../../../ui/dialog.tsx';
import { useFrozen } from '../../../ui/use-frozen.ts';
import { formatReversal } from './format-reversal.ts';

interface Props {
  /** The paid invoice whose status is about to be changed; none closes the dialog. */
  invoice: InvoiceDetail | undefined;
  /** 'Sent'. */
  status: string;
  onClose: () => void;
  onConfirm: () => void;
}

/** Says what changing the status of a paid invoice reverses, before it does. */
export function SetBackDialog({ invoice, status, onClose, onConfirm }: Props) {
  const shown = useFrozen(invoice, invoice !== undefined);
  return (
    <Dialog opened={invoice !== undefined} onClose={onClose} title="Reverse Payment?">
      {shown && formatReversal(shown, status).map((words) => <p key={words}>{words}</p>)}
      <DialogActions writes>
        <Button onClick={onClose}>Cancel</Button>
        <Button variant="danger-filled" writes onClick={onConfirm} data-autofocus>
          Set to {status}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
