import type { ClipboardEvent, KeyboardEvent } from 'react';
import { useCallback, useEffect, useId, useLayoutEffect, useMemo, useRef, useState } from 'react';
import type { EditorColumn } from '../../../shared/documents/editor-columns.ts';
import { UNIT_NAMES } from '../../../shared/documents/units.ts';
import { afterPress } from '../../lib/after-press.ts';
import { Button } from '../../ui/button.tsx';
import { cx } from '../../ui/cx.ts';
import { Icon } from '../../ui/icon.tsx';
import { IconAlertCircle, IconPlus, IconTag } from '../../ui/icons.ts';
import { UnitList } from '../../ui/unit-list.tsx';
import { useNumberStyle } from '../../ui/use-number-style.ts';
import { VisuallyHidden } from '../../ui/visually-hidden.tsx';
import { changeLines, checkField } from './check-field.ts';
import type { LineCell } from './draft-line.ts';
import { isUntouched, shownCells } from './draft-line.ts';
import { useCurrency, useEditor, useEditorState } from './editor-context.ts';
import { EditorOptions } from './editor-options.tsx';
import { GRID_ROW, gridStyle } from './grid-style.ts';
import { ItemPicker } from './item-picker.tsx';
import type { PickedItem } from './line-grid.ts';
import {
  indexOfLine,
  insertAfter,
  moveLine,
  pasteRows,
  removeLine,
  tidyCell,
} from './line-grid.ts';
import type { LineRowActions } from './line-row.tsx';
import { LineRow, UNIT_LIST } from './line-row.tsx';
import { LineSuggestions, useCatalogue } from './line-suggestions.tsx';
import { LineTaxes, useTaxesOfLine } from './line-taxes.tsx';
import { parsePastedLines } from './parse-pasted-lines.ts';
import { useRowDrag } from './use-row-drag.ts';

const HEADINGS: { area: string; label: string; column?: EditorColumn; isText?: boolean }[] = [
  { area: 'description', label: 'Description', isText: true },
  { area: 'quantity', label: 'Qty' },
  { area: 'unit', label: 'Unit', column: 'unit', isText: true },
  { area: 'unitPrice', label: 'Unit price' },
  { area: 'discount', label: 'Discount', column: 'discount' },
  { area: 'taxes', label: 'Tax', column: 'tax', isText: true },
  { area: 'sum', label: 'Amount' },
];

