import type { ReactNode } from 'react';
import { useLayoutEffect, useRef } from 'react';
import { afterPress } from '../../lib/after-press.ts';
import { useSubmission } from '../../lib/use-submission.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { CheckField } from '../../ui/check-field.tsx';
import { DateField } from '../../ui/date-field.tsx';
import { PriceField, QuantityField } from '../../ui/decimal-field.tsx';
import { Dialog, DialogActions } from '../../ui/dialog.tsx';
import { Form } from '../../ui/form.tsx';
import { IconArrowDown, IconArrowUp, IconTrash } from '../../ui/icons.ts';
import { TextAreaField, TextField } from '../../ui/text-field.tsx';
import { NumberTextField } from '../../ui/typed-number.tsx';
import { UnitList } from '../../ui/unit-list.tsx';
import { changeLines, checkField, checkTypedCell } from './check-field.ts';
import type { DraftLine, LineCell } from './draft-line.ts';
import { draftLineTotal } from './draft-line.ts';
import { withTax } from './editor-business.ts';
import { useCurrency, useEditor, useEditorState } from './editor-context.ts';
import { Amount } from './figure.tsx';
import { indexOfLine, moveLine, removeLine, tidyCell } from './line-grid.ts';
import { UNIT_LIST } from './line-row.tsx';
import { LineSuggestions, useCatalogue } from './line-suggestions.tsx';
import { useSetTaxes } from './line-taxes.tsx';
import { TaxChoice } from './tax-choice.tsx';
import { useAddedRate } from './use-added-rate.tsx';
import { suggestingProps } from './use-suggestions.ts';

interface Props {
  lineKey: string | undefined;
  onClose: () => void;
}

/** One line in a sheet of its own. Changes count at once; the sheet only closes. */
export function LineSheet({ lineKey, onClose }: Props) {
  const line = useEditorState(({ draft }) => draft.lines.find((each) => each.key === lineKey));
  const index = useEditorState(({ draft }) => indexOfLine(draft.lines, lineKey ?? ''));
  return (
    <Dialog opened={line !== undefined} onClose={onClose} title={`Line ${index + 1}`}>
      {line && <LineFields line={line} index={index} onClose={onClose} />}
    </Dialog>
  );
}

