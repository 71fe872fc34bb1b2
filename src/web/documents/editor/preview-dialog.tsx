import { IconX } from '@tabler/icons-react';
import { useBackCloses } from '../../ui/back-closes.ts';
import { IconButton } from '../../ui/button.tsx';
import { DialogLayer, DialogTitle } from '../../ui/dialog-layer.tsx';
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
    <DialogLayer
      opened={opened}
      onClose={onClose}
      motion="slide"
      scrim={false}
      className={classes.content}
    >
      <div className={classes.head}>
        <IconButton
          label="Close preview"
          tooltip={false}
          icon={IconX}
          data-dialog-dismiss=""
          onClick={onClose}
        />
        <DialogTitle className={classes.title}>Preview</DialogTitle>
      </div>
      <LiveDocument documentId={documentId} />
    </DialogLayer>
  );
}
