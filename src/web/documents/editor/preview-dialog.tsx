import { useBackCloses } from '../../ui/back-closes.ts';
import { IconButton } from '../../ui/button.tsx';
import { DialogLayer, DialogTitle } from '../../ui/dialog-layer.tsx';
import { IconX } from '../../ui/icons.ts';
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
    <DialogLayer
      opened={opened}
      onClose={onClose}
      motion="slide"
      scrim={false}
      className="inset-0 grid grid-cols-[minmax(0,1fr)] grid-rows-[auto_minmax(0,1fr)] bg-desk pt-[env(safe-area-inset-top,0px)]"
    >
      <div className="flex h-14 items-center gap-2 border-b border-hairline bg-paper px-1.5">
        <IconButton
          label="Close preview"
          tooltip={false}
          icon={IconX}
          data-dialog-dismiss=""
          onClick={onClose}
        />
        <DialogTitle className="text-17 font-bold">Preview</DialogTitle>
      </div>
      <LiveDocument documentId={documentId} />
    </DialogLayer>
  );
}
