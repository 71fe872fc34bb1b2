import { IconCircleDashed, IconInfoCircle } from '@tabler/icons-react';
import { RestoredLine, StateLine } from '../../ui/state-line.tsx';
import type { EditorFrame } from './editor-frame.ts';

/** What stands between this form and its storage. */
export function SavingState({ frame }: { frame: EditorFrame }) {
  if (frame.restored) return <RestoredLine onDiscard={frame.discard} />;
  if (frame.news !== undefined) return <StateLine icon={IconInfoCircle}>{frame.news}</StateLine>;
  const words =
    frame.busy !== undefined
      ? 'Saving…'
      : frame.form === 'create'
        ? 'Not saved yet'
        : frame.changed
          ? 'Unsaved changes'
          : 'No changes';
  return <StateLine icon={IconCircleDashed}>{words}</StateLine>;
}
