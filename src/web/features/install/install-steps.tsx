import { IconShare2, IconSquarePlus } from '@tabler/icons-react';
import { Icon } from '../../ui/icon.tsx';
import { isAppleDevice } from './install-offer.ts';
import classes from './install-steps.module.css';

/** The three steps that a person takes. */
export const InstallSteps = () => (
  <ol className={classes.steps}>{isAppleDevice(navigator) ? <ByShare /> : <ByMenu />}</ol>
);

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
