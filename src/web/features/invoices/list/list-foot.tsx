import type { InvoiceSummary } from '../../../../shared/invoices/invoice.contract.ts';
import { formatSums } from '../../../../shared/money/money.ts';
import { countNoun } from '../../../lib/format-count.ts';
import { DoubleRule } from '../../../ui/double-rule.tsx';
import { VisuallyHidden } from '../../../ui/visually-hidden.tsx';
import classes from './list-foot.module.css';
import type { StatusFilter } from './use-invoice-list.ts';

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
  const { count, sums } = summary[status];
  const unpaid = status === 'all' ? summary.unpaid : undefined;
  return (
    <tfoot className={classes.foot}>
      <tr>
        <td aria-hidden="true" className={classes.check} />
        <td colSpan={2} className={classes.count}>
          {countNoun(count, 'invoice')}
        </td>
        <td aria-hidden="true" className={classes.issued} />
        <td className={classes.due} colSpan={2}>
          {unpaid && `Unpaid ${formatSums(unpaid.sums, currency)}`}
        </td>
        <td colSpan={2} className={classes.total}>
          <VisuallyHidden>Total</VisuallyHidden>
          <DoubleRule>{formatSums(sums, currency)}</DoubleRule>
        </td>
        <td aria-hidden="true" />
      </tr>
    </tfoot>
  );
}
