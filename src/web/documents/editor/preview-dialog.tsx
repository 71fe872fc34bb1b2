import { Modal } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { useBackCloses } from '../../ui/back-closes.ts';
import { IconButton } from '../../ui/button.tsx';
import { LiveDocument } from './live-document.tsx';

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
      classNames={{
        inner: 'p-0',
        content: 'h-dvh bg-desk pt-[env(safe-area-inset-top,0px)]',
        body: 'grid h-full grid-rows-[auto_minmax(0,1fr)] p-0',
      }}
    >
      <Modal.Content>
        <Modal.Body>
          <div className="flex h-14 items-center gap-2 border-b border-hairline bg-paper px-1.5">
            <IconButton label="Close preview" tooltip={false} icon={IconX} onClick={onClose} />
            <Modal.Title component="h2" className="text-17 font-bold">
              Preview
            </Modal.Title>
          </div>
          <LiveDocument documentId={documentId} />
        </Modal.Body>
      </Modal.Content>
    </Modal.Root>
  );
}
