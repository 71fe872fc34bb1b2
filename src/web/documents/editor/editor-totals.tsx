import { useEffect, useMemo, useState } from 'react';
import type { TypedTotals } from '../../../shared/invoices/invoice-totals.ts';
import { typedAmount } from '../../../shared/invoices/invoice-totals.ts';
import type { Decimal } from '../../../shared/money/hundredths.ts';
import { formatMoney, MAX_RATE } from '../../../shared/money/hundredths.ts';
import type { DecimalKind } from '../../ui/decimal-field.tsx';
import { DecimalInput } from '../../ui/decimal-field.tsx';
import { DoubleRule } from '../../ui/double-rule.tsx';
import { VisuallyHidden } from '../../ui/visually-hidden.tsx';
import { checkField } from './check-field.ts';
import { draftTotals } from './document-draft.ts';
import { useEditor, useEditorState } from './editor-context.ts';
import { useField } from './editor-fields.tsx';
import classes from './editor-totals.module.css';
import { Figure } from './figure.tsx';

const SAY_AFTER_MS = 1_000;

/** Totals of the form as it stands. */
export function useTotals(): TypedTotals {
  const lines = useEditorState((state) => state.draft.lines);
  const taxRate = useEditorState((state) => state.draft.taxRate);
  const taxAmount = useEditorState((state) => state.draft.taxAmount);
  return useMemo(() => draftTotals({ lines, taxRate, taxAmount }), [lines, taxRate, taxAmount]);
}

/** Subtotal, tax with its rate (or, at a rate of 0, its amount), and the total. */
export function EditorTotals() {
  const totals = useTotals();
  const taxRate = useEditorState((state) => state.draft.taxRate);
  const rateError = useEditorState((state) => state.errors.taxRate);
  const amountError = useEditorState((state) => state.errors.taxAmount);
  const flat = typedAmount(taxRate, MAX_RATE) === '0.00';
  return (
    <div className={classes.totals}>
      <dl>
        <div>
          <dt>Subtotal</dt>
          <dd>
            <Figure value={totals.subtotal} />
          </dd>
        </div>
        <div>
          <dt>
            Tax
            <span className={classes.box} data-field="taxRate">
              <TaxInput field="taxRate" kind="rate" label="Tax rate in percent" />%
            </span>
          </dt>
          <dd>
            {flat ? (
              <span className={classes.box} data-field="taxAmount">
                $
                <TaxInput field="taxAmount" kind="money" label="Tax amount" />
              </span>
            ) : (
              <Figure value={totals.taxAmount} />
            )}
          </dd>
        </div>
        {(rateError ?? amountError) && (
          <p id="tax-error" className={classes.error}>
            {rateError ?? amountError}
          </p>
        )}
        <div className={classes.total}>
          <dt>Total</dt>
          <dd>
            <DoubleRule>
              <Figure value={totals.total} />
            </DoubleRule>
          </dd>
        </div>
      </dl>
      <SpokenTotal total={totals.total} />
    </div>
  );
}

interface TaxInputProps {
  field: 'taxRate' | 'taxAmount';
  kind: DecimalKind;
  label: string;
}

function TaxInput({ field, kind, label }: TaxInputProps) {
  const editor = useEditor();
  const { value, error, set } = useField(field);
  return (
    <DecimalInput
      kind={kind}
      aria-label={label}
      aria-invalid={error ? true : undefined}
      aria-describedby={error ? 'tax-error' : undefined}
      value={value}
      onChange={set}
      onBlur={() => checkField(editor, field)}
    />
  );
}

/** The total for readers, said when it has come to rest. */
export function SpokenTotal({ total }: { total: Decimal | null }) {
  const [said, setSaid] = useState('');
  const [first] = useState(total);
  useEffect(() => {
    if (total === first && said === '') return;
    const timer = setTimeout(() => setSaid(spoken(total)), SAY_AFTER_MS);
    return () => clearTimeout(timer);
  }, [total, first, said]);
  return (
    <VisuallyHidden>
      <span aria-live="polite">{said}</span>
    </VisuallyHidden>
  );
}

function spoken(total: Decimal | null): string {
  return total === null ? 'The total cannot be computed' : `Total ${formatMoney(total)}`;
}
