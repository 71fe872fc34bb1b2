import { Button } from '../../ui/button.tsx';
import { Dialog, DialogActions } from '../../ui/dialog.tsx';
import { Icon } from '../../ui/icon.tsx';
import type { IconType } from '../../ui/icons.ts';
import { IconShare2, IconSquarePlus } from '../../ui/icons.ts';
import { isAppleDevice } from './install-offer.ts';

/** Where the browser offers nothing to the page: the three steps that a person takes. */
export function InstallHint({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const steps = isAppleDevice(navigator) ? BY_SHARE : BY_MENU;
  return (
    <Dialog opened={opened} onClose={onClose} title="Install Remit">
      <ol className="mt-3.5 grid gap-3.5">
        {steps.map((step, index) => (
          <li
            // The steps are always the same.
            // oxlint-disable-next-line react/no-array-index-key
            key={index}
            className="grid grid-cols-[24px_minmax(0,1fr)] gap-3 leading-normal text-ink-2"
          >
            <span className="grid size-6 place-items-center rounded-full border border-line text-12 font-semi text-ink">
              {index + 1}
            </span>
            <span>{step}</span>
          </li>
        ))}
      </ol>
      <DialogActions>
        <Button variant="primary" onClick={onClose}>
          Done
        </Button>
      </DialogActions>
    </Dialog>
  );
}

const Name = ({ children }: { children: string }) => <b className="text-ink">{children}</b>;
const Sign = ({ as }: { as: IconType }) => <Icon as={as} className="inline align-[-3px]" />;

const BY_SHARE = [
  <>
    Tap <Name>Share</Name> <Sign as={IconShare2} /> in the browser’s bar
  </>,
  <>
    Choose <Name>Add to Home Screen</Name> <Sign as={IconSquarePlus} />
  </>,
  <>
    Tap <Name>Add</Name>. Remit then opens from your home screen, and shows what you saw last when
    you are offline.
  </>,
];

const BY_MENU = [
  <>
    Open the browser’s <Name>menu</Name>, or look for its install icon in the address bar
  </>,
  <>
    Choose <Name>Install</Name>, <Name>Install app</Name> or <Name>Add to Home screen</Name>,
    depending on your browser. In Safari on a Mac it is <Name>Add to Dock</Name>, under Share
  </>,
  'Confirm. Remit then opens in its own window and shows what you saw last when you are offline. If your browser offers none of these, it cannot install Remit.',
];
