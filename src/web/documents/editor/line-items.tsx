import { IconAlertCircle, IconPlus, IconTag } from '@tabler/icons-react';
import type { ClipboardEvent, KeyboardEvent } from 'react';
import { useCallback, useEffect, useId, useMemo, useRef, useState } from 'react';
import { UNIT_NAMES } from '../../../shared/documents/units.ts';
import type { Item } from '../../../shared/items/item.contract.ts';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { UnitList } from '../../ui/unit-list.tsx';
import { VisuallyHidden } from '../../ui/visually-hidden.tsx';
import { changeLines, checkField, takeItems } from './check-field.ts';
import type { LineCell } from './draft-line.ts';
import { isUntouched, shownCells } from './draft-line.ts';
import { useCurrency, useEditor, useEditorState } from './editor-context.ts';
import { EditorOptions } from './editor-options.tsx';
import { gridStyle } from './grid-style.ts';
import { ItemPicker } from './item-picker.tsx';
import type { PickedItem } from './line-grid.ts';
import {
  appendItems,
  fillFromItem,
  indexOfLine,
  insertAfter,
  moveLine,
  pasteRows,
  removeLine,
  tidyCell,
} from './line-grid.ts';
import classes from './line-items.module.css';
import type { LineRowActions } from './line-row.tsx';
import { LineRow, UNIT_LIST } from './line-row.tsx';
import { LineSuggestions } from './line-suggestions.tsx';
import { LineTaxes, useTaxesOfLine } from './line-taxes.tsx';
import { parsePastedLines } from './parse-pasted-lines.ts';
import { useRowDrag } from './use-row-drag.ts';
import { useSuggestions } from './use-suggestions.ts';

/** The lines of the document, edited like a table. */
export function LineItems() {
  const editor = useEditor();
  const { kind, store, ItemDialog } = editor;
  const lines = useEditorState((state) => state.draft.lines);
  const errors = useEditorState((state) => state.errors);
  const columns = useEditorState((state) => state.columns);
  const currency = useCurrency();
  const grid = useRef<HTMLDivElement>(null);
  const hintId = useId();
  const [picking, setPicking] = useState(false);
  const [adding, setAdding] = useState<{ key: string; name: string }>();
  const toFocus = useRef<{ key: string; cell: LineCell } | undefined>(undefined);
  // Whether the browser's list of units is open: arrows and Enter are the list's then.
  const offersUnits = useRef(false);
  const suggestions = useSuggestions();
  const { suggest, close, onKey } = suggestions;
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

  const pick = useCallback(
    (key: string, item: PickedItem) => {
      takeItems(editor, [item], (before) => fillFromItem(before, key, item, currency));
      close();
      focusCell(key, item.currency === currency ? 'quantity' : 'unitPrice');
    },
    [editor, currency, close, focusCell],
  );

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
        store.changeLines((before) => tidyCell(before, key, cell, currency));
        if (cell === 'description') close();
        else checkField(editor, `${key}.${cell}`);
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
        const shown = { cells: shownCells(columns), currency, fresh: store.freshLine };
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
    suggest,
    close,
    onKey,
    pick,
    addLine,
    focusCell,
    drag.grab,
    taxes.choose,
  ]);

  const madeItem = (item: Item) => {
    if (adding) pick(adding.key, item);
    setAdding(undefined);
  };
  const wrong = useMemo(
    () => new Set(Object.keys(errors).map((field) => field.split('.')[0])),
    [errors],
  );
  const linesError = errors.lines;
  return (
    <section aria-labelledby={`${hintId}-title`} data-field="lines">
      <div className={classes.title}>
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
      <div className={classes.frame} ref={grid} style={gridStyle(columns)}>
        <div className={classes.head} aria-hidden="true">
          <span className={classes.text}>Description</span>
          <span className={classes.quantity}>Qty</span>
          {columns.includes('unit') && <span className={classes.unit}>Unit</span>}
          <span className={classes.unitPrice}>Unit price</span>
          {columns.includes('discount') && <span className={classes.discount}>Discount</span>}
          {columns.includes('tax') && <span className={classes.taxes}>Tax</span>}
          <span className={classes.sum}>Amount</span>
        </div>
        <ol className={classes.lines} aria-describedby={hintId}>
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
              listId={suggestions.lineKey === line.key ? suggestions.listId : undefined}
              activeId={suggestions.lineKey === line.key ? suggestions.activeId : undefined}
              choosing={taxes.open?.key === line.key}
              actions={actions}
            />
          ))}
        </ol>
        <LineTaxes choice={taxes} />
        {drag.dropAt !== undefined && <div className={classes.drop} style={{ top: drag.dropAt }} />}
        <LineSuggestions
          grid={grid}
          suggestions={suggestions}
          onPick={pick}
          onAdd={(key, name) => {
            close();
            setAdding({ key, name });
          }}
        />
        <div className={classes.foot}>
          <Button variant="quiet" size="sm" icon={IconPlus} onClick={() => addLine(null)}>
            Add line
          </Button>
          <Button variant="quiet" size="sm" icon={IconTag} onClick={() => setPicking(true)}>
            From Items &amp; Services
          </Button>
          <span className={classes.hint} aria-hidden="true">
            <kbd>Tab</kbd> next cell <kbd>Enter</kbd> new line
          </span>
        </div>
      </div>
      {linesError && (
        <p className={classes.error} role="alert">
          <Icon as={IconAlertCircle} size={14} />
          {linesError}
        </p>
      )}
      <ItemPicker
        opened={picking}
        onClose={() => setPicking(false)}
        onPick={(items) =>
          takeItems(editor, items, (before) =>
            appendItems(before, items, currency, store.freshLine),
          )
        }
      />
      <ItemDialog
        opened={adding !== undefined}
        initialName={adding?.name ?? ''}
        onClose={() => setAdding(undefined)}
        onSaved={madeItem}
      />
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
