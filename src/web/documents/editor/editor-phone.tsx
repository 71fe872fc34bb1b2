import type { KeyboardEvent } from 'react';
import { useCallback, useEffect, useId, useRef, useState } from 'react';
import { DOCUMENT_KINDS } from '../../../shared/documents/document-content.ts';
import { IconButton } from '../../ui/button.tsx';
import { cx } from '../../ui/cx.ts';
import { DialogTitle } from '../../ui/dialog-layer.tsx';
import { DoubleRule } from '../../ui/double-rule.tsx';
import { IconEye, IconX } from '../../ui/icons.ts';
import { CustomerField } from './customer-field.tsx';
import { DeductibleDeposits } from './deduction-rows.tsx';
import { draftFields } from './document-draft.ts';
import type { EditorFrame } from './editor-context.ts';
import { useCurrency, useEditor, useEditorState } from './editor-context.ts';
import {
  EndDateField,
  ExtraFields,
  IssueDateField,
  NumberField,
  ReferenceFields,
  RemarkFields,
  StatusField,
  TaxRateField,
} from './editor-fields.tsx';
import { FollowsNote, SavingState, SendNote, VersionNote } from './editor-notes.tsx';
import { EditorTotals, SpokenTotal, useHasDocumentTax, useTotals } from './editor-totals.tsx';
import { Amount } from './figure.tsx';
import { InstallmentsSection } from './installments-section.tsx';
import { LineCards } from './line-cards.tsx';
import { PreviewDialog } from './preview-dialog.tsx';
import { SubmitButtons } from './submit-buttons.tsx';
import { summarizeErrors } from './validate-draft.ts';

type Tab = 'details' | 'notes';

/** Two tabs, lines as cards that open a sheet, and a foot that is always there. */
export function EditorPhone({ frame }: { frame: EditorFrame }) {
  const [tab, setTab] = useState<Tab>('details');
  const [preview, setPreview] = useState(false);
  const errors = useEditorState((state) => state.errors);
  const { kind } = useEditor();
  const hasEndDate = kind.endAfterDays !== null;
  const hasDocumentTax = useHasDocumentTax();
  const followsEstimate = useEditorState(({ draft }) => draft.followsEstimate);
  const ids = useId();
  const edit = frame.form === 'edit';

  const isOnNotes = useCallback(
    (name: string) => draftFields(kind.name).some((field) => field.name === name && field.place),
    [kind],
  );
  // What is wrong stands on one of the tabs: that one is shown.
  useEffect(() => {
    const [first] = Object.keys(errors);
    if (first) setTab(isOnNotes(first) ? 'notes' : 'details');
  }, [errors, isOnNotes]);

  return (
    <div className="grid h-full grid-rows-[56px_47px_minmax(0,1fr)_auto] bg-paper">
      <div className="flex items-center border-b border-hairline px-1.5">
        <IconButton label="Close" tooltip={false} icon={IconX} onClick={frame.close} />
        <DialogTitle className="flex-1 pl-0.5 text-[1.125rem] font-bold tracking-head">
          {kind.title[frame.form]}
        </DialogTitle>
        <IconButton
          label="Preview"
          tooltip={false}
          icon={IconEye}
          onClick={() => setPreview(true)}
        />
      </div>
      <Tabs tab={tab} ids={ids} onTab={setTab} />
      <div
        className="flex flex-col gap-3.5 overflow-auto px-4 pt-4 pb-6 *:flex-none"
        role="tabpanel"
        id={`${ids}-${tab}`}
        aria-labelledby={`${ids}-${tab}-tab`}
      >
        {(frame.restored || frame.news !== undefined) && <SavingState frame={frame} />}
        {tab === 'details' ? (
          <>
            <VersionNote id={frame.documentId} next={frame.nextVersion} />
            <CustomerField />
            {edit && !kind.recurring && <StatusField />}
            {kind.recurring && <kind.recurring.Section />}
            <div className="grid grid-cols-2 gap-x-3 gap-y-3.5">
              {!kind.recurring && <IssueDateField />}
              {hasEndDate && <EndDateField />}
              {!kind.recurring && <NumberField />}
              {hasDocumentTax && <TaxRateField />}
              <ExtraFields />
            </div>
            {followsEstimate ? (
              <FollowsNote />
            ) : (
              <>
                <LineCards onAdded={(field) => setTab(isOnNotes(field) ? 'notes' : 'details')} />
                <EditorTotals phone />
                <DeductibleDeposits />
                <InstallmentsSection />
              </>
            )}
          </>
        ) : (
          <>
            <RemarkFields hint />
            <ReferenceFields />
          </>
        )}
      </div>
      <PhoneFoot frame={frame} />
      <PreviewDialog
        opened={preview}
        documentId={frame.documentId}
        onClose={() => setPreview(false)}
      />
    </div>
  );
}

