import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { DateRange } from '../../../../shared/dates/calendar-date.ts';
import { isZero } from '../../../../shared/money/decimal.ts';
import { formatMoney, money, sumMoneyIn } from '../../../../shared/money/money.ts';
import type {
  Basis,
  RevenueCustomer,
  RevenueReport,
  RevenueStep,
} from '../../../../shared/reports/account-report.contract.ts';
import { REVENUE_STEPS } from '../../../../shared/reports/account-report.contract.ts';
import { LINE_LABELS, REVENUE_LINES } from '../../../../shared/reports/reconciliation-lines.ts';
import { REVENUE_BY_PAYMENT_NOTE } from '../../../../shared/reports/revenue-notes.ts';
import { partyNames } from '../../../documents/party-names.ts';
import { orpc } from '../../../lib/api.ts';
import { capital } from '../../../lib/capital.ts';
import { useAddressParams } from '../../../lib/use-address-params.ts';
import type { ChartGroup, ChartSeries } from '../../../ui/bar-chart.tsx';
import type { Column } from '../../../ui/data-table.tsx';
import { DataTable, TableTotal } from '../../../ui/data-table.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { RowCard, RowCards } from '../../../ui/row-card.tsx';
import { StatStrip } from '../../../ui/stat-strip.tsx';
import { SelectField } from '../../../ui/text-field.tsx';
import { useIsPhone } from '../../../ui/use-is-phone.ts';
import { FiguresChart } from '../figures-chart.tsx';
import { customerPath } from '../report-columns.tsx';
import { BasisChoice, readBasis } from './basis-choice.tsx';
import { CUSTOMER_NAME, MoreCustomers } from './customer-column.tsx';
import { stepNames } from './period.ts';
import { PeriodBar } from './period-bar.tsx';
import { FRESH_FOR, ReportBody, ReportCard } from './report-body.tsx';
import { Amount, FootSums, isFilled, sumStat } from './sums.tsx';
import { usePeriod } from './use-period.ts';

type Figures = Pick<RevenueCustomer, 'lines' | 'gross' | 'tax' | 'net'>;
type CurrencyFigures = RevenueReport['currencies'][number];
interface PeriodRow extends Figures, DateRange {
  currency: string;
}

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
  const basis = readBasis(params);
  const by = REVENUE_STEPS.find((step) => step === params.get('by')) ?? 'month';
  const query = useQuery(
    orpc.reports.revenue.queryOptions({
      input: { basis, by, ...used.range },
      enabled: used.valid,
      placeholderData: keepPreviousData,
      staleTime: FRESH_FOR,
    }),
  );
  return (
    <>
      <PeriodBar
        used={used}
        file="revenue"
        asked={{ basis, by }}
        empty={query.data?.currencies.length === 0}
      >
        <BasisChoice value={basis} />
        <SelectField
          label="Steps"
          labelHidden
          options={STEPS}
          value={by}
          onChange={({ target }) => change({ by: target.value === 'month' ? null : target.value })}
        />
      </PeriodBar>
      <ReportBody
        query={query}
        figures={statLabels(basis)}
        isEmpty={({ currencies }) => currencies.length === 0}
        empty="Nothing was invoiced or paid in this period."
      >
        {(report) => <Report key={`${report.basis} ${report.by}`} report={report} />}
      </ReportBody>
    </>
  );
}

const statLabels = (basis: Basis): string[] =>
  basis === 'accrual'
    ? ['Revenue, net', 'Tax', 'With tax']
    : [...REVENUE_LINES.cash.map((line) => LINE_LABELS[line]), 'Revenue'];

