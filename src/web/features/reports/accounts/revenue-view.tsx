import { useQuery } from '@tanstack/react-query';
import type { DateRange } from '../../../../shared/dates/calendar-date.ts';
import { isZero } from '../../../../shared/money/decimal.ts';
import { money, sumMoneyIn } from '../../../../shared/money/money.ts';
import type {
  Basis,
  RevenueCustomer,
  RevenueReport,
} from '../../../../shared/reports/account-report.contract.ts';
import { REVENUE_STEPS } from '../../../../shared/reports/account-report.contract.ts';
import { LINE_LABELS, REVENUE_LINES } from '../../../../shared/reports/reconciliation-lines.ts';
import { REVENUE_BY_PAYMENT_NOTE } from '../../../../shared/reports/revenue-notes.ts';
import { capitalize } from '../../../../shared/text/capitalize.ts';
import { partyNames } from '../../../documents/party-names.ts';
import { orpc } from '../../../lib/api.ts';
import { useAddressParams } from '../../../lib/use-address-params.ts';
import type { ChartSeries } from '../../../ui/bar-chart.tsx';
import type { Column } from '../../../ui/data-table.tsx';
import { DataTable, TableTotal } from '../../../ui/data-table.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { RowList } from '../../../ui/row-list.tsx';
import { StatStrip } from '../../../ui/stat-strip.tsx';
import { SelectField } from '../../../ui/text-field.tsx';
import { useIsPhone } from '../../../ui/use-is-phone.ts';
import { FiguresChart } from '../figures-chart.tsx';
import { MoreCustomers, ReportCard } from '../report-body.tsx';
import { CUSTOMER_NAME, customerPath } from '../report-columns.tsx';
import { readBars } from '../report-labels.ts';
import { amountColumn, footSums, formatAmount, sumStat } from '../sums.tsx';
import { BasisChoice, PeriodReport, useBasis, usePeriod } from './period-report.tsx';
import { stepNames } from './period.ts';

type Figures = Pick<RevenueCustomer, 'lines' | 'gross' | 'tax' | 'net'>;
type Row = Figures & { currency: string };
type Read = (figures: Figures) => string;

const readLine =
  (place: number): Read =>
  ({ lines }) =>
    lines[place]?.amount ?? '0';
const readTax: Read = ({ tax }) => tax ?? '0';
const readNet: Read = ({ net }) => net ?? '0';
const readGross: Read = ({ gross }) => gross;

/** The figures on top: what each is called, how it is read, and what stands beneath it. */
const FIGURES: Record<Basis, readonly (readonly [string, Read, string?])[]> = {
  accrual: [
    ['Revenue, net', readNet, 'without tax'],
    ['Tax', readTax],
    ['With tax', readGross],
  ],
  cash: [
    ...REVENUE_LINES.cash.map((line, place) => [LINE_LABELS[line], readLine(place)] as const),
    ['Revenue', readGross, 'with tax'],
  ],
};

/** The columns of both tables; what is not always shown is left out where the table is narrow. */
const COLUMNS: Record<Basis, readonly { title: string; read: Read; always?: true }[]> = {
  accrual: [
    { title: 'Issued', read: readLine(0) },
    { title: 'Changed', read: readLine(1) },
    { title: 'Credited', read: readLine(2) },
    { title: 'Tax', read: readTax },
    { title: 'Net', read: readNet, always: true },
    { title: 'With tax', read: readGross, always: true },
  ],
  cash: [
    { title: 'Received', read: readLine(0) },
    { title: 'Refunded', read: readLine(1) },
    { title: 'Undone', read: readLine(2) },
    { title: 'Revenue', read: readGross, always: true },
  ],
};

const SERIES: Record<Basis, readonly ChartSeries[]> = {
  accrual: [
    { name: 'With tax', tone: 'outline' },
    { name: 'Net', tone: 'main' },
  ],
  cash: [
    { name: 'Received', tone: 'main' },
    { name: 'Refunded or undone', tone: 'out', beneath: true },
  ],
};

const NOTES: Record<Basis, string> = {
  accrual:
    'Invoices by their issue date; revisions, deletions and credit notes by the day on which they happened.',
  cash: REVENUE_BY_PAYMENT_NOTE,
};
const STEPS = REVENUE_STEPS.map((value) => ({ value, label: `By ${value}` }));

