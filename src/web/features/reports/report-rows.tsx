import { formatSums } from '../../../shared/money/money.ts';
import type { Report, ReportType } from '../../../shared/reports/report.contract.ts';
import { REPORT_LABELS } from '../../../shared/reports/report.contract.ts';
import { TableTotal } from '../../ui/data-table.tsx';
import { RowList } from '../../ui/row-list.tsx';
import { useIsPhone } from '../../ui/use-is-phone.ts';
import { REPORT_LISTS } from './report-columns.tsx';
import { draftsTotal, formatRange, reportTotals } from './report-labels.ts';
import { footSums, PhoneTotal } from './sums.tsx';
import { listItems } from './use-report.ts';

interface Props<Type> {
  type: Type;
  pages: readonly Report[];
  /** All rows are here: the sum may be drawn beneath them. */
  complete: boolean;
  busy: boolean;
}

/** The rows of a report, as a table or as cards, and their sum under a double rule. */
export function ReportRows<Type extends ReportType>({ type, pages, complete, busy }: Props<Type>) {
  const phone = useIsPhone();
  const report = pages[0];
  if (!report) return null;
  const list = REPORT_LISTS[type];
  const rows = listItems(pages, type);
  const totals = reportTotals(report, rows);
  const words = `Total, ${formatRange(report)}`;
  const drafts = draftsTotal(report);
  const ofWhichDrafts =
    drafts.length === 0
      ? undefined
      : { words: 'of which drafts', sum: formatSums(drafts, report.currency) };
  return (
    <>
      <RowList
        {...list}
        label={REPORT_LABELS[type]}
        rows={rows}
        rowKey={(_row, index) => index}
        busy={busy}
        foot={
          complete && (
            <TableTotal
              columns={list.columns}
              words={words}
              sums={footSums(totals)}
              of={ofWhichDrafts}
            />
          )
        }
      />
      {phone && complete && <PhoneTotal words={words} sums={totals[0] ?? []} />}
      {phone && complete && ofWhichDrafts && (
        <p className="flex justify-between gap-3 px-4 pb-3.5 text-13 text-muted tabular-nums">
          <span>{ofWhichDrafts.words}</span>
          <span>{ofWhichDrafts.sum}</span>
        </p>
      )}
      {type === 'customers' && (
        <p className="px-5 pb-4 text-13 text-muted max-md:px-4 max-md:pb-3.5">
          Total Paid is what was received for these invoices.
        </p>
      )}
    </>
  );
}
