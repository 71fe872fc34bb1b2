import { IconShare2, IconSquarePlus } from '@tabler/icons-react';
import { Button } from '../../ui/button.tsx';
import { Dialog, DialogActions } from '../../ui/dialog.tsx';
import { Icon } from '../../ui/icon.tsx';
import classes from './install-hint.module.css';

/** Where the browser lets no page install itself: the three steps that a person takes. */
export function InstallHint({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  return (
    <Dialog opened={opened} onClose={onClose} title="Install Remit">
      <ol className={classes.steps}>
        <li>
          <span>
            Tap <b>Share</b> <Icon as={IconShare2} /> in the browser’s bar
          </span>
        </li>
        <li>
          <span>
            Choose <b>Add to Home Screen</b> <Icon as={IconSquarePlus} />
          </span>
        </li>
        <li>
          <span>
            Tap <b>Add</b>. Remit then opens from your home screen, and shows what you saw last when
            you are offline.
          </span>
        </li>
      </ol>
      <DialogActions>
        <Button variant="primary" onClick={onClose}>
          Done
        </Button>
      </DialogActions>
    </Dialog>
  );
}
