import { useEffect, useMemo, useState } from 'react';
import { formatTaxRow } from '../../../shared/documents/sheet-figures.ts';
import type { TypedTotals } from '../../../shared/documents/typed-totals.ts';
import { typedRate } from '../../../shared/documents/typed-totals.ts';
import { convertMoney, EXCHANGE_RATE_PLACES } from '../../../shared/money/convert.ts';
import type { Decimal } from '../../../shared/money/decimal.ts';
import { isZero, readTypedDecimal } from '../../../shared/money/decimal.ts';
import { currencySign, formatMoney, money } from '../../../shared/money/money.ts';
import { writeFigures } from '../../../shared/money/number-style.ts';
import { taxKey } from '../../../shared/taxes/tax.ts';
import { afterPress } from '../../lib/after-press.ts';
import { CheckField } from '../../ui/check-field.tsx';
import { cx } from '../../ui/cx.ts';
import type { DecimalKind } from '../../ui/decimal-field.tsx';
import { DecimalInput } from '../../ui/decimal-field.tsx';
import { DoubleRule } from '../../ui/double-rule.tsx';
import { useNumberStyle } from '../../ui/use-number-style.ts';
import { VisuallyHidden } from '../../ui/visually-hidden.tsx';
import { AdjustmentRows } from './adjustment-rows.tsx';
import { checkField } from './check-field.ts';
import { beforeDeposits, DeductionRows } from './deduction-rows.tsx';
import { draftTotals, hasLineTaxes } from './document-draft.ts';
import { hasDocumentTax, offeredIncrement } from './editor-business.ts';
import { useCurrency, useEditor, useEditorState } from './editor-context.ts';
import { useField } from './editor-fields.tsx';
import { Amount, FigureRow } from './figure.tsx';

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

/**
 * From the sum of the lines to the total: what a plain document has, and what is used besides. The
 * phone has the sum of the lines above, rate and total of its own, and nothing here for a plain one.
 */
export function EditorTotals({ phone = false }: { phone?: boolean }) {
  const { store } = useEditor();
  const left = useTotals();
  const totals = beforeDeposits(left);
  const currency = useCurrency();
  const { discounts, charges, pricesIncludeTax } = useEditorState(({ draft }) => draft);
  const hasDocumentRate = useHasDocumentTax();
  const isAdjusted = discounts.length + charges.length > 0;
  const isWide = isAdjusted || left.whole !== undefined || !hasDocumentRate;
  const isInclusive = pricesIncludeTax && totals.taxTotals.length > 0;
  const rounding = useRounding();
  const isPlain = phone && !isWide && !pricesIncludeTax && !rounding?.isOn;
  if (isPlain && !rounding) return null;
  const amount = (value: Decimal | null) => <Amount value={value} currency={currency} />;
  return (
    <section
      aria-label="Totals"
      // Figures end where the amounts of the lines do: before the room in which a line is removed.
      className={cx(
        'tabular-nums md:mr-[45px] md:ml-auto',
        isWide ? 'md:w-[min(460px,100%-45px)]' : 'md:w-70',
      )}
    >
      {!isPlain && (
        <dl data-rows>
          {isAdjusted && !phone && (
            <FigureRow label="Sum of lines">{amount(totals.lineTotal)}</FigureRow>
          )}
          <AdjustmentRows list="discounts" amounts={totals.discounts} />
          <AdjustmentRows list="charges" amounts={totals.charges} />
          <FigureRow label={isInclusive ? 'Subtotal without tax' : 'Subtotal'}>
            {amount(totals.subtotal)}
          </FigureRow>
          {hasDocumentRate && !phone && <DocumentTax totals={totals} />}
          {(hasDocumentRate ? phone : totals.taxAmount === null) && (
            <FigureRow label="Tax">{amount(totals.taxAmount)}</FigureRow>
          )}
          {!hasDocumentRate && totals.taxAmount !== null && <LineTaxTotals totals={totals} />}
          <OwnTax totals={left} />
          {totals.rounding !== null && !isZero(totals.rounding) && (
            <FigureRow label="Rounding">{amount(totals.rounding)}</FigureRow>
          )}
          <DeductionRows totals={left} />
          {!phone && (
            <FigureRow
              label={<span className="text-ink">Total</span>}
              className="mt-[5px] items-baseline! border-t border-ink pt-[5px] text-15 font-[640]"
            >
              <DoubleRule>{amount(left.total)}</DoubleRule>
            </FigureRow>
          )}
        </dl>
      )}
      {pricesIncludeTax && (
        <p className="text-13 text-muted md:pt-1.5 md:text-right">Prices include tax.</p>
      )}
      {rounding && (
        <CheckField
          className="text-13 text-muted md:justify-end md:pt-2"
          label={`Round total to ${formatMoney(money(rounding.increment, currency))}`}
          checked={rounding.isOn}
          onChange={(event) => store.setRoundTo(event.target.checked ? rounding.increment : null)}
        />
      )}
      {!phone && <SpokenTotal total={left.total} />}
    </section>
  );
}

