import { Modal } from '@mantine/core';
import type { ReactNode } from 'react';
import { useBackCloses } from './back-closes.ts';
import classes from './dialog.module.css';

interface Props {
  opened: boolean;
  onClose: () => void;
  /** Its name for readers. */
  label: string;
  children: ReactNode;
}

/** A sheet from the lower edge without a title, for the phone's menus. */
export function Sheet({ opened, onClose, label, children }: Props) {
  useBackCloses(opened, onClose);
  return (
    <Modal.Root
      opened={opened}
      onClose={onClose}
      transitionProps={{ transition: 'slide-up', duration: 180 }}
      classNames={{
        inner: classes.inner,
        content: classes.content,
        overlay: classes.scrim,
        body: classes.menu,
      }}
    >
      <Modal.Overlay />
      <Modal.Content aria-label={label}>
        <div className={classes.grab} aria-hidden="true" />
        <Modal.Body>{children}</Modal.Body>
      </Modal.Content>
    </Modal.Root>
  );
}
