import { IconVersions } from '@tabler/icons-react';
import { Icon } from '../../ui/icon.tsx';
import { useEditor } from './editor-context.ts';
import classes from './version-note.module.css';

/** What saving does to a document that is out. */
export function VersionNote({ next }: { next: number | undefined }) {
  const { kind } = useEditor();
  if (next === undefined) return null;
  return (
    <p className={classes.note}>
      <Icon as={IconVersions} size={15} />
      This {kind.name} was issued: saving makes version {next}, with your business details as they
      are now.
    </p>
  );
}