/** The lines of the document, edited like a table. */
export function LineItems() {
  const editor = useEditor();
  const { kind, store } = editor;
  const lines = useEditorState((state) => state.draft.lines);
  const errors = useEditorState((state) => state.errors);
  const columns = useEditorState((state) => state.columns);
  const currency = useCurrency();
  const grid = useRef<HTMLDivElement>(null);
  const hintId = useId();
  const [picking, setPicking] = useState(false);
  const toFocus = useRef<{ key: string; cell: LineCell } | undefined>(undefined);
  // Whether the browser's list of units is open: arrows and Enter are the list's then.
  const offersUnits = useRef(false);
  const taxes = useTaxesOfLine();
  const drag = useRowDrag(grid, (key, index) =>
    changeLines(editor, (before) => moveLine(before, key, index)),
  );

  const focusCell = useCallback((key: string, cell: LineCell) => {
    const field = grid.current?.querySelector<HTMLElement>(`[data-field="${key}.${cell}"]`);
    field?.focus();
    return field !== null && field !== undefined;
  }, []);
  // A cell that is about to be drawn gets the focus once it is there.
  useEffect(() => {
    const wanted = toFocus.current;
    if (wanted && focusCell(wanted.key, wanted.cell)) toFocus.current = undefined;
  }, [lines, focusCell]);

  const catalogue = useCatalogue(
    useCallback(
      (key: string, item: PickedItem) => {
        focusCell(key, item.currency === currency ? 'quantity' : 'unitPrice');
      },
      [currency, focusCell],
    ),
  );
  const { suggest, close, onKey, pick } = catalogue;
  const { lineKey, text } = catalogue;
  const [lineEnd, setLineEnd] = useState(0);
  useLayoutEffect(() => {
    const row = grid.current?.querySelector<HTMLElement>(`[data-line="${lineKey}"]`);
    if (row) setLineEnd(row.offsetTop + row.offsetHeight);
  }, [lineKey, text]);

  const addLine = useCallback(
    (after: string | null) => {
      const now = store.getState().draft.lines;
      const next = now[after === null ? now.length - 1 : indexOfLine(now, after) + 1];
      // An empty line that is already there is the new line.
      if (next && isUntouched(next)) {
        focusCell(next.key, 'description');
        return;
      }
      const line = store.freshLine();
      toFocus.current = { key: line.key, cell: 'description' };
      store.changeLines((before) => insertAfter(before, after, [line]));
    },
    [store, focusCell],
  );

  const style = useNumberStyle();
  const actions = useMemo<LineRowActions>(() => {
    const moveFocus = (key: string, cell: LineCell, by: number) => {
      const now = store.getState().draft.lines;
      const line = now[indexOfLine(now, key) + by];
      if (line) focusCell(line.key, cell);
      return line !== undefined;
    };
    const remove = (key: string) => {
      const now = store.getState().draft.lines;
      const index = indexOfLine(now, key);
      const neighbor = now[index + 1] ?? now[index - 1];
      if (neighbor) toFocus.current = { key: neighbor.key, cell: 'description' };
      changeLines(editor, (before) => removeLine(before, key));
    };
    return {
      type(key, cell, text) {
        store.setCell(key, cell, text);
        if (cell === 'description') suggest(key, text);
        if (cell === 'unit') offersUnits.current = isOffered(text);
      },
      leave(key, cell) {
        offersUnits.current = false;
        if (cell === 'description') close();
        afterPress(() => {
          store.changeLines((before) => tidyCell(before, key, cell, currency));
          if (cell !== 'description') checkField(editor, `${key}.${cell}`);
        });
      },
      press(event: KeyboardEvent, key, cell) {
        if (event.nativeEvent.isComposing || event.ctrlKey || event.metaKey) return;
        const step = { ArrowUp: -1, ArrowDown: 1 }[event.key] ?? 0;
        if (event.altKey && step !== 0) {
          event.preventDefault();
          toFocus.current = { key, cell };
          changeLines(editor, (before) => moveLine(before, key, indexOfLine(before, key) + step));
        } else if (event.altKey && event.key === 'Delete') {
          event.preventDefault();
          remove(key);
        } else if (cell === 'description' && onKey(event, (item) => pick(key, item))) {
          event.preventDefault();
        } else if (cell === 'unit' && step !== 0) {
          offersUnits.current = true;
        } else if (event.key === 'Enter' && offersUnits.current) {
          offersUnits.current = false;
        } else if (event.key === 'Enter' && !event.shiftKey) {
          event.preventDefault();
          addLine(key);
        } else if (step !== 0 && !event.shiftKey && !isMultiLine(event.currentTarget)) {
          if (moveFocus(key, cell, step)) event.preventDefault();
        }
      },
      paste(event: ClipboardEvent, key, cell) {
        const rows = parsePastedLines(event.clipboardData.getData('text/plain'));
        if (!rows) return;
        event.preventDefault();
        const cells = shownCells(columns);
        const shown = { cells, currency, fresh: store.freshLine, style };
        changeLines(editor, (before) => pasteRows(before, key, cell, rows, shown));
      },
      remove,
      grab: drag.grab,
      chooseTaxes: taxes.choose,
    };
  }, [
    editor,
    store,
    columns,
    currency,
    style,
    suggest,
    close,
    onKey,
    pick,
    addLine,
    focusCell,
    drag.grab,
    taxes.choose,
  ]);

  const wrong = useMemo(
    () => new Set(Object.keys(errors).map((field) => field.split('.')[0])),
    [errors],
  );
  const linesError = errors.lines;
  return (
    <section aria-labelledby={`${hintId}-title`} data-field="lines">
      <div className="mb-1.5 flex min-h-7.5 items-center justify-between *:last:-mr-2.5 *:last:text-muted!">
        <h3 id={`${hintId}-title`}>Line items</h3>
        <EditorOptions />
      </div>
      <VisuallyHidden>
        <span id={hintId}>
          Tab goes to the next cell, Enter adds a line, Alt with arrow up or down moves a line, Alt
          with Delete removes it.
        </span>
      </VisuallyHidden>
      <UnitList id={UNIT_LIST} />
      <div className="relative rounded border border-line" ref={grid} style={gridStyle(columns)}>
        <div
          className={cx(
            GRID_ROW,
            'min-h-8 items-center rounded-t bg-sunken text-[0.78125rem] font-[500] text-muted',
          )}
          aria-hidden="true"
        >
          {HEADINGS.filter(({ column }) => !column || columns.includes(column)).map(
            ({ area, label, isText }) => (
              <span
                key={area}
                className={cx('px-2.5 py-1', !isText && 'text-right')}
                style={{ gridArea: area }}
              >
                {label}
              </span>
            ),
          )}
        </div>
        <ol aria-describedby={hintId}>
          {lines.map((line, index) => (
            <LineRow
              key={line.key}
              line={line}
              index={index}
              currency={currency}
              columns={columns}
              today={editor.today}
              keptBecause={lines.length === 1 ? kind.atLeastOneLine : undefined}
              errors={wrong.has(line.key) ? errors : undefined}
              listId={lineKey === line.key ? catalogue.listId : undefined}
              activeId={lineKey === line.key ? catalogue.activeId : undefined}
              choosing={taxes.open?.key === line.key}
              actions={actions}
            />
          ))}
        </ol>
        <LineTaxes choice={taxes} />
        {drag.dropAt !== undefined && (
          <div
            className="pointer-events-none absolute inset-x-0 z-2 -mt-px h-0.5 bg-accent"
            style={{ top: drag.dropAt }}
          />
        )}
        <LineSuggestions catalogue={catalogue} top={lineEnd} />
        <div className="flex min-h-10 items-center gap-1 border-t border-hairline px-1.5">
          <Button variant="quiet" size="sm" icon={IconPlus} onClick={() => addLine(null)}>
            Add line
          </Button>
          <Button variant="quiet" size="sm" icon={IconTag} onClick={() => setPicking(true)}>
            From Items &amp; Services
          </Button>
          <span
            className="ml-auto py-1 pr-2 text-12 leading-5 whitespace-nowrap text-muted @max-[560px]/form:hidden"
            aria-hidden="true"
          >
            <kbd className="ml-1.5">Tab</kbd> next cell <kbd className="ml-1.5">Enter</kbd> new line
          </span>
        </div>
      </div>
      {linesError && (
        <p className="flex items-center gap-[5px] pt-1.5 text-12 text-overdue" role="alert">
          <Icon as={IconAlertCircle} size={14} />
          {linesError}
        </p>
      )}
      <ItemPicker opened={picking} onClose={() => setPicking(false)} />
      {catalogue.dialog}
    </section>
  );
}

/** In a description of several lines the arrows move within it. */
function isMultiLine(field: EventTarget & Element): boolean {
  return field instanceof HTMLTextAreaElement && field.value.includes('\n');
}

/** Whether the list offers something else for what is typed of a unit. */
function isOffered(typed: string): boolean {
  const text = typed.trim().toLowerCase();
  const names: readonly string[] = UNIT_NAMES;
  return text !== '' && !names.includes(text) && names.some((name) => name.includes(text));
}
