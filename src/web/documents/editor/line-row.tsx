import { IconAlertCircle, IconGripVertical, IconX } from '@tabler/icons-react';
import type { ClipboardEvent, KeyboardEvent, PointerEvent } from 'react';
import { memo } from 'react';
import type { EditorColumn } from '../../../shared/documents/editor-columns.ts';
import { formatDecimal } from '../../../shared/money/decimal.ts';
import { cx } from '../../ui/cx.ts';
import { Icon } from '../../ui/icon.tsx';
import type { DraftLine, LineCell } from './draft-line.ts';
import { draftLineTotal } from './draft-line.ts';
import { Figure } from './figure.tsx';
import { formatTaxes } from './format-taxes.ts';
import { LineDetails } from './line-details.tsx';
import classes from './line-items.module.css';
import type { DraftErrors } from './validate-draft.ts';

/** What a row asks of the grid. One object for all rows and all time: rows are drawn alone. */
export interface LineRowActions {
  type: (key: string, cell: LineCell, text: string) => void;
  leave: (key: string, cell: LineCell) => void;
  press: (event: KeyboardEvent, key: string, cell: LineCell) => void;
  paste: (event: ClipboardEvent, key: string, cell: LineCell) => void;
  remove: (key: string) => void;
  grab: (event: PointerEvent<HTMLElement>, key: string) => void;
  /** Opens the choice of a line's taxes beneath its cell. */
  chooseTaxes: (key: string, cell: HTMLElement) => void;
}

interface Props {
  line: DraftLine;
  index: number;
  currency: string;
  columns: readonly EditorColumn[];
  today: string;
  /** Why it cannot be removed: the last line that is left stays. */
  keptBecause: string | undefined;
  /** All errors of the form, where one is this line's. */
  errors: DraftErrors | undefined;
  /** The list of suggestions, while it is open for this line. */
  listId: string | undefined;
  activeId: string | undefined;
  /** Whether its taxes are being chosen. */
  choosing: boolean;
  actions: LineRowActions;
}

/** The cells with figures and short words, by the column that shows them. */
const CELLS = [
  { cell: 'quantity', label: 'Quantity', column: undefined },
  { cell: 'unit', label: 'Unit', column: 'unit' },
  { cell: 'unitPrice', label: 'Unit price', column: undefined },
  { cell: 'discount', label: 'Discount', column: 'discount' },
] as const;

/** The list of units that all rows share. */
export const UNIT_LIST = 'editor-units';

export const LineRow = memo(function LineRow(props: Props) {
  const { line, index, currency, columns, keptBecause, errors, listId, activeId, actions } = props;
  const { key } = line;
  const findError = (name: LineCell | 'taxes') => errors?.[`${key}.${name}`];
  const cell = (name: LineCell, label: string) => ({
    'data-field': `${key}.${name}`,
    'aria-label': `${label}, line ${index + 1}`,
    'aria-invalid': findError(name) ? true : undefined,
    'aria-describedby': findError(name) ? makeErrorId(key, name) : undefined,
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
          {...cell('description', 'Description')}
          className={cx(classes.cell, classes.text)}
          rows={line.description.split('\n').length}
          dir="auto"
          autoComplete="off"
          aria-autocomplete="list"
          aria-haspopup="listbox"
          aria-controls={listId}
          aria-activedescendant={activeId}
          data-list-open={listId ? '' : undefined}
        />
        {CELLS.filter(({ column }) => column === undefined || columns.includes(column)).map(
          ({ cell: name, label }) => (
            <span key={name} className={cx(classes.slot, classes[name])}>
              <input
                {...cell(name, label)}
                className={cx(classes.cell, name !== 'unit' && classes.number)}
                inputMode={name === 'unit' || name === 'discount' ? undefined : 'decimal'}
                autoComplete="off"
                list={name === 'unit' ? UNIT_LIST : undefined}
                onFocus={(event) => event.target.select()}
              />
            </span>
          ),
        )}
        {columns.includes('tax') && (
          <button
            type="button"
            className={cx(classes.cell, classes.taxes)}
            data-field={`${key}.taxes`}
            aria-label={`Tax, line ${index + 1}: ${formatTaxes(line.taxes) || 'none'}`}
            aria-haspopup="dialog"
            aria-expanded={props.choosing}
            data-invalid={findError('taxes') ? true : undefined}
            aria-describedby={findError('taxes') ? makeErrorId(key, 'taxes') : undefined}
            onClick={(event) => actions.chooseTaxes(key, event.currentTarget)}
          >
            {formatTaxes(line.taxes) || <span className={classes.none}>none</span>}
          </button>
        )}
        <span className={cx(classes.cell, classes.sum)}>
          <Figure value={draftLineTotal(line, currency)} format={formatDecimal} />
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
      <CellError id={makeErrorId(key, 'description')} words={findError('description')} />
      <CellError
        id={makeErrorId(key, 'quantity')}
        words={findError('quantity')}
        className={classes.underQuantity}
      />
      <CellError
        id={makeErrorId(key, 'unitPrice')}
        words={findError('unitPrice')}
        className={classes.underPrice}
      />
      {(['unit', 'discount', 'taxes'] as const).map((name) => (
        <CellError
          key={name}
          id={makeErrorId(key, name)}
          words={findError(name)}
          className={classes.underPrice}
        />
      ))}
      {(columns.includes('itemCode') || columns.includes('servicePeriod')) && (
        <LineDetails
          line={line}
          index={index}
          columns={columns}
          today={props.today}
          findError={findError}
          actions={actions}
        />
      )}
    </li>
  );
});

function makeErrorId(key: string, cell: LineCell | 'taxes'): string {
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
