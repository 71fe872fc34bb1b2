import { Modal } from '@mantine/core';
import {
  IconAlertCircle,
  IconChevronRight,
  IconEye,
  IconPlus,
  IconTag,
  IconX,
} from '@tabler/icons-react';
import type { KeyboardEvent } from 'react';
import { useEffect, useId, useRef, useState } from 'react';
import { typedAmount } from '../../../shared/invoices/invoice-totals.ts';
import { formatQuantity } from '../../../shared/money/hundredths.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { cx } from '../../ui/cx.ts';
import { DoubleRule } from '../../ui/double-rule.tsx';
import { Icon } from '../../ui/icon.tsx';
import { changeLines } from './check-field.ts';
import { CustomerField } from './customer-field.tsx';
import { draftFields, newLine } from './document-draft.ts';
import { useEditor, useEditorState } from './editor-context.ts';
import {
  EndDateField,
  IssueDateField,
  NumberField,
  ReferenceFields,
  RemarkFields,
  StatusField,
  TaxRateField,
} from './editor-fields.tsx';
import type { EditorFrame } from './editor-frame.ts';
import classes from './editor-phone.module.css';
import { SpokenTotal, useTotals } from './editor-totals.tsx';
import { Figure } from './figure.tsx';
import { ItemPicker } from './item-picker.tsx';
import { appendItems, insertAfter } from './line-grid.ts';
import { LineSheet } from './line-sheet.tsx';
import { PreviewDialog } from './preview-dialog.tsx';
import { SavingState } from './saving-state.tsx';
import { SendNote } from './send-note.tsx';
import { summarizeErrors } from './validate-draft.ts';

type Tab = 'details' | 'notes';

/** Two tabs, lines as cards that open a sheet, and a foot that is always there. */
export function EditorPhone({ frame }: { frame: EditorFrame }) {
  const [tab, setTab] = useState<Tab>('details');
  const [preview, setPreview] = useState(false);
  const errors = useEditorState((state) => state.errors);
  const { kind } = useEditor();
  const ids = useId();
  const edit = frame.form === 'edit';

  // What is wrong stands on one of the tabs: that one is shown.
  useEffect(() => {
    const [first] = Object.keys(errors);
    const field = draftFields(kind.name).find(({ name }) => name === first);
    if (first) setTab(field?.place ? 'notes' : 'details');
  }, [errors, kind]);

  return (
    <div className={classes.editor}>
      <div className={classes.head}>
        <IconButton label="Close" tooltip={false} icon={IconX} onClick={frame.close} />
        <Modal.Title component="h2" className={classes.title}>
          {kind.title[frame.form]}
        </Modal.Title>
        <IconButton
          label="Preview"
          tooltip={false}
          icon={IconEye}
          onClick={() => setPreview(true)}
        />
      </div>
      <Tabs tab={tab} ids={ids} onTab={setTab} />
      <div
        className={classes.scroll}
        role="tabpanel"
        id={`${ids}-${tab}`}
        aria-labelledby={`${ids}-${tab}-tab`}
      >
        {(frame.restored || frame.news !== undefined) && <SavingState frame={frame} />}
        {tab === 'details' ? (
          <>
            <CustomerField />
            {edit && <StatusField />}
            <div className={classes.pair}>
              <IssueDateField />
              <EndDateField />
              <NumberField />
              <TaxRateField />
            </div>
            <LineCards />
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
      className={classes.tabs}
      role="tablist"
      aria-label={`Parts of the ${kind.name}`}
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
          className={cx(classes.tab, tab === value && classes.on)}
          onClick={() => onTab(value)}
          onKeyDown={move}
        >
          {label}
        </button>
      ))}
    </div>
  );
}

