import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { formatRate } from '../../../../shared/money/decimal.ts';
import { formatMoney, money } from '../../../../shared/money/money.ts';
import type {
  Basis,
  TaxReport,
  TaxRow,
} from '../../../../shared/reports/account-report.contract.ts';
import { TAX_CATEGORY_LABELS } from '../../../../shared/taxes/tax.ts';
import { orpc } from '../../../lib/api.ts';
import { useAddressParams } from '../../../lib/use-address-params.ts';
import type { ChartGroup } from '../../../ui/bar-chart.tsx';
import type { Column } from '../../../ui/data-table.tsx';
import { DataTable, TableTotal } from '../../../ui/data-table.tsx';
import { RowCard, RowCards } from '../../../ui/row-card.tsx';
import { StatStrip } from '../../../ui/stat-strip.tsx';
import { useIsPhone } from '../../../ui/use-is-phone.ts';
import { FiguresChart } from '../figures-chart.tsx';
import { BasisChoice, readBasis } from './basis-choice.tsx';
import { PeriodBar } from './period-bar.tsx';
import { FRESH_FOR, ReportBody, ReportCard } from './report-body.tsx';
import { FootSums, isFilled, sumStat } from './sums.tsx';
import { usePeriod } from './use-period.ts';

type Row = TaxRow & { currency: string };

const NOTES: Record<Basis, string> = {
  accrual:
    'Invoices by the date of supply or the end of the service period where they have one, else by their issue date. Revisions, deletions and credit notes count on the day on which they happened.',
  cash: 'What of each tax has been paid, in proportion to what was paid of its invoice. Refunds lower the period in which they were made.',
};

const formatTax = ({ name, rate }: TaxRow) =>
  name === '' ? 'No tax' : `${name} ${formatRate(rate)}%`;
const makeKey = ({ currency, name, rate, category }: Row) =>
  `${currency} ${name} ${rate} ${category}`;
const formatCategory = ({ category }: TaxRow) =>
  category === null ? '—' : `${category}: ${TAX_CATEGORY_LABELS[category]}`;
const amountColumn = (title: string, name: 'base' | 'amount', width: number): Column<Row> => ({
  title,
  kind: 'amount',
  width,
  render: (row) => formatMoney(money(row[name], row.currency)),
});
const COLUMNS: readonly Column<Row>[] = [
  { title: 'Tax', kind: 'name', render: formatTax },
  { title: 'Category', width: 280, roomy: true, render: formatCategory },
  amountColumn('Base', 'base', 140),
  amountColumn('Tax amount', 'amount', 140),
];

/** The taxes of a period, as a return asks for them. */
export function TaxesView() {
  const { params } = useAddressParams();
  const used = usePeriod('last-quarter');
  const basis = readBasis(params);
  const query = useQuery(
    orpc.reports.taxes.queryOptions({
      input: { basis, ...used.range },
      enabled: used.valid,
      placeholderData: keepPreviousData,
      staleTime: FRESH_FOR,
    }),
  );
  return (
    <>
      <PeriodBar
        used={used}
        file="taxes"
        asked={{ basis }}
        empty={query.data?.currencies.length === 0}
      >
        <BasisChoice value={basis} />
      </PeriodBar>
      <ReportBody
        query={query}
        figures={['Tax']}
        isEmpty={({ currencies }) => currencies.length === 0}
        empty="No invoice, payment or credit note bears on the tax of this period."
      >
        {(report) => <Report report={report} />}
      </ReportBody>
    </>
  );
}

function Report({ report: { basis, currencies } }: { report: TaxReport }) {
  const rows = currencies.flatMap(({ currency, rows: taxes }) =>
    taxes.map((tax): Row => ({ ...tax, currency })),
  );
  const phone = useIsPhone();
  const sums = currencies.map(({ amount, currency }) => money(amount, currency));
  return (
    <>
      <StatStrip
        label="Summary"
        figures={[sumStat(basis === 'cash' ? 'Tax received' : 'Tax invoiced', sums)]}
      />
      {isFilled(currencies) && (
        <FiguresChart
          key={basis}
          title="Base and tax by rate"
          unit="rate"
          series={[
            { name: 'Base', tone: 'outline' },
            { name: 'Tax', tone: 'main' },
          ]}
          currencies={currencies}
          groups={taxGroups}
        />
      )}
      <ReportCard note={NOTES[basis]}>
        {phone ? (
          <TaxCards rows={rows} />
        ) : (
          <DataTable
            label="Tax by rate"
            columns={COLUMNS}
            rows={rows}
            rowKey={makeKey}
            foot={
              <TableTotal
                columns={COLUMNS}
                words="Tax in all"
                sums={[<FootSums key="tax" sums={sums} />]}
              />
            }
          />
        )}
      </ReportCard>
    </>
  );
}

const TaxCards = ({ rows }: { rows: readonly Row[] }) => (
  <RowCards label="Tax by rate">
    {rows.map((row) => (
      <RowCard
        key={makeKey(row)}
        name={formatTax(row)}
        amount={formatMoney(money(row.amount, row.currency))}
        below={row.category && formatCategory(row)}
        end={`of ${formatMoney(money(row.base, row.currency))}`}
      />
    ))}
  </RowCards>
);

const taxGroups = ({ currency, rows }: TaxReport['currencies'][number]): ChartGroup[] =>
  rows.map((row) => ({
    key: `${row.name} ${row.rate} ${row.category}`,
    label:
      row.name === ''
        ? 'No tax'
        : `${formatRate(row.rate)}%${row.category === 'S' ? '' : ` ${row.category ?? ''}`}`,
    name: formatTax(row),
    // Only the height of a bar: the words carry the cents.
    values: [Number(row.base), Number(row.amount)],
    words: [row.base, row.amount].map((amount) => formatMoney(money(amount, currency))),
  }));
