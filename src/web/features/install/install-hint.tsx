import { IconShare2, IconSquarePlus } from '@tabler/icons-react';
import { Button } from '../../ui/button.tsx';
import { Dialog, DialogActions } from '../../ui/dialog.tsx';
import { Icon } from '../../ui/icon.tsx';
import classes from './install-hint.module.css';
import { isAppleDevice } from './install-offer.ts';

/** Where the browser offers nothing to the page: the three steps that a person takes. */
export function InstallHint({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  return (
    <Dialog opened={opened} onClose={onClose} title="Install Remit">
      <ol className={classes.steps}>{isAppleDevice(navigator) ? <ByShare /> : <ByMenu />}</ol>
      <DialogActions>
        <Button variant="primary" onClick={onClose}>
          Done
        </Button>
      </DialogActions>
    </Dialog>
  );
}

function ByShare() {
  return (
    <>
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
    </>
  );
}

function ByMenu() {
  return (
    <>
      <li>
        <span>
          Open the browser’s <b>menu</b>, or look for its install sign in the address bar
        </span>
      </li>
      <li>
        <span>
          Choose <b>Install</b>, <b>Install app</b> or <b>Add to Home screen</b>, as your browser
          calls it. In Safari on a Mac it is <b>Add to Dock</b>, under Share
        </span>
      </li>
      <li>
        <span>
          Confirm. Remit then opens in a window of its own, and shows what you saw last when you are
          offline. A browser that offers none of these cannot install it
        </span>
      </li>
    </>
  );
}
