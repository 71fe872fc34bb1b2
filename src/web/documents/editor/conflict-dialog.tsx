import { DOCUMENT_KINDS } from '../../../shared/documents/document-content.ts';
import { Button } from '../../ui/button.tsx';
import { cx } from '../../ui/cx.ts';
import { Dialog, DialogActions } from '../../ui/dialog.tsx';
import type { DocumentDraft } from './document-draft.ts';
import { draftDifferences, statusNews } from './draft-differences.ts';
import { useEditor } from './editor-context.ts';

const CELL = 'border-b border-hairline py-2 pr-2 text-left align-top wrap-anywhere';
const HEAD = `${CELL} font-[500] text-muted`;

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
      description={`${status ?? 'Someone saved a newer version since you opened it.'} Nothing you changed is lost; fields you did not change stay as in the newer version.`}
      size={600}
    >
      {differences.length > 0 ? (
        <table className="w-full table-fixed border-collapse text-13">
          <thead>
            <tr>
              <th scope="col" className={cx(HEAD, 'w-[26%]')}>
                Field
              </th>
              <th scope="col" className={HEAD}>
                Yours
              </th>
              <th scope="col" className={HEAD}>
                Newer version
              </th>
            </tr>
          </thead>
          <tbody>
            {differences.map(({ field, mine: ours, theirs }) => (
              <tr key={field}>
                <th scope="row" className={HEAD}>
                  {field}
                </th>
                <td className={CELL}>{ours}</td>
                <td className={CELL}>{theirs}</td>
              </tr>
            ))}
          </tbody>
        </table>
      ) : (
        <p className="text-muted">Both are the same.</p>
      )}
      <DialogActions>
        <Button onClick={onCancel}>Keep editing</Button>
        <Button writes onClick={() => newer && onSaveMine(newer)}>
          Save my version
        </Button>
        <Button variant="primary" onClick={() => newer && onTakeNewer(newer)} data-autofocus>
          Use the newer version
        </Button>
      </DialogActions>
    </Dialog>
  );
}
