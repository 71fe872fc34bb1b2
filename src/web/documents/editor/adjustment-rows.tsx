import { useState } from 'react';
import type { Decimal } from '../../../shared/money/decimal.ts';
import { formatMoney, money, negateMoney } from '../../../shared/money/money.ts';
import { writeFigures } from '../../../shared/money/number-style.ts';
import { afterPress } from '../../lib/after-press.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { cx } from '../../ui/cx.ts';
import { Dialog, DialogActions } from '../../ui/dialog.tsx';
import { IconX } from '../../ui/icons.ts';
import { NumberInput } from '../../ui/typed-number.tsx';
import { useNumberStyle } from '../../ui/use-number-style.ts';
import { checkField } from './check-field.ts';
import type { DraftAdjustment } from './document-draft.ts';
import { tidyDiscount } from './draft-line.ts';
import { withTax } from './editor-business.ts';
import { useCurrency, useEditor, useEditorState } from './editor-context.ts';
import type { AdjustmentList } from './editor-store.ts';
import { Figure, FigureRow } from './figure.tsx';
import { focusAfterRemoval } from './focus-field.ts';
import { formatTaxes } from './format-taxes.ts';
import { TaxChoice } from './tax-choice.tsx';
import { useAddedRate } from './use-added-rate.tsx';

interface Props {
  list: AdjustmentList;
  /** What each comes to. */
  amounts: readonly (Decimal | null)[];
}

const FIELD =
  'h-7 rounded-sm border border-line border-b-field bg-surface px-2 text-ink outline-0 focus:border-transparent focus:outline-2 focus:-outline-offset-1 focus:outline-focus aria-invalid:border-overdue max-md:h-11';

const NAMES: Record<AdjustmentList, string> = { discounts: 'Discount', charges: 'Charge' };

/** Discounts or charges on the whole document, a row each among its totals. */
export function AdjustmentRows({ list, amounts }: Props) {
  const all = useEditorState(({ draft }) => draft[list]);
  return all.map((each, index) => (
    <AdjustmentRow
      key={each.key}
      list={list}
      adjustment={each}
      number={index + 1}
      amount={amounts[index] ?? null}
    />
  ));
}

interface RowProps {
  list: AdjustmentList;
  adjustment: DraftAdjustment;
  number: number;
  amount: Decimal | null;
}

function AdjustmentRow({ list, adjustment, number, amount }: RowProps) {
  const editor = useEditor();
  const { store } = editor;
  const { key, reason, value } = adjustment;
  const currency = useCurrency();
  const style = useNumberStyle();
  const isTaxed = useEditorState(({ columns }) => columns.includes('tax'));
  const errors = useEditorState((state) => state.errors);
  const error = errors[`${key}.value`] ?? errors[`${key}.reason`] ?? errors[`${key}.taxes`];
  const name = number === 1 ? NAMES[list] : `${NAMES[list]} ${number}`;
  const change = (part: Partial<DraftAdjustment>) =>
    store.changeAdjustments(list, (all) =>
      all.map((each) => (each.key === key ? { ...each, ...part } : each)),
    );
  const described = {
    'aria-invalid': error ? true : undefined,
    'aria-describedby': error ? `${key}-error` : undefined,
  };
  return (
    <FigureRow
      fault={
        error === undefined ? undefined : { id: `${key}-error`, words: writeFigures(error, style) }
      }
      label={
        <>
          <input
            className={cx(FIELD, 'max-w-[190px] min-w-20 flex-1')}
            dir="auto"
            aria-label={`${name}, reason`}
            placeholder={NAMES[list]}
            autoComplete="off"
            data-field={`${key}.reason`}
            value={reason}
            onChange={(event) => change({ reason: event.target.value })}
          />
          {/* Its example is read whole: '10% or 5.00'. */}
          <span className="relative flex-none">
            <NumberInput
              {...described}
              className={cx(FIELD, 'w-28 min-w-0 text-right max-md:w-31')}
              aria-label={`${name}, percentage or amount`}
              placeholder="10% or 5.00"
              autoComplete="off"
              isShare
              data-field={`${key}.value`}
              value={value}
              onChange={(event) => change({ value: event.target.value })}
              onBlur={() =>
                afterPress(() => {
                  change({ value: tidyDiscount(value, currency) });
                  // Nothing is typed yet: saving asks for it.
                  if (value.trim() !== '') checkField(editor, `${key}.value`);
                })
              }
            />
          </span>
          {list === 'charges' && isTaxed && (
            <ChargeTaxes name={name} charge={adjustment} onChange={(taxes) => change({ taxes })} />
          )}
        </>
      }
      removal={
        <IconButton
          size="sm"
          tooltip={false}
          label={`Remove ${name.toLowerCase()}`}
          data-removes-row
          icon={IconX}
          onClick={(event) => {
            focusAfterRemoval(event.currentTarget);
            store.changeAdjustments(list, (all) => all.filter((each) => each.key !== key));
          }}
        />
      }
    >
      <Figure
        value={amount}
        format={(figure) => {
          const of = money(figure, currency);
          return formatMoney(list === 'discounts' ? negateMoney(of) : of);
        }}
      />
    </FigureRow>
  );
}

interface ChargeProps {
  name: string;
  charge: DraftAdjustment;
  onChange: (taxes: DraftAdjustment['taxes']) => void;
}

/** A charge is taxed as the lines are, unless it names its own taxes. */
function ChargeTaxes({ name, charge, onChange }: ChargeProps) {
  const [choosing, setChoosing] = useState(false);
  const { taxes } = charge;
  const rate = useAddedRate((added) => onChange(withTax(taxes ?? [], added)));
  const title = `Taxes of ${name.toLowerCase()}`;
  return (
    <>
      <button
        type="button"
        className="min-h-7 cursor-pointer truncate rounded-sm border-0 bg-transparent px-2 text-12 text-accent focus-visible:-outline-offset-2 max-md:h-11"
        data-field={`${charge.key}.taxes`}
        aria-label={`${title}: ${taxes ? formatTaxes(taxes) || 'none' : 'same as the lines'}`}
        onClick={() => setChoosing(true)}
      >
        {taxes ? formatTaxes(taxes) || 'no tax' : 'taxed like lines'}
      </button>
      <Dialog opened={choosing && !rate.adding} onClose={() => setChoosing(false)} title={title}>
        <TaxChoice label={title} taxes={taxes ?? []} onChange={onChange} onAdd={rate.add} />
        <DialogActions>
          <Button
            onClick={() => {
              onChange(null);
              setChoosing(false);
            }}
          >
            Same as the lines
          </Button>
          <Button variant="primary" onClick={() => setChoosing(false)}>
            Done
          </Button>
        </DialogActions>
      </Dialog>
      {rate.dialog}
    </>
  );
}
