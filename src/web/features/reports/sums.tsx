import { isZero } from '../../../shared/money/decimal.ts';
import type { Money } from '../../../shared/money/money.ts';
import { formatMoney, money } from '../../../shared/money/money.ts';
import { breakAmount } from '../../ui/break-amount.ts';
import type { Column } from '../../ui/data-table.tsx';
import { DoubleRule } from '../../ui/double-rule.tsx';
import type { Stat } from '../../ui/stat-strip.tsx';
import { FurtherSums, MoneyFigure } from '../../ui/stat-strip.tsx';

/**
 * A figure of the first currency, and beneath it of the others in which there is any.
 * @param about what all come to together, where that is known
 */
export function sumStat(
  label: string,
  [first, ...others]: readonly Money[],
  below?: Stat['below'],
  about?: Money,
): Stat {
  const further = others.filter(({ amount }) => !isZero(amount));
  return {
    label,
    value: first && <MoneyFigure sum={first} />,
    also: further.length > 0 && <FurtherSums sums={further} about={about} />,
    below,
  };
}

/** An amount in its currency, as a reader's column has it. */
export const formatAmount = (amount: string, currency: string) =>
  formatMoney(money(amount, currency));

interface AmountColumn<Row> extends Partial<Column<Row>> {
  /** Most amounts are nothing: those are muted dashes. */
  sparse?: boolean;
}

/** A column of money, each amount in its row's currency. */
export const amountColumn = <Row extends { currency: string }>(
  title: string,
  read: (row: Row) => string,
  { sparse = false, ...more }: AmountColumn<Row> = {},
): Column<Row> => ({
  title,
  kind: 'amount',
  render: (row) =>
    sparse && isZero(read(row)) ? (
      <span className="text-muted">—</span>
    ) : (
      formatAmount(read(row), row.currency)
    ),
  ...more,
});

/** Sums at the foot of a column, each currency's in a line of its own. */
function FootSums({ sums }: { sums: readonly Money[] }) {
  return (
    <span className="inline-grid justify-items-end gap-1.5">
      {sums.map((sum) => (
        <DoubleRule key={sum.currency} breaks>
          {breakAmount(formatMoney(sum))}
        </DoubleRule>
      ))}
    </span>
  );
}

/** For several columns beside each other. */
export const footSums = (columns: readonly (readonly Money[])[]) =>
  // Columns are what they are: none comes or goes.
  // oxlint-disable-next-line react/no-array-index-key
  columns.map((sums, place) => <FootSums key={place} sums={sums} />);

/** Beneath the cards of the phone, which have no foot. */
export function PhoneTotal({ words, sums }: { words: string; sums: readonly Money[] }) {
  return (
    <p className="flex min-h-13 items-center justify-between gap-3 border-t border-ink px-4 py-2 font-semi">
      <span>{words}</span>
      <FootSums sums={sums} />
    </p>
  );
}
