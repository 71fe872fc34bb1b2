import type { EditorColumn } from '../../../shared/documents/editor-columns.ts';
import { CheckField } from '../../ui/check-field.tsx';
import { DateField } from '../../ui/date-field.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { NumberTextField } from '../../ui/typed-number.tsx';
import { VisuallyHidden } from '../../ui/visually-hidden.tsx';
import type { DraftLine, LineCell } from './draft-line.ts';

interface Props {
  line: DraftLine;
  index: number;
  columns: readonly EditorColumn[];
  today: string;
  findError: (cell: LineCell) => string | undefined;
  actions: {
    type: (key: string, cell: LineCell, text: string) => void;
    leave: (key: string, cell: LineCell) => void;
  };
}

const DETAIL = 'flex items-baseline gap-2 text-13 text-muted';

/** What stands under a line on the document: its code, and when it was done. */
export function LineDetails({ line, index, columns, today, findError, actions }: Props) {
  const { key } = line;
  const day = (cell: 'periodFrom' | 'periodTo', label: string) => (
    <div data-field={`${key}.${cell}`} className="w-38">
      <DateField
        label={`${label}, line ${index + 1}`}
        labelHidden
        today={today}
        value={line[cell]}
        error={findError(cell)}
        onChange={(value) => actions.type(key, cell, value)}
        onBlur={() => actions.leave(key, cell)}
      />
    </div>
  );
  const bound = (cell: 'minQuantity' | 'maxQuantity', label: string) => (
    <div data-field={`${key}.${cell}`} className="w-24">
      <NumberTextField
        label={`${label}, line ${index + 1}`}
        labelHidden
        inputMode="decimal"
        autoComplete="off"
        value={line[cell]}
        error={findError(cell)}
        onChange={(event) => actions.type(key, cell, event.target.value)}
        onBlur={() => actions.leave(key, cell)}
      />
    </div>
  );
  return (
    <div className="flex flex-wrap gap-x-4.5 gap-y-1.5 px-[34px] pb-2">
      {columns.includes('itemCode') && (
        <div className={DETAIL}>
          <span aria-hidden="true">Code</span>
          <div data-field={`${key}.itemCode`} className="w-38">
            <TextField
              label={`Item code, line ${index + 1}`}
              labelHidden
              autoComplete="off"
              value={line.itemCode}
              error={findError('itemCode')}
              onChange={(event) => actions.type(key, 'itemCode', event.target.value)}
              onBlur={() => actions.leave(key, 'itemCode')}
            />
          </div>
        </div>
      )}
      {columns.includes('servicePeriod') && (
        <div className={DETAIL}>
          <span aria-hidden="true">Service</span>
          {day('periodFrom', 'Service from')}
          <span aria-hidden="true">to</span>
          {day('periodTo', 'Service to')}
        </div>
      )}
      {columns.includes('choice') && (
        <div className={DETAIL}>
          <CheckField
            label={
              <>
                Optional<VisuallyHidden>, line {index + 1}</VisuallyHidden>
              </>
            }
            checked={line.optional !== ''}
            onChange={(event) => actions.type(key, 'optional', event.target.checked ? 'yes' : '')}
          />
          <span aria-hidden="true">Quantity from</span>
          {bound('minQuantity', 'Minimum quantity')}
          <span aria-hidden="true">to</span>
          {bound('maxQuantity', 'Maximum quantity')}
        </div>
      )}
    </div>
  );
}
