import { Modal } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import type { ReactNode, RefObject } from 'react';
import { createContext, useContext, useEffect, useRef } from 'react';
import { useBackCloses } from './back-closes.ts';
import { IconButton } from './button.tsx';
import classes from './dialog.module.css';
import { OfflineNote, useWriteRefusal } from './offline.tsx';
import { useIsPhone } from './use-is-phone.ts';

interface Props {
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
  /** A question about what another dialog holds: lies over it. */
  above?: boolean;
  children: ReactNode;
}

/** A dialog on the desktop, a sheet from the lower edge on the phone. */
export function Dialog({
  opened,
  onClose,
  title,
  description,
  size = 440,
  fullOnPhone = false,
  closeOnScrim = true,
  above = false,
  children,
}: Props) {
  const phone = useIsPhone();
  useBackCloses(opened && phone, onClose);
  return (
    <Modal.Root
      opened={opened}
      onClose={onClose}
      size={size}
      zIndex={above ? 320 : 200}
      centered={!phone}
      closeOnClickOutside={closeOnScrim}
      transitionProps={{ transition: phone ? 'slide-up' : 'pop', duration: phone ? 180 : 160 }}
      classNames={{
        inner: classes.inner,
        content: fullOnPhone ? `${classes.content} ${classes.full}` : classes.content,
        overlay: classes.scrim,
        body: classes.body,
      }}
    >
      <Modal.Overlay />
      <Modal.Content>
        <div className={classes.grab} aria-hidden="true" />
        {fullOnPhone && phone && <OfflineNote />}
        <div className={classes.head}>
          <Modal.Title component="h2" className={classes.title}>
            {title}
          </Modal.Title>
          <IconButton label="Close" tooltip={false} icon={IconX} size="sm" onClick={onClose} />
        </div>
        <Modal.Body>
          {description && <p className={classes.description}>{description}</p>}
          {children}
        </Modal.Body>
      </Modal.Content>
    </Modal.Root>
  );
}

/** How such a dialog closes: at once, until a form stands in it and asks before input is lost. */
const CloseContext = createContext<RefObject<() => void> | undefined>(undefined);

/** A dialog with a form, which decides by `useDialogClose` what Escape and the cross do. */
export function FormDialog({ onClose, children, ...dialog }: Props) {
  const closeRef = useRef(onClose);
  return (
    <Dialog {...dialog} onClose={() => closeRef.current()}>
      <CloseContext value={closeRef}>{children}</CloseContext>
    </Dialog>
  );
}

/**
 * Within a form of a `FormDialog`: whatever closes the dialog asks first.
 * @param leave of the form's `useUnsavedGuard`
 * @returns what the form's own button calls
 */
export function useDialogClose(
  leave: (proceed: () => void) => void,
  onClose: () => void,
): () => void {
  const closeRef = useContext(CloseContext);
  useEffect(() => {
    if (closeRef) closeRef.current = () => leave(onClose);
  }, [closeRef, leave, onClose]);
  return () => leave(onClose);
}

interface ActionsProps {
  children: ReactNode;
  aside?: ReactNode;
  /** One of them saves: while the server is out of reach, that is said here. */
  writes?: boolean;
  /** What keeps the input from being saved as it is. */
  obstacle?: string | undefined;
}

/** The row of a dialog's actions: right, primary last. On the phone full width, primary first. */
export function DialogActions({ children, aside, writes = false, obstacle }: ActionsProps) {
  const refusal = useWriteRefusal();
  return (
    <>
      {writes && (
        // Always there: a reader announces only what changes within it.
        <div role="status">
          {refusal !== undefined && <p className={classes.refusal}>{refusal}</p>}
          {obstacle !== undefined && <p className={classes.obstacle}>{obstacle}</p>}
        </div>
      )}
      <div className={classes.actions}>
        {aside && <div className={classes.aside}>{aside}</div>}
        {children}
      </div>
    </>
  );
}
