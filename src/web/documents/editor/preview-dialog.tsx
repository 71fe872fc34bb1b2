import { Modal } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { useBackCloses } from '../../ui/back-closes.ts';
import { IconButton } from '../../ui/button.tsx';
import { LiveDocument } from './live-document.tsx';
import classes from './preview-dialog.module.css';

interface Props {
  opened: boolean;
  documentId: number | undefined;
  onClose: () => void;
}

/** The document on a screen that has no room for it beside the form. */
export function PreviewDialog({ opened, documentId, onClose }: Props) {
  useBackCloses(opened, onClose);
  return (
    <Modal.Root
      opened={opened}
      onClose={onClose}
      fullScreen
      transitionProps={{ transition: 'slide-up', duration: 180 }}
      classNames={{ content: classes.content, body: classes.body, inner: classes.inner }}
    >
      <Modal.Content>
        <Modal.Body>
          <div className={classes.head}>
            <IconButton label="Close preview" tooltip={false} icon={IconX} onClick={onClose} />
            <Modal.Title component="h2" className={classes.title}>
              Preview
            </Modal.Title>
          </div>
          <LiveDocument documentId={documentId} />
        </Modal.Body>
      </Modal.Content>
    </Modal.Root>
  );
}
