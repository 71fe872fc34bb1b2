import { useEffect, useMemo, useState } from 'react';
import { formatPercent } from '../../../shared/documents/sheet-figures.ts';
import type { TypedTotals } from '../../../shared/documents/typed-totals.ts';
import { typedRate } from '../../../shared/documents/typed-totals.ts';
import { convertMoney, EXCHANGE_RATE_PLACES } from '../../../shared/money/convert.ts';
import type { Decimal } from '../../../shared/money/decimal.ts';
import { isZero, readTypedDecimal } from '../../../shared/money/decimal.ts';
import { currencySign, formatMoney, money } from '../../../shared/money/money.ts';
import { taxKey } from '../../../shared/taxes/tax.ts';
import type { DecimalKind } from '../../ui/decimal-field.tsx';
import { DecimalInput } from '../../ui/decimal-field.tsx';
import { DoubleRule } from '../../ui/double-rule.tsx';
import { VisuallyHidden } from '../../ui/visually-hidden.tsx';
import { AdjustmentRows } from './adjustment-rows.tsx';
import { checkField } from './check-field.ts';
import { beforeDeposits, DeductionRows } from './deduction-rows.tsx';
import { draftTotals, hasLineTaxes } from './document-draft.ts';
import { hasDocumentTax } from './editor-business.ts';
import { useCurrency, useEditor, useEditorState } from './editor-context.ts';
import { useField } from './editor-fields.tsx';
import classes from './editor-totals.module.css';
import { Amount } from './figure.tsx';

const SAY_AFTER_MS = 1_000;

/** Totals of the form as it stands. */
export function useTotals(): TypedTotals {
  const figures = useEditorState((state) => state.figures);
  return useMemo(() => draftTotals(figures), [figures]);
}

/** Whether the document has one rate for all its lines, or may be given one. */
export function useHasDocumentTax(): boolean {
  const onLines = useEditorState(({ columns }) => columns.includes('tax'));
  return useEditorState(({ draft }) => !hasLineTaxes(draft) && (!onLines || hasDocumentTax(draft)));
}

/** From the sum of the lines to the total: what a plain document has, and what is used besides. */
export function EditorTotals() {
  const left = useTotals();
  const totals = beforeDeposits(left);
  const currency = useCurrency();
  const { discounts, charges, pricesIncludeTax } = useEditorState(({ draft }) => draft);
  const hasDocumentRate = useHasDocumentTax();
  const isAdjusted = discounts.length + charges.length > 0;
  const isInclusive = pricesIncludeTax && totals.taxTotals.length > 0;
  const amount = (value: Decimal | null) => <Amount value={value} currency={currency} />;
  return (
    <div
      className={classes.totals}
      data-wide={isAdjusted || left.whole !== undefined || !hasDocumentRate || undefined}
    >
      <dl>
        {isAdjusted && (
          <div>
            <dt>Sum of lines</dt>
            <dd>{amount(totals.lineTotal)}</dd>
          </div>
        )}
        <AdjustmentRows list="discounts" amounts={totals.discounts} />
        <AdjustmentRows list="charges" amounts={totals.charges} />
        <div>
          <dt>{isInclusive ? 'Subtotal without tax' : 'Subtotal'}</dt>
          <dd>{amount(totals.subtotal)}</dd>
        </div>
        {hasDocumentRate ? <DocumentTax totals={totals} /> : <LineTaxTotals totals={totals} />}
        <OwnTax totals={left} />
        {totals.rounding !== null && !isZero(totals.rounding) && (
          <div>
            <dt>Rounding</dt>
            <dd>{amount(totals.rounding)}</dd>
          </div>
        )}
        <DeductionRows totals={left} />
        <div className={classes.total}>
          <dt>Total</dt>
          <dd>
            <DoubleRule>{amount(left.total)}</DoubleRule>
          </dd>
        </div>
      </dl>
      {pricesIncludeTax && <p className={classes.note}>Prices include tax.</p>}
      <SpokenTotal total={left.total} />
    </div>
  );
}

/** A row for each tax, with what it is counted on. */
export function LineTaxTotals({ totals }: { totals: TypedTotals }) {
  const currency = useCurrency();
  const shown = (amount: Decimal) => formatMoney(money(amount, currency));
  if (totals.taxAmount === null) {
    return (
      <div>
        <dt>Tax</dt>
        <dd>
          <Amount value={null} currency={currency} />
        </dd>
      </div>
    );
  }
  return totals.taxTotals.map((tax) => (
    <div key={taxKey(tax)}>
      <dt>
        <span>
          {tax.name} {formatPercent(tax.rate)} <small>on {shown(tax.base)}</small>
        </span>
      </dt>
      <dd>{shown(tax.amount)}</dd>
    </div>
  ));
}

/** The tax of a document in another currency, in the business's own. */
export function OwnTax({ totals: { taxAmount } }: { totals: TypedTotals }) {
  const { business } = useEditor();
  const currency = useCurrency();
  const typed = useEditorState(({ draft }) => draft.exchangeRate);
  const rate = readTypedDecimal(typed, EXCHANGE_RATE_PLACES);
  if (currency === business.currency || rate === undefined || isZero(rate)) return null;
  if (taxAmount === null || isZero(taxAmount)) return null;
  const own = convertMoney(money(taxAmount, currency), { to: business.currency, rate });
  return (
    <div>
      <dt>Tax in {business.currency}</dt>
      <dd>{formatMoney(own)}</dd>
    </div>
  );
}

/** One rate for all lines or, at a rate of 0, an amount. */
function DocumentTax({ totals }: { totals: TypedTotals }) {
  const currency = useCurrency();
  const taxRate = useEditorState((state) => state.draft.taxRate);
  const rateError = useEditorState((state) => state.errors.taxRate);
  const amountError = useEditorState((state) => state.errors.taxAmount);
  const rate = typedRate(taxRate);
  const isFlat = rate !== null && isZero(rate);
  return (
    <>
      <div>
        <dt>
          Tax
          <span className={classes.box} data-field="taxRate">
            <TaxInput field="taxRate" of={{ kind: 'rate' }} label="Tax rate in percent" />%
          </span>
        </dt>
        <dd>
          {isFlat ? (
            <span className={classes.box} data-field="taxAmount">
              {currencySign(currency)}
              <TaxInput field="taxAmount" of={{ kind: 'money', currency }} label="Tax amount" />
            </span>
          ) : (
            <Amount value={totals.taxAmount} currency={currency} />
          )}
        </dd>
      </div>
      {(rateError ?? amountError) && (
        <p id="tax-error" className={classes.error}>
          {rateError ?? amountError}
        </p>
      )}
    </>
  );
}

interface TaxInputProps {
  field: 'taxRate' | 'taxAmount';
  of: DecimalKind;
  label: string;
}

function TaxInput({ field, of, label }: TaxInputProps) {
  const editor = useEditor();
  const { value, error, set } = useField(field);
  return (
    <DecimalInput
      of={of}
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
  const currency = useCurrency();
  const [said, setSaid] = useState('');
  const [first] = useState(total);
  useEffect(() => {
    if (total === first && said === '') return;
    const timer = setTimeout(() => setSaid(spoken(total, currency)), SAY_AFTER_MS);
    return () => clearTimeout(timer);
  }, [total, currency, first, said]);
  return (
    <VisuallyHidden>
      <span aria-live="polite">{said}</span>
    </VisuallyHidden>
  );
}

function spoken(total: Decimal | null, currency: string): string {
  return total === null
    ? 'The total cannot be computed'
    : `Total ${formatMoney(money(total, currency))}`;
}
