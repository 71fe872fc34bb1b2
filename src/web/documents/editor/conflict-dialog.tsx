import { DOCUMENT_KINDS } from '../../../shared/documents/document-content.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog, DialogActions } from '../../ui/dialog.tsx';
import classes from './conflict-dialog.module.css';
import type { DocumentDraft } from './document-draft.ts';
import { draftDifferences, statusNews } from './draft-differences.ts';
import { useEditor } from './editor-context.ts';

interface Props<Stored> {
  /** The version that was saved elsewhere; undefined closes the dialog. */
  newer: Stored | undefined;
  toDraft: (stored: Stored) => DocumentDraft;
  /** The version that the form was opened with. */
  opened: DocumentDraft;
  /** What is changed in the form, made to the newer version. */
  mineOver: (newer: DocumentDraft) => DocumentDraft;
  /** Both stay as they are: the form goes on with what was typed. */
  onCancel: () => void;
  onTakeNewer: (newer: Stored) => void;
  onSaveMine: (newer: Stored) => void;
}

/** Two edits met: shows where they differ, and overwrites nothing unseen. */
export function ConflictDialog<Stored>({
  newer,
  toDraft,
  opened,
  mineOver,
  onCancel,
  onTakeNewer,
  onSaveMine,
}: Props<Stored>) {
  const { kind } = useEditor();
  const theirs = newer && toDraft(newer);
  const differences = theirs ? draftDifferences(kind, mineOver(theirs), theirs) : [];
  const status = theirs && statusNews(kind, opened, theirs);
  return (
    <Dialog
      opened={newer !== undefined}
      onClose={onCancel}
      title={`This ${DOCUMENT_KINDS[kind.name].noun} was changed elsewhere`}
      description={`${status ?? 'Somebody saved a newer version since you opened it.'} Nothing of yours is lost; what you did not touch stays as it is in the newer version.`}
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
