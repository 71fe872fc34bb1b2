import { IconAlertCircle, IconGripVertical, IconX } from '@tabler/icons-react';
import type { ClipboardEvent, KeyboardEvent, PointerEvent } from 'react';
import { memo } from 'react';
import { typedLineTotal } from '../../../shared/invoices/invoice-totals.ts';
import { formatDecimal } from '../../../shared/money/hundredths.ts';
import { cx } from '../../ui/cx.ts';
import { Icon } from '../../ui/icon.tsx';
import type { DraftLine, LineCell } from './document-draft.ts';
import { Figure } from './figure.tsx';
import classes from './line-items.module.css';

/** What a row asks of the grid. One object for all rows and all time: rows are drawn alone. */
export interface LineRowActions {
  type: (key: string, cell: LineCell, text: string) => void;
  leave: (key: string, cell: LineCell) => void;
  press: (event: KeyboardEvent, key: string, cell: LineCell) => void;
  paste: (event: ClipboardEvent, key: string, cell: LineCell) => void;
  remove: (key: string) => void;
  grab: (event: PointerEvent<HTMLElement>, key: string) => void;
}

interface Props {
  line: DraftLine;
  index: number;
  /** Why it cannot be removed: the last line that is left stays. */
  keptBecause: string | undefined;
  descriptionError: string | undefined;
  quantityError: string | undefined;
  unitPriceError: string | undefined;
  /** The list of suggestions, while it is open for this line. */
  listId: string | undefined;
  activeId: string | undefined;
  actions: LineRowActions;
}

export const LineRow = memo(function LineRow({
  line,
  index,
  keptBecause,
  descriptionError,
  quantityError,
  unitPriceError,
  listId,
  activeId,
  actions,
}: Props) {
  const { key } = line;
  const cell = (name: LineCell, label: string, error: string | undefined) => ({
    'data-field': `${key}.${name}`,
    'aria-label': `${label}, line ${index + 1}`,
    'aria-invalid': error ? true : undefined,
    'aria-describedby': error ? errorIdOf(key, name) : undefined,
    value: line[name],
    onChange: (event: { target: { value: string } }) => actions.type(key, name, event.target.value),
    onBlur: () => actions.leave(key, name),
    onKeyDown: (event: KeyboardEvent) => actions.press(event, key, name),
    onPaste: (event: ClipboardEvent) => actions.paste(event, key, name),
  });
  return (
    <li className={classes.item} data-line={key}>
      <div className={classes.row}>
        <span
          className={classes.grip}
          title="Drag to reorder, or Alt with an arrow key"
          onPointerDown={(event) => actions.grab(event, key)}
        >
          <Icon as={IconGripVertical} size={15} />
        </span>
        <textarea
          {...cell('description', 'Description', descriptionError)}
          className={cx(classes.cell, classes.text)}
          rows={line.description.split('\n').length}
          autoComplete="off"
          aria-autocomplete="list"
          aria-haspopup="listbox"
          aria-controls={listId}
          aria-activedescendant={activeId}
          data-mantine-stop-propagation={listId ? 'true' : undefined}
        />
        <span className={classes.slot}>
          <input
            {...cell('quantity', 'Quantity', quantityError)}
            className={cx(classes.cell, classes.number)}
            inputMode="decimal"
            autoComplete="off"
            onFocus={(event) => event.target.select()}
          />
        </span>
        <span className={classes.slot}>
          <input
            {...cell('unitPrice', 'Unit price', unitPriceError)}
            className={cx(classes.cell, classes.number)}
            inputMode="decimal"
            autoComplete="off"
            onFocus={(event) => event.target.select()}
          />
        </span>
        <span className={cx(classes.cell, classes.sum)}>
          <Figure value={typedLineTotal(line)} format={formatDecimal} />
        </span>
        <button
          type="button"
          className={classes.remove}
          aria-label={`Remove line ${index + 1}`}
          title={keptBecause ?? 'Remove line (Alt+Delete)'}
          disabled={keptBecause !== undefined}
          tabIndex={-1}
          onClick={() => actions.remove(key)}
        >
          <Icon as={IconX} size={15} />
        </button>
      </div>
      <CellError id={errorIdOf(key, 'description')} words={descriptionError} />
      <CellError
        id={errorIdOf(key, 'quantity')}
        words={quantityError}
        className={classes.underQuantity}
      />
      <CellError
        id={errorIdOf(key, 'unitPrice')}
        words={unitPriceError}
        className={classes.underPrice}
      />
    </li>
  );
});

function errorIdOf(key: string, cell: LineCell): string {
  return `${key}-${cell}-error`;
}

/** What is wrong with one cell, in line with it. */
function CellError({
  id,
  words,
  className,
}: {
  id: string;
  words: string | undefined;
  className?: string | undefined;
}) {
  if (!words) return null;
  return (
    <p id={id} className={cx(classes.rowError, className)}>
      <Icon as={IconAlertCircle} size={14} />
      {words}
    </p>
  );
}
