import { useEffect, useMemo, useState } from 'react';
import type { TypedTotals } from '../../../shared/invoices/invoice-totals.ts';
import { typedAmount } from '../../../shared/invoices/invoice-totals.ts';
import type { Decimal } from '../../../shared/money/money.ts';
import { formatMoney, MAX_RATE } from '../../../shared/money/money.ts';
import { DecimalInput } from '../../ui/decimal-field.tsx';
import { DoubleRule } from '../../ui/double-rule.tsx';
import { VisuallyHidden } from '../../ui/visually-hidden.tsx';
import { checkField } from './check-field.ts';
import { draftTotals } from './document-draft.ts';
import { useEditor, useEditorState } from './editor-context.ts';
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
  const editor = useEditor();
  const { store } = editor;
  const totals = useTotals();
  const taxRate = useEditorState((state) => state.draft.taxRate);
  const taxAmount = useEditorState((state) => state.draft.taxAmount);
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
              <DecimalInput
                kind="rate"
                aria-label="Tax rate in percent"
                aria-invalid={rateError ? true : undefined}
                aria-describedby={rateError ? 'tax-error' : undefined}
                value={taxRate}
                onChange={(value) => store.setField('taxRate', value)}
                onBlur={() => checkField(editor, 'taxRate')}
              />
              %
            </span>
          </dt>
          <dd>
            {flat ? (
              <span className={classes.box} data-field="taxAmount">
                $
                <DecimalInput
                  kind="money"
                  aria-label="Tax amount"
                  aria-invalid={amountError ? true : undefined}
                  aria-describedby={amountError ? 'tax-error' : undefined}
                  value={taxAmount}
                  onChange={(value) => store.setField('taxAmount', value)}
                  onBlur={() => checkField(editor, 'taxAmount')}
                />
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
