import { IconX } from '@tabler/icons-react';
import { useState } from 'react';
import type { Decimal } from '../../../shared/money/decimal.ts';
import { formatMoney, money, negateMoney } from '../../../shared/money/money.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { Dialog, DialogActions } from '../../ui/dialog.tsx';
import classes from './adjustment-rows.module.css';
import { checkField } from './check-field.ts';
import type { DraftAdjustment } from './document-draft.ts';
import { tidyDiscount } from './draft-line.ts';
import { withTax } from './editor-business.ts';
import { useCurrency, useEditor, useEditorState } from './editor-context.ts';
import type { AdjustmentList } from './editor-store.ts';
import { Figure } from './figure.tsx';
import { formatTaxes } from './format-taxes.ts';
import { TaxChoice } from './tax-choice.tsx';
import { useAddedRate } from './use-added-rate.tsx';

interface Props {
  list: AdjustmentList;
  /** What each comes to. */
  amounts: readonly (Decimal | null)[];
}

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
    <>
      <div className={classes.row}>
        <dt>
          <input
            className={classes.reason}
            dir="auto"
            aria-label={`${name}, reason`}
            placeholder={NAMES[list]}
            autoComplete="off"
            data-field={`${key}.reason`}
            value={reason}
            onChange={(event) => change({ reason: event.target.value })}
          />
          <input
            {...described}
            className={classes.value}
            aria-label={`${name}, percentage or amount`}
            placeholder="10% or 5.00"
            autoComplete="off"
            data-field={`${key}.value`}
            value={value}
            onChange={(event) => change({ value: event.target.value })}
            onBlur={() => {
              change({ value: tidyDiscount(value, currency) });
              // Nothing is typed yet: saving asks for it.
              if (value.trim() !== '') checkField(editor, `${key}.value`);
            }}
          />
          {list === 'charges' && isTaxed && (
            <ChargeTaxes name={name} charge={adjustment} onChange={(taxes) => change({ taxes })} />
          )}
        </dt>
        <dd>
          <Figure
            value={amount}
            format={(figure) => {
              const of = money(figure, currency);
              return formatMoney(list === 'discounts' ? negateMoney(of) : of);
            }}
          />
          <IconButton
            size="sm"
            tooltip={false}
            label={`Remove ${name.toLowerCase()}`}
            data-removes-adjustment
            icon={IconX}
            onClick={(event) => {
              // The button goes with its row: the focus stays among the rows, or where they come from.
              focusAfterRemoval(event.currentTarget);
              store.changeAdjustments(list, (all) => all.filter((each) => each.key !== key));
            }}
          />
        </dd>
      </div>
      {error && (
        <p id={`${key}-error`} className={classes.error}>
          {error}
        </p>
      )}
    </>
  );
}

function focusAfterRemoval(button: HTMLElement): void {
  const removals = [...document.querySelectorAll<HTMLElement>('[data-removes-adjustment]')];
  const at = removals.indexOf(button);
  const next = removals[at + 1] ?? removals[at - 1];
  (next ?? document.querySelector<HTMLElement>('[data-adds-adjustment]'))?.focus();
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
        className={classes.taxes}
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
