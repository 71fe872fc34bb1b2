import { useId, useState } from 'react';
import { Button, IconButton } from '../../ui/button.tsx';
import { cx } from '../../ui/cx.ts';
import { DialogTitle } from '../../ui/dialog-layer.tsx';
import { IconEye, IconX } from '../../ui/icons.ts';
import { useMediaQuery } from '../../ui/use-is-phone.ts';
import { CustomerField } from './customer-field.tsx';
import { DeductibleDeposits } from './deduction-rows.tsx';
import type { EditorFrame } from './editor-context.ts';
import { useEditor, useEditorState } from './editor-context.ts';
import {
  EndDateField,
  ExtraFields,
  IssueDateField,
  NumberField,
  ReferenceFields,
  RemarkFields,
  StatusField,
} from './editor-fields.tsx';
import { FollowsNote, SavingState, SendNote, VersionNote } from './editor-notes.tsx';
import { EditorTotals } from './editor-totals.tsx';
import { InstallmentsSection } from './installments-section.tsx';
import { LineItems } from './line-items.tsx';
import { LiveDocument } from './live-document.tsx';
import { PreviewDialog } from './preview-dialog.tsx';
import { SubmitButtons } from './submit-buttons.tsx';

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
    <div className="grid h-full grid-cols-1 grid-rows-[56px_minmax(0,1fr)]">
      <div className="flex items-center gap-3 border-b border-hairline pr-4 pl-7">
        <DialogTitle className="text-17 font-bold tracking-head whitespace-nowrap">
          {kind.title[frame.form]}
        </DialogTitle>
        <p className="min-w-0 flex-1 truncate text-muted">
          {edit ? 'Change the details below. The preview updates as you type.' : kind.about}
        </p>
        <SavingState frame={frame} />
        {!wide && (
          <Button size="sm" icon={IconEye} onClick={() => setPreview(true)}>
            Preview
          </Button>
        )}
        <IconButton label="Close" tooltip={false} icon={IconX} onClick={frame.close} />
      </div>
      {/* The form keeps its 700 px, in which its fields stand in one row; the document gives way. */}
      <div className="grid min-h-0 grid-cols-1 xl:grid-cols-[minmax(700px,1fr)_minmax(500px,min(708px,100vw-780px))] xl:*:last:border-l xl:*:last:border-hairline">
        <div className="@container/form grid min-h-0 min-w-0 grid-rows-[minmax(0,1fr)_auto]">
          <div className="flex flex-col gap-4 overflow-auto px-7 py-5 *:flex-none">
            <VersionNote id={frame.documentId} next={frame.nextVersion} />
            <div
              className={cx(
                edit && !kind.recurring && 'grid grid-cols-[minmax(0,1fr)_148px] gap-4',
              )}
            >
              <CustomerField />
              {edit && !kind.recurring && <StatusField />}
            </div>
            {kind.recurring && <kind.recurring.Section />}
            {/* A date needs its 152 px to be read whole. */}
            <div className="grid grid-cols-2 gap-x-4 gap-y-3.5 @min-[700px]/form:grid-cols-[minmax(0,1.15fr)_minmax(0,1fr)_repeat(2,minmax(152px,1fr))]">
              {!kind.recurring && <NumberField />}
              <ReferenceFields />
              {!kind.recurring && <IssueDateField />}
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
            <div className="grid grid-cols-2 gap-x-4 gap-y-3.5">
              <RemarkFields />
            </div>
          </div>
          <footer className="flex min-h-16 items-center gap-2.5 border-t border-hairline px-7 py-2">
            <div className="flex-1 text-muted">
              <Outline />
              {!edit && <SendNote id={noteId} />}
            </div>
            <SubmitButtons frame={frame} noteId={noteId} />
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
  // It may well be meant, and is not to be missed.
  const isLate = useEditorState(({ draft }) => draft.endDate !== '' && draft.endDate < today);
  const lines = count === 1 ? '1 line' : `${count} lines`;
  return (
    <p className={cx(isLate && due !== undefined && 'text-caution')}>
      {due === undefined ? lines : `${lines}, ${due}`}
    </p>
  );
}