function LineFields({
  line,
  index,
  onClose,
}: {
  line: DraftLine;
  index: number;
  onClose: () => void;
}) {
  const editor = useEditor();
  const { kind, store } = editor;
  const { key } = line;
  const count = useEditorState((state) => state.draft.lines.length);
  const errors = useEditorState((state) => state.errors);
  const columns = useEditorState((state) => state.columns);
  const currency = useCurrency();
  const setTaxes = useSetTaxes();
  const rate = useAddedRate((added) => setTaxes(key, withTax(line.taxes, added)));
  const catalogue = useCatalogue();
  const isSuggesting = catalogue.lineKey !== undefined;
  const leave = (cell: LineCell) => {
    store.changeLines((before) => tidyCell(before, key, cell, currency));
    checkField(editor, `${key}.${cell}`);
  };
  const text = (cell: LineCell, label: string) => ({
    label,
    autoComplete: 'off',
    value: line[cell],
    error: errors[`${key}.${cell}`],
    onChange: (event: { target: { value: string } }) =>
      store.setCell(key, cell, event.target.value),
    onBlur: () => afterPress(() => leave(cell)),
  });
  const day = (cell: 'periodFrom' | 'periodTo', label: string) => (
    <DateField
      label={label}
      today={editor.today}
      value={line[cell]}
      error={errors[`${key}.${cell}`]}
      onChange={(value) => store.setCell(key, cell, value)}
      onBlur={() => afterPress(() => checkField(editor, `${key}.${cell}`))}
    />
  );
  const type = (cell: 'quantity' | 'unitPrice' | 'discount', value: string) => {
    store.setCell(key, cell, value);
    checkTypedCell(editor, key, cell);
  };
  const done = useSubmission(async () => {
    onClose();
    return Promise.resolve('done');
  });
  const move = (by: number) => changeLines(editor, (before) => moveLine(before, key, index + by));
  return (
    <Form className="grid gap-3.5" submission={done}>
      <div className="relative z-2">
        <Steady>
          <TextAreaField
            {...suggestingProps(isSuggesting ? catalogue.listId : undefined, catalogue.activeId)}
            label="Description"
            rows={2}
            autoComplete="off"
            value={line.description}
            error={errors[`${key}.description`]}
            onChange={(event) => {
              store.setCell(key, 'description', event.target.value);
              catalogue.suggest(key, event.target.value);
            }}
            onBlur={catalogue.close}
            onKeyDown={(event) => {
              if (catalogue.onKey(event, (item) => catalogue.pick(key, item))) {
                event.preventDefault();
              }
            }}
            data-autofocus
          />
        </Steady>
        <LineSuggestions catalogue={catalogue} />
      </div>
      <Steady className="grid grid-cols-[1fr_1.35fr] gap-3">
        <QuantityField
          label="Quantity"
          value={line.quantity}
          error={errors[`${key}.quantity`]}
          onChange={(value) => type('quantity', value)}
          onBlur={() => afterPress(() => checkField(editor, `${key}.quantity`))}
        />
        <PriceField
          label="Unit price"
          currency={currency}
          value={line.unitPrice}
          error={errors[`${key}.unitPrice`]}
          onChange={(value) => type('unitPrice', value)}
          onBlur={() => afterPress(() => checkField(editor, `${key}.unitPrice`))}
        />
      </Steady>
      {(columns.includes('unit') || columns.includes('discount')) && (
        <Steady className="grid grid-cols-2 gap-3">
          {columns.includes('unit') && <TextField {...text('unit', 'Unit')} list={UNIT_LIST} />}
          {columns.includes('discount') && (
            <NumberTextField
              {...text('discount', 'Discount')}
              placeholder="10% or 5.00"
              isShare
              onChange={(event) => type('discount', event.target.value)}
            />
          )}
          <UnitList id={UNIT_LIST} />
        </Steady>
      )}
      {columns.includes('tax') && (
        <Steady>
          <p className="text-13 font-med">Tax</p>
          <TaxChoice
            label={`Taxes of line ${index + 1}`}
            taxes={line.taxes}
            onChange={(taxes) => setTaxes(key, taxes)}
            onAdd={rate.add}
            onApplyToAll={count > 1 ? () => setTaxes(undefined, line.taxes) : undefined}
          />
          {errors[`${key}.taxes`] && (
            <p className="text-13 text-overdue">{errors[`${key}.taxes`]}</p>
          )}
        </Steady>
      )}
      {columns.includes('itemCode') && <TextField {...text('itemCode', 'Item code')} optional />}
      {columns.includes('servicePeriod') && (
        <Steady className="grid grid-cols-2 gap-3">
          {day('periodFrom', 'Service from')}
          {day('periodTo', 'Service to')}
        </Steady>
      )}
      {columns.includes('choice') && (
        <>
          <CheckField
            label="Optional"
            hint="Your customer can leave this line out."
            checked={line.optional !== ''}
            onChange={(event) => store.setCell(key, 'optional', event.target.checked ? 'yes' : '')}
          />
          <Steady className="grid grid-cols-2 gap-3">
            <NumberTextField
              {...text('minQuantity', 'Minimum quantity')}
              inputMode="decimal"
              optional
            />
            <NumberTextField
              {...text('maxQuantity', 'Maximum quantity')}
              inputMode="decimal"
              optional
            />
          </Steady>
        </>
      )}
      <p className="flex justify-between text-muted tabular-nums">
        Amount{' '}
        <b className="text-ink">
          <Amount value={draftLineTotal(line, currency)} currency={currency} />
        </b>
      </p>
      <div className="flex items-center *:last:ml-auto">
        <IconButton
          label="Move up"
          tooltip={false}
          icon={IconArrowUp}
          disabled={index <= 0}
          onClick={() => move(-1)}
        />
        <IconButton
          label="Move down"
          tooltip={false}
          icon={IconArrowDown}
          disabled={index >= count - 1}
          onClick={() => move(1)}
        />
        <Button
          variant="danger"
          icon={IconTrash}
          disabled={count === 1}
          disabledReason={kind.atLeastOneLine}
          onClick={() => {
            onClose();
            changeLines(editor, (before) => removeLine(before, key));
          }}
        >
          Remove line
        </Button>
      </div>
      {/* Stays in view, however long the line's fields are. */}
      <div className="sticky -bottom-1.5 z-1 -mx-4 -mt-2 -mb-4 bg-raised px-4 pb-4 *:mt-2!">
        <DialogActions>
          <Button type="submit" variant="primary">
            Done
          </Button>
        </DialogActions>
      </div>
      {rate.dialog}
      {catalogue.dialog}
    </Form>
  );
}

/** Never gets lower: an error that goes while one types must not move the sheet under the finger. */
function Steady({ className, children }: { className?: string; children: ReactNode }) {
  const place = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    if (place.current) place.current.style.minHeight = `${place.current.offsetHeight}px`;
  });
  return (
    <div ref={place} className={className}>
      {children}
    </div>
  );
}
