import { Button } from '../../ui/button.tsx';
import { Dialog, DialogActions } from '../../ui/dialog.tsx';
import classes from './conflict-dialog.module.css';
import type { DocumentDraft } from './document-draft.ts';
import { draftDifferences } from './draft-differences.ts';
import { useEditor } from './editor-context.ts';

interface Props<Stored> {
  /** The version that was saved elsewhere; undefined closes the dialog. */
  newer: Stored | undefined;
  draftOf: (stored: Stored) => DocumentDraft;
  mine: DocumentDraft;
  /** Both stay as they are: the form goes on with what was typed. */
  onCancel: () => void;
  onTakeNewer: (newer: Stored) => void;
  onSaveMine: (newer: Stored) => void;
}

/** Two edits met: shows where they differ, and overwrites nothing unseen. */
export function ConflictDialog<Stored>({
  newer,
  draftOf,
  mine,
  onCancel,
  onTakeNewer,
  onSaveMine,
}: Props<Stored>) {
  const { kind } = useEditor();
  const differences = newer ? draftDifferences(kind, mine, draftOf(newer)) : [];
  return (
    <Dialog
      opened={newer !== undefined}
      onClose={onCancel}
      title={`This ${kind.name} was changed elsewhere`}
      description="Somebody saved a newer version since you opened it. Nothing of yours is lost; choose which one to go on with."
      size={600}
    >
      {differences.length > 0 ? (
        <table className={classes.table}>
          <thead>
            <tr>
              <th scope="col">Field</th>
              <th scope="col">Yours</th>
              <th scope="col">Newer version</th>
            </tr>
          </thead>
          <tbody>
            {differences.map(({ field, mine: ours, theirs }) => (
              <tr key={field}>
                <th scope="row">{field}</th>
                <td>{ours}</td>
                <td>{theirs}</td>
              </tr>
            ))}
          </tbody>
        </table>
      ) : (
        <p className={classes.same}>Both say the same.</p>
      )}
      <DialogActions>
        <Button onClick={onCancel}>Keep editing</Button>
        <Button writes onClick={() => newer && onSaveMine(newer)}>
          Save mine over it
        </Button>
        <Button variant="primary" onClick={() => newer && onTakeNewer(newer)} data-autofocus>
          Use the newer version
        </Button>
      </DialogActions>
    </Dialog>
  );
}
