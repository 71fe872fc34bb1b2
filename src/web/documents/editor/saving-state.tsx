import { IconCircleDashed, IconInfoCircle, IconRestore } from '@tabler/icons-react';
import { Icon } from '../../ui/icon.tsx';
import type { EditorFrame } from './editor-frame.ts';
import classes from './saving-state.module.css';

/** What stands between this form and its storage. */
export function SavingState({ frame }: { frame: EditorFrame }) {
  if (frame.restored) {
    return (
      <p className={classes.state} role="status">
        <Icon as={IconRestore} size={15} />
        Restored what you had typed
        <button type="button" className={classes.discard} onClick={frame.discard}>
          Discard
        </button>
      </p>
    );
  }
  if (frame.news !== undefined) {
    return (
      <p className={classes.state} role="status">
        <Icon as={IconInfoCircle} size={15} />
        {frame.news}
      </p>
    );
  }
  const words =
    frame.busy !== undefined
      ? 'Saving…'
      : frame.form === 'create'
        ? 'Not saved yet'
        : frame.changed
          ? 'Unsaved changes'
          : 'No changes';
  return (
    <p className={classes.state} role="status">
      <Icon as={IconCircleDashed} size={15} />
      {words}
    </p>
  );
}