function LineCards() {
  const editor = useEditor();
  const { store } = editor;
  const lines = useEditorState((state) => state.draft.lines);
  const errors = useEditorState((state) => state.errors);
  const { subtotal, lineTotals } = useTotals();
  const [opened, setOpened] = useState<string>();
  const [picking, setPicking] = useState(false);
  const addLine = () => {
    const line = newLine();
    store.changeLines((before) => insertAfter(before, null, [line]));
    setOpened(line.key);
  };
  return (
    <section aria-label="Line items" data-field="lines">
      <div className={classes.linesHead}>
        <h3>Line items</h3>
        <span>
          <Figure value={subtotal} />
        </span>
      </div>
      <ol className={classes.lines}>
        {lines.map((line, index) => {
          const wrong = (['description', 'quantity', 'unitPrice'] as const)
            .map((cell) => errors[`${line.key}.${cell}`])
            .filter(Boolean);
          return (
            <li key={line.key}>
              <button
                type="button"
                className={cx(classes.line, wrong.length > 0 && classes.wrong)}
                data-field={firstWrongField(line.key, errors)}
                onClick={() => setOpened(line.key)}
              >
                <b dir="auto" className={line.description.trim() ? undefined : classes.blank}>
                  {line.description.trim() || `Line ${index + 1}: what is it for?`}
                </b>
                <Icon as={IconChevronRight} size={18} />
                <span>
                  <Figure value={typedAmount(line.quantity)} format={formatQuantity} /> ×{' '}
                  <Figure value={typedAmount(line.unitPrice)} />
                </span>
                <span className={classes.amount}>
                  <Figure value={lineTotals[index] ?? null} />
                </span>
              </button>
              {wrong.length > 0 && (
                <p className={classes.error}>
                  <Icon as={IconAlertCircle} size={14} />
                  {wrong.join('. ')}
                </p>
              )}
            </li>
          );
        })}
      </ol>
      {errors.lines && (
        <p className={classes.error}>
          <Icon as={IconAlertCircle} size={14} />
          {errors.lines}
        </p>
      )}
      <div className={classes.add}>
        <Button icon={IconPlus} wide onClick={addLine}>
          Add line
        </Button>
        <Button icon={IconTag} wide variant="quiet" onClick={() => setPicking(true)}>
          From Items &amp; Services
        </Button>
      </div>
      <LineSheet lineKey={opened} onClose={() => setOpened(undefined)} />
      <ItemPicker
        opened={picking}
        onClose={() => setPicking(false)}
        onPick={(items) => changeLines(editor, (before) => appendItems(before, items))}
      />
    </section>
  );
}

/** The card stands in for the first of its cells that is wrong. */
function firstWrongField(key: string, errors: Readonly<Record<string, string>>): string {
  const cells = ['description', 'quantity', 'unitPrice'].map((cell) => `${key}.${cell}`);
  return cells.find((cell) => errors[cell]) ?? `${key}.description`;
}

function PhoneFoot({ frame }: { frame: EditorFrame }) {
  const { kind } = useEditor();
  const noteId = useId();
  const { total } = useTotals();
  // Said once asked, and only while it is true.
  const wrong = useEditorState(({ errors }) => summarizeErrors(errors));
  return (
    <footer className={classes.foot}>
      {frame.summary && wrong && (
        <p className={classes.summary} role="alert">
          {wrong}
        </p>
      )}
      <div className={classes.total}>
        <span>Total, tax included</span>
        <b>
          <DoubleRule>
            <Figure value={total} />
          </DoubleRule>
        </b>
        <SpokenTotal total={total} />
      </div>
      {frame.form === 'edit' ? (
        <Button
          writes
          variant="primary"
          wide
          busy={frame.busy === 'save'}
          onClick={() => frame.submit('save')}
        >
          Save changes
        </Button>
      ) : (
        <>
          <SendNote id={noteId} />
          <div className={classes.buttons}>
            <Button writes busy={frame.busy === 'draft'} onClick={() => frame.submit('draft')}>
              Save Draft
            </Button>
            <Button
              writes
              variant="primary"
              busy={frame.busy === 'send'}
              aria-describedby={noteId}
              onClick={() => frame.submit('send')}
            >
              {kind.createButton.label}
            </Button>
          </div>
        </>
      )}
    </footer>
  );
}