/** What a total can be rounded to; undefined where nobody is likely to want it. */
function useRounding(): { increment: Decimal; isOn: boolean } | undefined {
  const { kind, business } = useEditor();
  const currency = useCurrency();
  const roundTo = useEditorState(({ draft }) => draft.roundTo);
  // Switched off, what a document was rounded to can be switched on again.
  const before = useEditorState(({ draft, initial }) =>
    initial.currency === draft.currency ? initial.roundTo : null,
  );
  const increment = roundTo ?? before ?? offeredIncrement(kind, currency, business);
  return increment === undefined ? undefined : { increment, isOn: roundTo !== null };
}

/** A row for each tax, with what it is counted on. */
function LineTaxTotals({ totals }: { totals: TypedTotals }) {
  const currency = useCurrency();
  const shown = (amount: Decimal) => formatMoney(money(amount, currency));
  return totals.taxTotals.map((tax) => (
    <FigureRow key={taxKey(tax)} label={`${formatTaxRow(tax)} on ${shown(tax.base)}`}>
      {shown(tax.amount)}
    </FigureRow>
  ));
}

/** The tax of a document in another currency, in the business's own. */
function OwnTax({ totals: { taxAmount } }: { totals: TypedTotals }) {
  const { business } = useEditor();
  const currency = useCurrency();
  const typed = useEditorState(({ draft }) => draft.exchangeRate);
  const rate = readTypedDecimal(typed, EXCHANGE_RATE_PLACES);
  if (currency === business.currency || rate === undefined || isZero(rate)) return null;
  if (taxAmount === null || isZero(taxAmount)) return null;
  const own = convertMoney(money(taxAmount, currency), { to: business.currency, rate });
  return <FigureRow label={`Tax in ${business.currency}`}>{formatMoney(own)}</FigureRow>;
}

/** What was refused is seen whole: a digit too many is why. */
const BOX =
  'relative inline-flex min-h-7 items-center rounded-sm border border-line border-b-field bg-surface px-2 text-ink focus-within:border-transparent focus-within:outline-2 focus-within:-outline-offset-1 focus-within:outline-focus has-aria-invalid:w-auto has-aria-invalid:max-w-[150px] has-aria-invalid:min-w-22 has-aria-invalid:border-overdue';

/** One rate for all lines or, at a rate of 0, an amount. */
function DocumentTax({ totals }: { totals: TypedTotals }) {
  const currency = useCurrency();
  const style = useNumberStyle();
  const taxRate = useEditorState((state) => state.draft.taxRate);
  const rateError = useEditorState((state) => state.errors.taxRate);
  const amountError = useEditorState((state) => state.errors.taxAmount);
  const error = rateError ?? amountError;
  const rate = typedRate(taxRate);
  const isFlat = rate !== null && isZero(rate);
  return (
    <>
      <FigureRow
        label={
          <>
            Tax
            <span className={cx(BOX, 'w-22 gap-[5px]')} data-field="taxRate">
              <TaxInput field="taxRate" of={{ kind: 'rate' }} label="Tax rate in percent" />%
            </span>
          </>
        }
      >
        {isFlat ? (
          <span className={cx(BOX, 'w-35')} data-field="taxAmount">
            {currencySign(currency)}
            <TaxInput field="taxAmount" of={{ kind: 'money', currency }} label="Tax amount" />
          </span>
        ) : (
          <Amount value={totals.taxAmount} currency={currency} />
        )}
      </FigureRow>
      {error && (
        <p id="tax-error" className="py-1 text-12 text-overdue">
          {writeFigures(error, style)}
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
      className="h-6.5 w-full min-w-0 flex-1 border-0 bg-transparent p-0 text-right outline-0 aria-invalid:field-sizing-content"
      of={of}
      noteFloats
      aria-label={label}
      aria-invalid={error ? true : undefined}
      aria-describedby={error ? 'tax-error' : undefined}
      value={value}
      onChange={set}
      onBlur={() => afterPress(() => checkField(editor, field))}
    />
  );
}

/** The total for readers, said when it has come to rest. */
export function SpokenTotal({ total }: { total: Decimal | null }) {
  const currency = useCurrency();
  const [said, setSaid] = useState('');
  const [first] = useState({ total });
  const isFirst = spoken(total, currency) === spoken(first.total, currency);
  useEffect(() => {
    if (isFirst && said === '') return;
    const timer = setTimeout(() => setSaid(spoken(total, currency)), SAY_AFTER_MS);
    return () => clearTimeout(timer);
  }, [total, currency, isFirst, said]);
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
