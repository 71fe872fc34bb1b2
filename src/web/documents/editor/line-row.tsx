import type { ClipboardEvent, KeyboardEvent, PointerEvent } from 'react';
import { memo } from 'react';
import type { EditorColumn } from '../../../shared/documents/editor-columns.ts';
import { formatDecimal } from '../../../shared/money/decimal.ts';
import { writeFigures, writeInStyle } from '../../../shared/money/number-style.ts';
import { cx } from '../../ui/cx.ts';
import { Icon } from '../../ui/icon.tsx';
import { IconAlertCircle, IconGripVertical, IconX } from '../../ui/icons.ts';
import { NumberInput } from '../../ui/typed-number.tsx';
import { useNumberStyle } from '../../ui/use-number-style.ts';
import type { DraftLine, LineCell } from './draft-line.ts';
import { draftLineTotal } from './draft-line.ts';
import { Figure } from './figure.tsx';
import { formatTaxes } from './format-taxes.ts';
import { GRID_ROW } from './grid-style.ts';
import { LineDetails } from './line-details.tsx';
import { suggestingProps } from './use-suggestions.ts';
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

const FAULTS = ['description', 'quantity', 'unitPrice', 'unit', 'discount', 'taxes'] as const;

const CELL =
  'min-h-10 min-w-0 rounded-none border-0 bg-transparent leading-5 outline-0 focus:rounded-[3px] focus:bg-surface focus:outline-2 focus:-outline-offset-2 focus:outline-focus aria-invalid:shadow-[inset_0_0_0_1.5px_var(--overdue)] aria-invalid:focus:shadow-[inset_0_0_0_2px_var(--overdue)] aria-invalid:focus:outline-offset-1';
const TOOL = 'grid h-10 place-items-center rounded-sm border-0 bg-transparent p-0 text-faint';

/** The list of units that all rows share. */
export const UNIT_LIST = 'editor-units';

export const LineRow = memo(function LineRow(props: Props) {
  const { line, index, currency, columns, keptBecause, errors, listId, activeId, actions } = props;
  const { key } = line;
  const style = useNumberStyle();
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
  const short = (className: string) => ({
    // Text in an input sits a pixel lower than text beside it.
    className: cx(CELL, 'block h-10 w-full px-2.5 pt-[9px] pb-[11px]', className),
    autoComplete: 'off',
    onFocus: (event: { target: HTMLInputElement }) => event.target.select(),
  });
  return (
    // Outlines of cells reach over the edge of their row.
    <li
      className="group relative border-t border-hairline [contain-intrinsic-size:auto_40px] [content-visibility:auto] focus-within:z-1 focus-within:[content-visibility:visible] data-dragged:opacity-45"
      data-line={key}
    >
      <div className={cx(GRID_ROW, 'min-h-10 group-focus-within:bg-accent-soft')}>
        <span
          className={cx(TOOL, 'cursor-grab touch-none')}
          style={{ gridArea: 'grip' }}
          title="Drag to reorder, or Alt with an arrow key"
          onPointerDown={(event) => actions.grab(event, key)}
        >
          <Icon as={IconGripVertical} size={15} />
        </span>
        <textarea
          {...cell('description', 'Description')}
          className={cx(
            CELL,
            'resize-none field-sizing-content border-l border-transparent p-2.5 wrap-anywhere',
          )}
          style={{ gridArea: 'description' }}
          rows={line.description.split('\n').length}
          dir="auto"
          autoComplete="off"
          {...suggestingProps(listId, activeId)}
        />
        {CELLS.filter(({ column }) => column === undefined || columns.includes(column)).map(
          ({ cell: name, label }) => (
            // Of a row as high as its description: a field as high as one line, on the first line.
            <span
              key={name}
              className="min-w-0 border-l border-hairline"
              style={{ gridArea: name }}
            >
              {name === 'unit' ? (
                <input {...cell(name, label)} {...short('')} list={UNIT_LIST} />
              ) : (
                <span className="relative block">
                  <NumberInput
                    {...cell(name, label)}
                    {...short('text-right tabular-nums')}
                    inputMode={name === 'discount' ? undefined : 'decimal'}
                    isAmount={name === 'unitPrice'}
                    isShare={name === 'discount'}
                  />
                </span>
              )}
            </span>
          ),
        )}
        {columns.includes('tax') && (
          <button
            type="button"
            className={cx(
              CELL,
              'flex cursor-pointer items-start border-l border-hairline p-2.5 text-left text-ink tabular-nums data-invalid:shadow-[inset_0_0_0_1.5px_var(--overdue)]',
            )}
            style={{ gridArea: 'taxes' }}
            data-field={`${key}.taxes`}
            aria-label={`Tax, line ${index + 1}: ${formatTaxes(line.taxes) || 'none'}`}
            aria-haspopup="dialog"
            aria-expanded={props.choosing}
            data-invalid={findError('taxes') ? true : undefined}
            aria-describedby={findError('taxes') ? makeErrorId(key, 'taxes') : undefined}
            onClick={(event) => actions.chooseTaxes(key, event.currentTarget)}
          >
            <span className="truncate">
              {formatTaxes(line.taxes) || <span className="text-muted">none</span>}
            </span>
          </button>
        )}
        <span
          className={cx(
            CELL,
            'border-l border-hairline p-2.5 text-right font-[540] whitespace-nowrap tabular-nums',
          )}
          style={{ gridArea: 'sum' }}
        >
          <Figure
            value={draftLineTotal(line, currency)}
            format={(sum) => writeInStyle(formatDecimal(sum), style, { isAmount: true })}
          />
        </span>
        <button
          type="button"
          className={cx(
            TOOL,
            'cursor-pointer enabled:hover:text-overdue disabled:cursor-not-allowed disabled:opacity-35',
          )}
          style={{ gridArea: 'remove' }}
          aria-label={`Remove line ${index + 1}`}
          title={keptBecause ?? 'Remove line (Alt+Delete)'}
          disabled={keptBecause !== undefined}
          tabIndex={-1}
          onClick={() => actions.remove(key)}
        >
          <Icon as={IconX} size={15} />
        </button>
      </div>
      {FAULTS.map((name) => {
        const words = findError(name);
        return (
          words && (
            <p
              key={name}
              id={makeErrorId(key, name)}
              className={cx(
                'flex items-center gap-[5px] pb-2 pl-[34px] text-12 text-overdue',
                // Each ends where its column does.
                name === 'description'
                  ? 'pr-2.5'
                  : name === 'quantity'
                    ? 'justify-end pr-(--under-quantity)'
                    : 'justify-end pr-(--under-price)',
              )}
            >
              <Icon as={IconAlertCircle} size={14} />
              {writeFigures(words, style)}
            </p>
          )
        );
      })}
      {UNDERNEATH.some((column) => columns.includes(column)) && (
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

const UNDERNEATH: readonly EditorColumn[] = ['itemCode', 'servicePeriod', 'choice'];

function makeErrorId(key: string, cell: LineCell | 'taxes'): string {
  return `${key}-${cell}-error`;
}
