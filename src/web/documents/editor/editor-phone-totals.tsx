import { isZero } from '../../../shared/money/decimal.ts';
import { AdjustmentRows } from './adjustment-rows.tsx';
import { beforeDeposits, DeductionRows } from './deduction-rows.tsx';
import { useCurrency, useEditorState } from './editor-context.ts';
import classes from './editor-phone.module.css';
import { LineTaxTotals, OwnTax, useHasDocumentTax, useTotals } from './editor-totals.tsx';
import { Amount } from './figure.tsx';

/** What stands between the lines and the total, where it is more than one rate of tax. */
export function PhoneTotals() {
  const left = useTotals();
  const totals = beforeDeposits(left);
  const currency = useCurrency();
  const { discounts, charges, pricesIncludeTax } = useEditorState(({ draft }) => draft);
  const hasDocumentTax = useHasDocumentTax();
  const isAdjusted = discounts.length + charges.length > 0 || left.whole !== undefined;
  const isPlain = !isAdjusted && hasDocumentTax && !pricesIncludeTax;
  if (isPlain) return null;
  return (
    <section aria-label="Totals">
      <dl className={classes.totals}>
        <AdjustmentRows list="discounts" amounts={totals.discounts} />
        <AdjustmentRows list="charges" amounts={totals.charges} />
        <div>
          <dt>{pricesIncludeTax ? 'Subtotal without tax' : 'Subtotal'}</dt>
          <dd>
            <Amount value={totals.subtotal} currency={currency} />
          </dd>
        </div>
        {hasDocumentTax ? (
          <div>
            <dt>Tax</dt>
            <dd>
              <Amount value={totals.taxAmount} currency={currency} />
            </dd>
          </div>
        ) : (
          <LineTaxTotals totals={totals} />
        )}
        <OwnTax totals={left} />
        {totals.rounding !== null && !isZero(totals.rounding) && (
          <div>
            <dt>Rounding</dt>
            <dd>
              <Amount value={totals.rounding} currency={currency} />
            </dd>
          </div>
        )}
        <DeductionRows totals={left} />
      </dl>
      {pricesIncludeTax && <p className={classes.about}>Prices include tax.</p>}
    </section>
  );
}
