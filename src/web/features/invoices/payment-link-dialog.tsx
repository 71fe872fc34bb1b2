import { useRef } from 'react';
import { copyText } from '../../lib/clipboard.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog, DialogActions } from '../../ui/dialog.tsx';
import { IconCopy } from '../../ui/icons.ts';
import { notify } from '../../ui/notify.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { useFrozen } from '../../ui/use-frozen.ts';
import type { ShownLink } from './use-payment-link.ts';

interface Props {
  /** None closes the dialog. */
  link: ShownLink | undefined;
  onClose: () => void;
}

/** Where the clipboard is closed to the page, the link stands here to be copied by hand. */
export function PaymentLinkDialog({ link, onClose }: Props) {
  const shown = useFrozen(link, link !== undefined);
  const field = useRef<HTMLInputElement>(null);
  const copy = async () => {
    if (!shown) return;
    if (await copyText(shown.url)) {
      notify.success('Payment Link Created & Copied');
      onClose();
    } else {
      field.current?.select();
    }
  };
  return (
    <Dialog
      opened={link !== undefined}
      onClose={onClose}
      title="Payment Link Created"
      description={`Your browser did not allow copying it. Anyone with this link can pay ${shown?.invoiceNumber ?? ''}.`}
    >
      <TextField
        ref={field}
        label="Payment link"
        value={shown?.url ?? ''}
        readOnly
        data-autofocus
        onFocus={(event) => event.target.select()}
      />
      <DialogActions>
        <Button onClick={onClose}>Close</Button>
        <Button variant="primary" icon={IconCopy} onClick={() => void copy()}>
          Copy link
        </Button>
      </DialogActions>
    </Dialog>
  );
}
