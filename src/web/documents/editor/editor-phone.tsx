import {
  IconAlertCircle,
  IconChevronRight,
  IconEye,
  IconPlus,
  IconTag,
  IconX,
} from '@tabler/icons-react';
import type { KeyboardEvent } from 'react';
import { useCallback, useEffect, useId, useRef, useState } from 'react';
import { DOCUMENT_KINDS } from '../../../shared/documents/document-content.ts';
import { typedQuantity, typedUnitPrice } from '../../../shared/documents/typed-totals.ts';
import { formatUnit } from '../../../shared/documents/units.ts';
import type { Decimal } from '../../../shared/money/decimal.ts';
import { formatQuantity } from '../../../shared/money/decimal.ts';
import { formatUnitPrice, money } from '../../../shared/money/money.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { cx } from '../../ui/cx.ts';
import { DialogTitle } from '../../ui/dialog-layer.tsx';
import { DoubleRule } from '../../ui/double-rule.tsx';
import { Icon } from '../../ui/icon.tsx';
import { takeItems } from './check-field.ts';
import { CustomerField } from './customer-field.tsx';
import { DeductibleDeposits } from './deduction-rows.tsx';
import { draftFields } from './document-draft.ts';
import type { DraftLine } from './draft-line.ts';
import { LINE_CELLS } from './draft-line.ts';
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
import type { EditorFrame } from './editor-frame.ts';
import { EditorOptions } from './editor-options.tsx';
import classes from './editor-phone.module.css';
import { PhoneTotals } from './editor-phone-totals.tsx';
import { SpokenTotal, useHasDocumentTax, useTotals } from './editor-totals.tsx';
import { Amount, Figure } from './figure.tsx';
import { FollowsNote } from './follows-note.tsx';
import { formatTaxes } from './format-taxes.ts';
import { InstallmentsSection } from './installments-section.tsx';
import { ItemPicker } from './item-picker.tsx';
import { appendItems, insertAfter } from './line-grid.ts';
import { LineSheet } from './line-sheet.tsx';
import { PreviewDialog } from './preview-dialog.tsx';
import { SavingState } from './saving-state.tsx';
import { SendNote } from './send-note.tsx';
import { summarizeErrors } from './validate-draft.ts';
import { VersionNote } from './version-note.tsx';

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
    <div className={classes.editor}>
      <div className={classes.head}>
        <IconButton label="Close" tooltip={false} icon={IconX} onClick={frame.close} />
        <DialogTitle className={classes.title}>{kind.title[frame.form]}</DialogTitle>
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
            <VersionNote id={frame.documentId} next={frame.nextVersion} />
            <CustomerField />
            {edit && <StatusField />}
            <div className={classes.pair}>
              <IssueDateField />
              {hasEndDate && <EndDateField />}
              <NumberField />
              {hasDocumentTax && <TaxRateField />}
              <ExtraFields />
            </div>
            {followsEstimate ? (
              <FollowsNote />
            ) : (
              <>
                <LineCards onAdded={(field) => setTab(isOnNotes(field) ? 'notes' : 'details')} />
                <PhoneTotals />
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
      className={classes.tabs}
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

function LineCards({ onAdded }: { onAdded: (field: string) => void }) {
  const editor = useEditor();
  const { store } = editor;
  const lines = useEditorState((state) => state.draft.lines);
  const errors = useEditorState((state) => state.errors);
  const currency = useCurrency();
  const { lineTotal, lineTotals } = useTotals();
  const [opened, setOpened] = useState<string>();
  const [picking, setPicking] = useState(false);
  const addLine = () => {
    const line = store.freshLine();
    store.changeLines((before) => insertAfter(before, null, [line]));
    setOpened(line.key);
  };
  return (
    <section aria-label="Line items" data-field="lines">
      <div className={classes.linesHead}>
        <h3>Line items</h3>
        <span>
          <Amount value={lineTotal} currency={currency} />
        </span>
      </div>
      <ol className={classes.lines}>
        {lines.map((line, index) => {
          const wrong = PHONE_CELLS.map((cell) => errors[`${line.key}.${cell}`]).filter(Boolean);
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
                  <LineFigures line={line} currency={currency} />
                </span>
                <span className={classes.amount}>
                  <Amount value={lineTotals[index] ?? null} currency={currency} />
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
        <EditorOptions onAdded={onAdded} />
      </div>
      <LineSheet lineKey={opened} onClose={() => setOpened(undefined)} />
      <ItemPicker
        opened={picking}
        onClose={() => setPicking(false)}
        onPick={(items) =>
          takeItems(editor, items, (before) =>
            appendItems(before, items, currency, store.freshLine),
          )
        }
      />
    </section>
  );
}

/** '7.25 hours × €85.50, less 10%, 19%'. */
function LineFigures({ line, currency }: { line: DraftLine; currency: string }) {
  const quantity = typedQuantity(line.quantity);
  const price = (value: Decimal) => formatUnitPrice(money(value, currency));
  const rest = [line.discount && `less ${line.discount}`, formatTaxes(line.taxes)];
  return (
    <>
      <Figure value={quantity} format={formatQuantity} />
      {line.unit && ` ${formatUnit(line.unit, quantity)}`} ×{' '}
      <Figure value={typedUnitPrice(line.unitPrice, currency)} format={price} />
      {rest.filter(Boolean).map((text) => `, ${text}`)}
    </>
  );
}

const PHONE_CELLS = [...LINE_CELLS, 'taxes'] as const;

/** The card stands in for the first of its cells that is wrong. */
function firstWrongField(key: string, errors: Readonly<Record<string, string>>): string {
  const cells = PHONE_CELLS.map((cell) => `${key}.${cell}`);
  return cells.find((cell) => errors[cell]) ?? `${key}.description`;
}

function PhoneFoot({ frame }: { frame: EditorFrame }) {
  const { kind } = useEditor();
  const noteId = useId();
  const currency = useCurrency();
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
            <Amount value={total} currency={currency} />
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