const TABS: readonly { value: Tab; label: string }[] = [
  { value: 'details', label: 'Details' },
  { value: 'notes', label: 'Notes' },
];

function Tabs({ tab, ids, onTab }: { tab: Tab; ids: string; onTab: (tab: Tab) => void }) {
  const { kind } = useEditor();
  const list = useRef<HTMLDivElement>(null);
  const move = (event: KeyboardEvent) => {
    if (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight') return;
    event.preventDefault();
    const other = tab === 'details' ? 'notes' : 'details';
    onTab(other);
    list.current?.querySelector<HTMLElement>(`[data-tab=${other}]`)?.focus();
  };
  return (
    <div
      ref={list}
      className="grid grid-cols-2 border-b border-hairline"
      role="tablist"
      aria-label={`Parts of the ${DOCUMENT_KINDS[kind.name].noun}`}
    >
      {TABS.map(({ value, label }) => (
        <button
          key={value}
          type="button"
          role="tab"
          id={`${ids}-${value}-tab`}
          data-tab={value}
          aria-selected={tab === value}
          aria-controls={tab === value ? `${ids}-${value}` : undefined}
          tabIndex={tab === value ? 0 : -1}
          className={cx(
            'h-[46px] cursor-pointer border-0 bg-transparent focus-visible:-outline-offset-3',
            tab === value
              ? 'font-[640] text-ink shadow-[inset_0_-2px_0_var(--ink)]'
              : 'font-med text-muted',
          )}
          onClick={() => onTab(value)}
          onKeyDown={move}
        >
          {label}
        </button>
      ))}
    </div>
  );
}

function PhoneFoot({ frame }: { frame: EditorFrame }) {
  const { kind } = useEditor();
  const noteId = useId();
  const currency = useCurrency();
  const { total } = useTotals();
  const isEdit = frame.form === 'edit';
  // Said once asked, and only while it is true.
  const wrong = useEditorState(({ errors }) => summarizeErrors(errors));
  return (
    <footer className="border-t border-hairline bg-paper px-4 pt-2.5 pb-[max(14px,env(safe-area-inset-bottom,0px))]">
      {frame.summary && wrong && (
        <p className="mb-2 text-14 text-overdue" role="alert">
          {wrong}
        </p>
      )}
      <div className="mb-2.5 flex items-baseline justify-between text-muted">
        <span>Total, tax included</span>
        <b className="text-20 leading-[1.2] tracking-fig text-ink">
          <DoubleRule>
            <Amount value={total} currency={currency} />
          </DoubleRule>
        </b>
        <SpokenTotal total={total} />
      </div>
      {!isEdit && <SendNote id={noteId} />}
      <div
        className={cx('grid gap-2.5', !isEdit && !kind.recurring && 'mt-2 grid-cols-[1fr_1.35fr]')}
      >
        <SubmitButtons frame={frame} noteId={noteId} phone />
      </div>
    </footer>
  );
}
