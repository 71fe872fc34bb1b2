import { useQuery } from '@tanstack/react-query';
import { formatRate } from '../../../../shared/money/decimal.ts';
import { money } from '../../../../shared/money/money.ts';
import type {
  Basis,
  TaxReport,
  TaxRow,
} from '../../../../shared/reports/account-report.contract.ts';
import { TAX_CATEGORY_LABELS } from '../../../../shared/taxes/tax.ts';
import { orpc } from '../../../lib/api.ts';
import type { Column } from '../../../ui/data-table.tsx';
import { TableTotal } from '../../../ui/data-table.tsx';
import { RowList } from '../../../ui/row-list.tsx';
import { StatStrip } from '../../../ui/stat-strip.tsx';
import { FiguresChart } from '../figures-chart.tsx';
import { ReportCard } from '../report-body.tsx';
import { readBars } from '../report-labels.ts';
import { amountColumn, footSums, formatAmount, sumStat } from '../sums.tsx';
import { BasisChoice, PeriodReport, useBasis, usePeriod } from './period-report.tsx';

type Row = TaxRow & { currency: string };

const NOTES: Record<Basis, string> = {
  accrual:
    'Invoices by the date of supply or the end of the service period where they have one, else by their issue date. Revisions, deletions and credit notes count on the day on which they happened.',
  cash: 'The part of each tax that has been paid, in proportion to what was paid on its invoice. Refunds lower the period in which they were made.',
};

const formatTax = ({ name, rate }: TaxRow) =>
  name === '' ? 'No tax' : `${name} ${formatRate(rate)}%`;
const makeKey = ({ currency, name, rate, category }: Row) =>
  `${currency} ${name} ${rate} ${category}`;
const formatCategory = ({ category }: TaxRow) =>
  category === null ? '—' : `${category}: ${TAX_CATEGORY_LABELS[category]}`;
const COLUMNS: readonly Column<Row>[] = [
  { title: 'Tax', kind: 'name', render: formatTax },
  { title: 'Category', width: 280, roomy: true, render: formatCategory },
  amountColumn('Base', ({ base }) => base),
  amountColumn('Tax amount', ({ amount }) => amount),
];

/** The taxes of a period, as a return asks for them. */
export function TaxesView() {
  const used = usePeriod('last-quarter');
  const basis = useBasis();
  const query = useQuery(
    orpc.reports.taxes.queryOptions({ input: { basis, ...used.range }, ...used.asked }),
  );
  return (
    <PeriodReport
      used={used}
      file="taxes"
      asked={{ basis }}
      choices={<BasisChoice value={basis} />}
      query={query}
      figures={['Tax']}
      empty="No invoice, payment or credit note affects tax in this period."
    >
      {(report) => <Report report={report} />}
    </PeriodReport>
  );
}

function Report({ report: { basis, currencies } }: { report: TaxReport }) {
  const rows = currencies.flatMap(({ currency, rows: taxes }) =>
    taxes.map((tax): Row => ({ ...tax, currency })),
  );
  const sums = currencies.map(({ amount, currency }) => money(amount, currency));
  return (
    <>
      <StatStrip
        label="Summary"
        figures={[sumStat(basis === 'cash' ? 'Tax received' : 'Tax invoiced', sums)]}
      />
      <FiguresChart
        key={basis}
        title="Base and tax by rate"
        unit="rate"
        series={[
          { name: 'Base', tone: 'outline' },
          { name: 'Tax', tone: 'main' },
        ]}
        currencies={currencies}
        groups={({ currency, rows: taxes }) =>
          taxes.map((tax) => ({
            key: `${tax.name} ${tax.rate} ${tax.category}`,
            label: nameBar(tax),
            name: formatTax(tax),
            ...readBars([tax.base, tax.amount], currency),
          }))
        }
      />
      <ReportCard note={NOTES[basis]}>
        <RowList
          label="Tax by rate"
          columns={COLUMNS}
          rows={rows}
          rowKey={makeKey}
          foot={<TableTotal columns={COLUMNS} words="Total tax" sums={footSums([sums])} />}
          card={(row) => ({
            name: formatTax(row),
            amount: formatAmount(row.amount, row.currency),
            below: row.category && formatCategory(row),
            end: `of ${formatAmount(row.base, row.currency)}`,
          })}
        />
      </ReportCard>
    </>
  );
}

/** Where there is room for a rate alone; its category beside it unless that is the usual one. */
function nameBar({ name, rate, category }: TaxRow): string {
  if (name === '') return 'No tax';
  return `${formatRate(rate)}%${category === 'S' ? '' : ` ${category ?? ''}`}`;
}
