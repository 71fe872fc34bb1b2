import { isZero } from '../../../shared/money/decimal.ts';
import type { Money } from '../../../shared/money/money.ts';
import { formatMoney, isPositive, money, subtractMoney } from '../../../shared/money/money.ts';
import type { NumberStyle } from '../../../shared/money/number-style.ts';
import { writeFigures } from '../../../shared/money/number-style.ts';
import { cx } from '../../ui/cx.ts';
import { Skeleton } from '../../ui/skeleton.tsx';
import { useNumberStyle } from '../../ui/use-number-style.ts';
import { InvoiceParts } from './invoice-parts.tsx';
import { formatLeft } from './payment-words.ts';
import type { Division } from './use-division.ts';
import type { FieldFaults } from './use-money-form.ts';
import { partName } from './use-money-form.ts';

interface Props {
  legend: string;
  /** What there is to divide. */
  amount: Money;
  division: Division;
  /** Whether the invoices are there to be ticked. */
  listed: boolean;
  waiting: boolean;
  failed: boolean;
  faults: FieldFaults;
}

/** What each invoice takes of an amount, and what is left of it. */
export function DivisionFields({
  legend,
  amount,
  division,
  listed,
  waiting,
  failed,
  faults,
}: Props) {
  const isOver = division.left.amount.startsWith('-');
  const style = useNumberStyle();
  const words =
    formatOpen(division, listed, style) ??
    writeFigures(formatLeft(division.left, amount, division.taken), style);
  return (
    <div className="mt-4.5 mb-3 grid gap-2.5">
      {listed && (
        <InvoiceParts
          legend={legend}
          division={division}
          findFault={(id) => faults.about(partName(id))}
          onChange={() => faults.clear(...division.invoices.map(({ id }) => partName(id)))}
        />
      )}
      {waiting && (
        <div aria-busy="true">
          <Skeleton width="60%" />
        </div>
      )}
      {failed && <p className="text-muted">Other open invoices could not be loaded.</p>}
      {/* Room for its words: what follows does not move while amounts are typed. */}
      <p
        role="status"
        className={cx('min-h-5 leading-5 font-med tabular-nums', isOver && 'text-overdue')}
      >
        {words}
      </p>
    </div>
  );
}

/** What one invoice leaves open, where nothing else says so. */
function formatOpen(
  { parts, left }: Division,
  listed: boolean,
  style: NumberStyle,
): string | undefined {
  const [one, ...others] = parts;
  if (listed || !one || others.length > 0 || !isZero(left.amount)) return undefined;
  const { invoiceNumber, amountDue, currency } = one.invoice;
  const stays = subtractMoney(money(amountDue, currency), one.part);
  return isPositive(stays)
    ? `${writeFigures(formatMoney(stays), style)} stays due on ${invoiceNumber}`
    : `Pays ${invoiceNumber} in full`;
}
