import { IconVersions } from '@tabler/icons-react';
import { StateLine } from '../../ui/state-line.tsx';
import { useEditor } from './editor-context.ts';

/** What saving does to a document that is out. */
export function VersionNote({ next }: { next: number | undefined }) {
  const { kind } = useEditor();
  if (next === undefined) return null;
  return (
    <StateLine icon={IconVersions}>
      This {kind.name} was issued: saving makes version {next}, with your business details as they
      are now.
    </StateLine>
  );
}
