import type { ReactNode } from 'react';
import { Fragment, useState } from 'react';
import { useBackCloses } from './back-closes.ts';
import { useWriteRefusal } from './offline.tsx';
import { useIsPhone } from './use-is-phone.ts';
import { useOverlays } from './use-overlays.ts';

export interface DialogProps {
  opened: boolean;
  /** Escape, the cross, a press beside it. Ask here before input is lost (`useUnsavedGuard`). */
  onClose: () => void;
  title: string;
  description?: ReactNode;
  /** Width in px on the desktop; on the phone it is a sheet. */
  size?: number;
  /** Fills the screen on the phone, for long forms. */
  fullOnPhone?: boolean;
  /** A press beside the dialog closes it; switch off where much could be lost. */
  closeOnScrim?: boolean;
  children: ReactNode;
}

/** A dialog on the desktop, a sheet from the lower edge on the phone. */
export function Dialog(props: DialogProps) {
  const layers = useOverlays(props.opened);
  useBackCloses(useIsPhone() && props.opened, props.onClose);
  const opening = useOpenings(props.opened);
  return (
    layers && (
      <layers.TitledDialogLayer {...props}>
        <Fragment key={opening}>{props.children}</Fragment>
      </layers.TitledDialogLayer>
    )
  );
}

/** How often it was opened: what stands in a dialog begins anew, even where it is reopened as it fades. */
function useOpenings(opened: boolean): number {
  const [last, setLast] = useState({ opened, count: 0 });
  if (last.opened !== opened) setLast({ opened, count: last.count + (opened ? 1 : 0) });
  return last.count;
}

export interface SheetProps {
  opened: boolean;
  onClose: () => void;
  /** Its name for readers. */
  label: string;
  children: ReactNode;
}

/** A sheet from the lower edge without a title, for the phone's menus. */
export function Sheet(props: SheetProps) {
  const layers = useOverlays(props.opened);
  useBackCloses(props.opened, props.onClose);
  return layers && <layers.SheetLayer {...props} />;
}

interface ActionsProps {
  children: ReactNode;
  aside?: ReactNode;
  /** One of them saves: while the server is out of reach, that is said here. */
  writes?: boolean;
  /** What keeps the input from being saved as it is. */
  obstacle?: string | undefined;
  /** What is to be known before the button is pressed. */
  notice?: ReactNode;
}

/** The row of a dialog's actions: right, primary last. On the phone full width, primary first. */
export function DialogActions({ children, aside, writes = false, obstacle, notice }: ActionsProps) {
  const refusal = useWriteRefusal();
  return (
    /*
     * What a dialog is for stays in sight however long it is, with what stands in its way: what is
     * scrolled beneath fades out. On a low screen the buttons of a sheet stand beside each other.
     */
    <div className="sticky z-1 bg-raised md:bottom-0 md:-mx-2 md:mt-5.5 md:-mb-4.5 md:px-2 md:pb-4.5 md:before:pointer-events-none md:before:absolute md:before:inset-x-0 md:before:bottom-full md:before:h-5.5 md:before:bg-linear-to-t md:before:from-raised max-md:-bottom-1.5 max-md:-mx-4 max-md:mt-4 max-md:-mb-4 max-md:border-t max-md:border-hairline max-md:px-4 max-md:pt-2.5 max-md:pb-4">
      {writes && (
        // Always there: a reader announces only what changes within it.
        <div role="status" className="text-13 text-pretty wrap-anywhere *:mb-2.5">
          {refusal !== undefined && <p className="text-muted">{refusal}</p>}
          {obstacle !== undefined && <p className="text-overdue">{obstacle}</p>}
          {notice}
        </div>
      )}
      <div className="flex flex-wrap justify-end gap-2.5 max-md:flex-col-reverse max-md:items-stretch max-md:[@media(max-height:540px)]:flex-row max-md:[@media(max-height:540px)]:*:flex-1">
        {aside && <div className="flex-1 max-md:*:w-full">{aside}</div>}
        {children}
      </div>
    </div>
  );
}
