import type { InvoiceSummary } from '../../../../shared/invoices/invoice.contract.ts';
import { formatMoney, putOwnCurrencyFirst } from '../../../../shared/money/money.ts';
import { countNoun } from '../../../lib/format-count.ts';
import { DoubleRule } from '../../../ui/double-rule.tsx';
import { VisuallyHidden } from '../../../ui/visually-hidden.tsx';
import type { StatusFilter } from './invoice-records.ts';
import { toCallFilter } from './invoice-records.ts';
import { COLUMN } from './table-columns.ts';

/** What the sum is of, where that is not the total. */
const SUMS: Partial<Record<StatusFilter, string>> = {
  overdue: 'Overdue',
  written_off: 'Written off',
};

const CELL = 'h-11 border-t border-ink';
/** What is unpaid in several currencies takes further lines; a closed column has no line at all. */
const SUMS_CELL = 'py-2 @max-[721px]:whitespace-nowrap';

/** The last row of the table: how many, what of it is unpaid, and the sum under its column. */
export function ListFoot({
  summary,
  status,
  currency,
}: {
  summary: InvoiceSummary | undefined;
  status: StatusFilter;
  /** The business's. */
  currency: string;
}) {
  if (!summary) return null;
  const { count, sums } = summary[toCallFilter(status)];
  const unpaid = status === 'all' ? summary.unpaid : undefined;
  return (
    <tfoot className="text-muted">
      <tr>
        <td aria-hidden="true" className={`${CELL} ${COLUMN.check}`} />
        <td colSpan={2} className={`${CELL} ${COLUMN.text} overflow-hidden whitespace-nowrap`}>
          {countNoun(count, 'invoice')}
        </td>
        <td aria-hidden="true" className={`${CELL} ${COLUMN.issued}`} />
        <td className={`${CELL} ${COLUMN.due} ${SUMS_CELL}`} colSpan={2}>
          {unpaid &&
            putOwnCurrencyFirst(unpaid.sums, currency).map((sum, index) => (
              <span key={sum.currency} className="block">
                {index === 0 ? 'Unpaid' : '+'} {formatMoney(sum)}
              </span>
            ))}
        </td>
        <td colSpan={2} className={`${CELL} ${COLUMN.amount} ${SUMS_CELL} text-ink`}>
          <VisuallyHidden>{SUMS[status] ?? 'Total'}</VisuallyHidden>
          <DoubleRule>
            {putOwnCurrencyFirst(sums, currency).map((sum, index) => (
              <span key={sum.currency} className="block">
                {index > 0 && <VisuallyHidden>+ </VisuallyHidden>}
                {formatMoney(sum)}
              </span>
            ))}
          </DoubleRule>
        </td>
        <td aria-hidden="true" className={`${CELL} ${COLUMN.actions}`} />
      </tr>
    </tfoot>
  );
}
