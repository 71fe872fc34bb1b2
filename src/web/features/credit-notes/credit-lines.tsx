/** The lines of an invoice, of which some are credited. */
import { formatMoney, money } from '../../../shared/money/money.ts';
import { writeFigures, writeInStyle } from '../../../shared/money/number-style.ts';
import { CheckField } from '../../ui/check-field.tsx';
import { QuantityField, RateField } from '../../ui/decimal-field.tsx';
import { useNumberStyle } from '../../ui/use-number-style.ts';
import type { CreditableLine, CreditDraft } from './credit-form.ts';
import { lineKey, partLeft, sumOfLines } from './credit-form.ts';

export const FAULT = 'text-13 text-overdue';

interface LineChoiceProps {
  line: CreditableLine;
  currency: string;
  /** What is typed of it; undefined where it is not chosen. */
  part: string | undefined;
  fault: string | undefined;
  onPart: (part: string | undefined) => void;
}

export function LineChoice({ line, currency, part, fault, onPart }: LineChoiceProps) {
  const style = useNumberStyle();
  const left = writeFigures(formatMoney(money(line.grossLeft, currency)), style);
  const isCharge = line.line === null;
  const of = `${writeInStyle(partLeft(line), style)}${isCharge ? '%' : ''}`;
  const Part = isCharge ? RateField : QuantityField;
  const label = `${isCharge ? 'Percentage' : 'Quantity'} of ${line.description}`;
  return (
    <li
      className="grid min-h-14 grid-cols-[minmax(0,1fr)_132px] items-center gap-x-4 gap-y-1 border-b border-line py-2 max-md:grid-cols-[minmax(0,1fr)_104px]"
      data-field={lineKey(line)}
    >
      <CheckField
        label={<span dir="auto">{line.description}</span>}
        hint={
          <span className="tabular-nums">
            {of} left, {left} with tax
          </span>
        }
        checked={part !== undefined}
        onChange={(event) => onPart(event.target.checked ? partLeft(line) : undefined)}
      />
      {part !== undefined && (
        <Part
          label={isCharge ? 'Percentage' : 'Quantity'}
          aria-label={label}
          value={part}
          error={fault}
          onChange={onPart}
        />
      )}
      {part === undefined && fault && <p className={FAULT}>{fault}</p>}
    </li>
  );
}

/** What is chosen so far. */
export function LinesTotal({
  chosen,
  lines,
  currency,
}: {
  chosen: CreditDraft['lines'];
  lines: readonly CreditableLine[];
  currency: string;
}) {
  const style = useNumberStyle();
  const sum = sumOfLines(chosen, lines, currency);
  return (
    <p role="status" className="flex justify-between pt-2.5">
      Total with tax{' '}
      <b className="tabular-nums">
        {sum ? `${sum.isExact ? '' : 'about '}${writeFigures(formatMoney(sum.total), style)}` : '–'}
      </b>
    </p>
  );
}