function Report({ report }: { report: RevenueReport }) {
  const { basis, by, currencies, customers, customerCount } = report;
  const phone = useIsPhone();
  const sums = (of: (figures: Figures) => string | null | undefined) =>
    currencies.map((each) => money(of(each) ?? '0', each.currency));
  const stats =
    basis === 'accrual'
      ? [
          sumStat(
            'Revenue, net',
            sums(({ net }) => net),
            'without tax',
          ),
          sumStat(
            'Tax',
            sums(({ tax }) => tax),
          ),
          sumStat(
            'With tax',
            sums(({ gross }) => gross),
          ),
        ]
      : [
          ...REVENUE_LINES.cash.map((line, place) =>
            sumStat(
              LINE_LABELS[line],
              sums(({ lines }) => lines[place]?.amount),
            ),
          ),
          sumStat(
            'Revenue',
            sums(({ gross }) => gross),
            'with tax',
          ),
        ];
  const own = currencies[0]?.currency;
  const rows = currencies.flatMap(({ currency, periods }) =>
    periods
      .map((period): PeriodRow => ({ ...period, currency }))
      // Of further currencies, what there is.
      .filter(({ lines }) => currency === own || lines.some(({ amount }) => !isZero(amount))),
  );
  const columns = figureColumns(basis);
  const foot = [
    ...REVENUE_LINES[basis].map((_line, place) => sums(({ lines }) => lines[place]?.amount)),
    ...(basis === 'accrual' ? [sums(({ tax }) => tax), sums(({ net }) => net)] : []),
    sums(({ gross }) => gross),
  ].map((each, place) => <FootSums key={columns[place]?.title} sums={each} />);
  const formatPeriod = (row: DateRange) => stepNames(row, by, report.to)[phone ? 'short' : 'name'];
  return (
    <>
      <StatStrip label="Summary" figures={stats} />
      {isFilled(currencies) && (
        <FiguresChart
          title={`Revenue by ${by}`}
          unit={by}
          series={SERIES[basis]}
          currencies={currencies}
          groups={(figures) => periodGroups(figures, basis, by, report.to)}
        />
      )}
      <ReportCard note={NOTES[basis]}>
        <RevenueRows
          label={`Revenue by ${by}`}
          phone={phone}
          rows={rows}
          rowKey={({ currency, from }) => `${currency} ${from}`}
          name={{ title: capital(by), kind: 'name', render: formatPeriod }}
          columns={columns}
          foot={foot}
          cardName={formatPeriod}
        />
      </ReportCard>
      <Panel title="By customer">
        <RevenueRows
          label="Revenue by customer"
          phone={phone}
          rows={customers}
          rowKey={({ currency, customerId }) => `${currency} ${customerId}`}
          name={CUSTOMER_NAME}
          columns={columns}
          foot={foot}
          cardName={(row) => partyNames(row).main}
          rowTo={customerPath}
        />
        <MoreCustomers shown={customers} count={customerCount} />
      </Panel>
    </>
  );
}

const SERIES: Record<Basis, readonly ChartSeries[]> = {
  accrual: [
    { name: 'With tax', tone: 'outline' },
    { name: 'Net', tone: 'main' },
  ],
  cash: [
    { name: 'Received', tone: 'main' },
    { name: 'Given back or undone', tone: 'out', beneath: true },
  ],
};

function periodGroups(
  { currency, periods }: CurrencyFigures,
  basis: Basis,
  by: RevenueStep,
  lastDay: string,
): ChartGroup[] {
  return periods.map((period) => {
    const [received = '0', ...lessened] = period.lines.map(({ amount }) => amount);
    const lost = sumMoneyIn(
      currency,
      lessened.map((amount) => money(amount, currency)),
    );
    const amounts =
      basis === 'accrual'
        ? [period.gross, period.net ?? '0']
        : [received, lost.amount.replace('-', '')];
    return {
      key: period.from,
      ...stepNames(period, by, lastDay),
      // Only the height of a bar: the words carry the cents.
      values: amounts.map(Number),
      words: amounts.map((amount) => formatMoney(money(amount, currency))),
    };
  });
}

type Row = Figures & { currency: string };

const figureColumns = (basis: Basis): Column<Row>[] => {
  const column = (title: string, of: (row: Row) => string | null, roomy = true): Column<Row> => ({
    title,
    kind: 'amount',
    width: 132,
    roomy,
    render: (row) => <Amount sum={money(of(row) ?? '0', row.currency)} />,
  });
  const titles = { issued: 'Issued', changed: 'Changed', credited: 'Credited' };
  return basis === 'accrual'
    ? [
        ...REVENUE_LINES.accrual.map((line, place) =>
          column(titles[line], ({ lines }) => lines[place]?.amount ?? null),
        ),
        column('Tax', ({ tax }) => tax),
        column('Net', ({ net }) => net, false),
        column('With tax', ({ gross }) => gross, false),
      ]
    : [
        column('Received', ({ lines }) => lines[0]?.amount ?? null),
        column('Given back', ({ lines }) => lines[1]?.amount ?? null),
        column('Undone', ({ lines }) => lines[2]?.amount ?? null),
        column('Revenue', ({ gross }) => gross, false),
      ];
};

interface RowsProps<One extends Row> {
  label: string;
  phone: boolean;
  rows: readonly One[];
  rowKey: (row: One) => string;
  name: Column<One>;
  columns: readonly Column<Row>[];
  foot: readonly React.ReactNode[];
  cardName: (row: One) => string;
  rowTo?: (row: One) => string;
}

function RevenueRows<One extends Row>(props: RowsProps<One>) {
  const { label, phone, rows, rowKey, name, columns, foot, cardName, rowTo } = props;
  if (phone && rowTo) {
    return (
      <RowCards label={label}>
        {rows.map((row) => (
          <RowCard
            key={rowKey(row)}
            to={rowTo(row)}
            name={cardName(row)}
            amount={formatMoney(money(row.gross, row.currency))}
            end={row.net === null ? undefined : `${formatMoney(money(row.net, row.currency))} net`}
          />
        ))}
      </RowCards>
    );
  }
  const all = [name, ...columns];
  return (
    <DataTable
      label={label}
      columns={all}
      rows={rows}
      rowKey={rowKey}
      {...(rowTo && { rowTo })}
      foot={<TableTotal columns={all} words="In all" sums={foot} />}
    />
  );
}
