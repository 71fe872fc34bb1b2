import { IconCheck, IconEye, IconX } from '@tabler/icons-react';
import { useId, useState } from 'react';
import { Button, IconButton } from '../../ui/button.tsx';
import { DialogTitle } from '../../ui/dialog-layer.tsx';
import { useMediaQuery } from '../../ui/use-is-phone.ts';
import { MOD_LABEL } from '../../ui/use-shortcut.ts';
import { CustomerField } from './customer-field.tsx';
import { DeductibleDeposits } from './deduction-rows.tsx';
import { useEditor, useEditorState } from './editor-context.ts';
import classes from './editor-desktop.module.css';
import {
  EndDateField,
  ExtraFields,
  IssueDateField,
  NumberField,
  ReferenceFields,
  RemarkFields,
  StatusField,
} from './editor-fields.tsx';
import type { EditorFrame } from './editor-frame.ts';
import { EditorTotals } from './editor-totals.tsx';
import { FollowsNote } from './follows-note.tsx';
import { InstallmentsSection } from './installments-section.tsx';
import { LineItems } from './line-items.tsx';
import { LiveDocument } from './live-document.tsx';
import { PreviewDialog } from './preview-dialog.tsx';
import { SavingState } from './saving-state.tsx';
import { SendNote } from './send-note.tsx';
import { VersionNote } from './version-note.tsx';

const SUBMIT_KEYS = `${MOD_LABEL.trim()}↵`;

/** Form at the left, document at the right; below 1200 px the document is behind a button. */
export function EditorDesktop({ frame }: { frame: EditorFrame }) {
  const { kind } = useEditor();
  const hasEndDate = kind.endAfterDays !== null;
  const followsEstimate = useEditorState(({ draft }) => draft.followsEstimate);
  // Below, the form or the document would have no room.
  const wide = useMediaQuery('(min-width: 1200px)');
  const [preview, setPreview] = useState(false);
  const edit = frame.form === 'edit';
  const noteId = useId();
  return (
    <div className={classes.editor}>
      <div className={classes.head}>
        <DialogTitle className={classes.title}>{kind.title[frame.form]}</DialogTitle>
        <p className={classes.about}>
          {edit ? 'Change the details below. The document follows.' : kind.about}
        </p>
        <SavingState frame={frame} />
        {!wide && (
          <Button size="sm" icon={IconEye} onClick={() => setPreview(true)}>
            Preview
          </Button>
        )}
        <IconButton label="Close" tooltip={false} icon={IconX} onClick={frame.close} />
      </div>
      <div className={classes.columns}>
        <div className={classes.form}>
          <div className={classes.scroll}>
            <VersionNote id={frame.documentId} next={frame.nextVersion} />
            <div className={edit ? classes.withStatus : undefined}>
              <CustomerField />
              {edit && <StatusField />}
            </div>
            <div className={classes.row}>
              <NumberField />
              <ReferenceFields />
              <IssueDateField />
              {hasEndDate && <EndDateField />}
              <ExtraFields />
            </div>
            {followsEstimate ? (
              <FollowsNote />
            ) : (
              <>
                <LineItems />
                <EditorTotals />
                <DeductibleDeposits />
                <InstallmentsSection />
              </>
            )}
            <div className={classes.pair}>
              <RemarkFields />
            </div>
          </div>
          <footer className={classes.foot}>
            <div className={classes.outline}>
              <Outline />
              {!edit && <SendNote id={noteId} />}
            </div>
            {edit ? (
              <>
                <Button onClick={frame.close}>Cancel</Button>
                <Button
                  writes
                  variant="primary"
                  icon={IconCheck}
                  shortcut={SUBMIT_KEYS}
                  busy={frame.busy === 'save'}
                  onClick={() => frame.submit('save')}
                >
                  Save changes
                </Button>
              </>
            ) : (
              <>
                <Button writes busy={frame.busy === 'draft'} onClick={() => frame.submit('draft')}>
                  Save Draft
                </Button>
                <Button
                  writes
                  variant="primary"
                  icon={kind.createButton.icon}
                  shortcut={SUBMIT_KEYS}
                  busy={frame.busy === 'send'}
                  aria-describedby={noteId}
                  onClick={() => frame.submit('send')}
                >
                  {kind.createButton.label}
                </Button>
              </>
            )}
          </footer>
        </div>
        {wide && <LiveDocument documentId={frame.documentId} />}
      </div>
      {!wide && (
        <PreviewDialog
          opened={preview}
          documentId={frame.documentId}
          onClose={() => setPreview(false)}
        />
      )}
    </div>
  );
}

/** '4 lines, due in 30 days'. */
function Outline() {
  const { kind, today } = useEditor();
  const count = useEditorState((state) => state.draft.lines.length);
  const due = useEditorState(({ draft }) => kind.outline(draft, today));
  const lines = count === 1 ? '1 line' : `${count} lines`;
  return <p>{due === undefined ? lines : `${lines}, ${due}`}</p>;
}
