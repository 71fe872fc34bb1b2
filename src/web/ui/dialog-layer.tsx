import { Dialog, DialogHeading } from '@ariakit/react';
import type { CSSProperties, ReactNode } from 'react';
import { useEffect } from 'react';
import { IconButton } from './button.tsx';
import { cx } from './cx.ts';
import type { DialogProps, SheetProps } from './dialog.tsx';
import { IconX } from './icons.ts';
import { OfflineNote } from './offline.tsx';

interface LayerProps {
  opened: boolean;
  onClose: () => void;
  /** Its name for readers, where no `DialogTitle` stands in it. */
  label?: string;
  /** Where it stands and how it looks. */
  className: string | undefined;
  /** How wide it is on the desktop, in px. */
  width?: number;
  motion: keyof typeof MOTIONS;
  /** Darkens what lies beneath; not needed where it is covered. */
  scrim?: boolean;
  closeOnScrim?: boolean;
  closeOnEscape?: boolean;
  /** Closed, it gives the focus back to what had it. */
  returnFocus?: boolean;
  children: ReactNode;
}

const MOTIONS = {
  pop: 'transition-[opacity,scale] opacity-0 scale-95 data-enter:opacity-100 data-enter:scale-100',
  slide: 'transition-[translate] duration-180 translate-y-full data-enter:translate-y-0',
  fade: 'transition-opacity opacity-0 data-enter:opacity-100',
  'pop, slide on the phone':
    'transition-[opacity,scale,translate] md:opacity-0 md:scale-95 md:data-enter:opacity-100 md:data-enter:scale-100 max-md:duration-180 max-md:translate-y-full max-md:data-enter:translate-y-0',
};

/** What gets the focus in it comes out from between the title and the actions, which stay in sight. */
export const CARD =
  'flex flex-col overflow-x-hidden overflow-y-auto scroll-pt-16 scroll-pb-24 bg-raised shadow-pop';
export const SHEET =
  'max-md:inset-x-0 max-md:bottom-0 max-md:max-h-[92dvh] max-md:rounded-t-[16px] max-md:pb-[max(6px,env(safe-area-inset-bottom,0px))]';

/** What stays in reach while a dialog is open: toasts, whose Undo may be for what it did. */
const listWhatStays = () => document.querySelectorAll<HTMLElement>('[data-over-dialogs]');

/** A second Enter within this many milliseconds is meant for what the first one was. */
const SECOND_ENTER_MS = 500;

/**
 * Keeps the second of two quick Enters, of which the first closed the dialog, from pressing what has the focus
 * then: mostly the button that opened it, which would open it again.
 */
function useSecondEnter(opened: boolean): void {
  useEffect(() => {
    if (!opened) return undefined;
    let first = Number.NEGATIVE_INFINITY;
    const note = ({ key, timeStamp }: KeyboardEvent) => {
      if (key === 'Enter') first = timeStamp;
    };
    const drop = (event: KeyboardEvent) => {
      if (event.key !== 'Enter' || event.timeStamp - first > SECOND_ENTER_MS) return;
      // Whoever adds Ctrl to it, or has gone to a field, means what is there.
      const isMeant = event.ctrlKey || event.metaKey || event.target instanceof HTMLInputElement;
      if (isMeant) return;
      event.preventDefault();
      event.stopPropagation();
    };
    window.addEventListener('keydown', note, true);
    return () => {
      window.removeEventListener('keydown', note, true);
      window.addEventListener('keydown', drop, true);
      setTimeout(() => window.removeEventListener('keydown', drop, true), SECOND_ENTER_MS);
    };
  }, [opened]);
}

/** What lies over the page, which cannot be reached meanwhile. The last one opened is on top. */
export function DialogLayer({
  opened,
  onClose,
  label,
  className,
  width,
  motion,
  scrim = true,
  closeOnScrim = true,
  closeOnEscape = true,
  returnFocus = true,
  children,
}: LayerProps) {
  useSecondEnter(opened);
  return (
    <Dialog
      open={opened}
      // Whether it closes is its owner's to say, who may ask first.
      onClose={(event) => {
        event.preventDefault();
        onClose();
      }}
      unmountOnHide
      aria-modal
      aria-label={label}
      backdrop={
        scrim && <div className="bg-scrim transition-opacity opacity-0 data-enter:opacity-100" />
      }
      hideOnInteractOutside={({ type }) => {
        if (closeOnScrim && type === 'click') onClose();
        return false;
      }}
      hideOnEscape={closeOnEscape}
      autoFocusOnHide={returnFocus}
      getPersistentElements={listWhatStays}
      className={cx(
        'fixed z-200 text-ink outline-none md:max-w-(--dialog-width)',
        MOTIONS[motion],
        className,
      )}
      style={{ '--dialog-width': width === undefined ? 'none' : `${width}px` } as CSSProperties}
    >
      {children}
    </Dialog>
  );
}

/** The name of the dialog that it stands in. */
export function DialogTitle({ className, children }: { className?: string; children: ReactNode }) {
  return <DialogHeading className={className} render={(props) => <h2 {...props}>{children}</h2>} />;
}

export const GRAB = (
  <div
    className="mx-auto mt-2 h-1 w-9 flex-none rounded-[2px] bg-line md:hidden"
    aria-hidden="true"
  />
);

export function TitledDialogLayer({
  opened,
  onClose,
  title,
  description,
  size = 440,
  fullOnPhone = false,
  closeOnScrim = true,
  children,
}: DialogProps) {
  return (
    <DialogLayer
      opened={opened}
      onClose={onClose}
      closeOnScrim={closeOnScrim}
      width={size}
      motion="pop, slide on the phone"
      className={cx(
        CARD,
        'md:inset-4 md:m-auto md:h-fit md:max-h-[90dvh] md:rounded-lg',
        fullOnPhone ? 'max-md:inset-0 max-md:pt-[env(safe-area-inset-top,0px)]' : SHEET,
      )}
    >
      {fullOnPhone ? (
        <div className="md:hidden">
          <OfflineNote />
        </div>
      ) : (
        GRAB
      )}
      {/* What is scrolled fades out beneath the title, as it does above the actions. */}
      <div className="sticky top-0 z-2 flex items-start justify-between gap-3 bg-raised pt-5 pr-4.5 pl-6 after:pointer-events-none after:absolute after:inset-x-0 after:top-full after:h-1.5 after:bg-linear-to-b after:from-raised max-md:pt-2.5 max-md:pr-2.5 max-md:pl-4 [@media(max-height:540px)]:static">
        <DialogTitle className="pt-0.5 text-17 leading-[1.4] font-bold tracking-head max-md:pt-2 max-md:text-20">
          {title}
        </DialogTitle>
        <IconButton
          label="Close"
          tooltip={false}
          icon={IconX}
          size="sm"
          data-dialog-dismiss=""
          onClick={onClose}
        />
      </div>
      {/* A form begins as far below the title as its fields stand from each other. */}
      <div className="px-6 pt-1 pb-5 max-md:px-4 max-md:pb-4 [&>form:first-child]:pt-3.5">
        {description && <p className="mb-4.5 text-muted text-pretty">{description}</p>}
        {children}
      </div>
    </DialogLayer>
  );
}

export function SheetLayer({ opened, onClose, label, children }: SheetProps) {
  return (
    <DialogLayer
      opened={opened}
      onClose={onClose}
      label={label}
      motion="slide"
      className={cx(CARD, SHEET)}
    >
      {GRAB}
      <div className="px-3 pt-2 pb-5">{children}</div>
    </DialogLayer>
  );
}