/** Revenue of a period, by invoice or by payment. */
export function RevenueView() {
  const { params, change } = useAddressParams();
  const used = usePeriod('this-year');
  const basis = useBasis();
  const by = REVENUE_STEPS.find((step) => step === params.get('by')) ?? 'month';
  const query = useQuery(
    orpc.reports.revenue.queryOptions({ input: { basis, by, ...used.range }, ...used.asked }),
  );
  return (
    <PeriodReport
      used={used}
      file="revenue"
      asked={{ basis, by }}
      choices={
        <>
          <BasisChoice value={basis} />
          <SelectField
            label="Interval"
            labelHidden
            options={STEPS}
            value={by}
            onChange={({ target: { value } }) => change({ by: value === 'month' ? null : value })}
          />
        </>
      }
      query={query}
      figures={FIGURES[basis].map(([label]) => label)}
      empty="Nothing was invoiced or paid in this period."
    >
      {(report) => <Report key={`${report.basis} ${report.by}`} report={report} />}
    </PeriodReport>
  );
}

function Report({ report }: { report: RevenueReport }) {
  const { basis, by, currencies, customers, customerCount } = report;
  const phone = useIsPhone();
  const sums = (read: Read) => currencies.map((each) => money(read(each), each.currency));
  const own = currencies[0]?.currency;
  const rows = currencies.flatMap(({ currency, periods }) =>
    periods
      .map((period) => ({ ...period, currency }))
      // Of further currencies, what there is.
      .filter(({ lines }) => currency === own || lines.some(({ amount }) => !isZero(amount))),
  );
  const after = <One extends Row>(first: Column<One>): Column<One>[] => [
    first,
    ...COLUMNS[basis].map(({ title, read, always }) =>
      amountColumn<Row>(title, read, {
        sparse: true,
        ...(!always && { roomy: 'much' }),
      }),
    ),
  ];
  const formatPeriod = (row: DateRange) => stepNames(row, by, report.to)[phone ? 'short' : 'name'];
  const byPeriod = after<Row & DateRange>({
    title: capitalize(by),
    kind: 'name',
    render: formatPeriod,
  });
  const byCustomer = after<RevenueCustomer>(CUSTOMER_NAME);
  const foot = <One extends Row>(columns: readonly Column<One>[]) => (
    <TableTotal
      columns={columns}
      words="Total"
      sums={footSums(COLUMNS[basis].map(({ read }) => sums(read)))}
    />
  );
  return (
    <>
      <StatStrip
        label="Summary"
        figures={FIGURES[basis].map(([label, read, below]) => sumStat(label, sums(read), below))}
      />
      <FiguresChart
        title={`Revenue by ${by}`}
        unit={by}
        series={SERIES[basis]}
        currencies={currencies}
        groups={({ currency, periods }) =>
          periods.map((period) => ({
            key: period.from,
            ...stepNames(period, by, report.to),
            ...readBars(readBarAmounts(period, basis, currency), currency),
          }))
        }
      />
      <ReportCard note={NOTES[basis]}>
        <DataTable
          label={`Revenue by ${by}`}
          columns={byPeriod}
          rows={rows}
          rowKey={({ currency, from }) => `${currency} ${from}`}
          foot={foot(byPeriod)}
        />
      </ReportCard>
      <Panel title="By customer">
        <RowList
          label="Revenue by customer"
          columns={byCustomer}
          rows={customers}
          rowKey={({ currency, customerId }) => `${currency} ${customerId}`}
          rowTo={customerPath}
          foot={foot(byCustomer)}
          card={(row) => ({
            name: partyNames(row).main,
            amount: formatAmount(row.gross, row.currency),
            end: row.net === null ? undefined : `${formatAmount(row.net, row.currency)} net`,
          })}
        />
        <MoreCustomers shown={customers} count={customerCount} />
      </Panel>
    </>
  );
}

/** What is drawn of a period; what lessens it, as what it comes to together. */
function readBarAmounts(period: Figures, basis: Basis, currency: string): [string, string] {
  if (basis === 'accrual') return [period.gross, readNet(period)];
  const [received = '0', ...lessened] = period.lines.map(({ amount }) => amount);
  const lost = sumMoneyIn(
    currency,
    lessened.map((amount) => money(amount, currency)),
  );
  return [received, lost.amount.replace('-', '')];
}
