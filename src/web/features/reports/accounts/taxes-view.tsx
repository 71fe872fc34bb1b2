import { useQuery } from '@tanstack/react-query';
import { countryName } from '../../../../shared/countries/countries.ts';
import { formatPercent } from '../../../../shared/documents/sheet-figures.ts';
import type { Money } from '../../../../shared/money/money.ts';
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
import { Panel } from '../../../ui/panel.tsx';
import { RowList } from '../../../ui/row-list.tsx';
import type { Stat } from '../../../ui/stat-strip.tsx';
import { StatNote, StatStrip } from '../../../ui/stat-strip.tsx';
import { useIsPhone } from '../../../ui/use-is-phone.ts';
import { FiguresChart } from '../figures-chart.tsx';
import { ReportCard } from '../report-body.tsx';
import { readBars } from '../report-labels.ts';
import { amountColumn, footSums, formatAmount, PhoneTotal, sumStat } from '../sums.tsx';
import { BasisChoice, PeriodReport, useBasis, usePeriod } from './period-report.tsx';

type Row = TaxRow & { currency: string };

const NOTES: Record<Basis, string> = {
  accrual:
    'Invoices by the date of supply or the end of the service period where they have one, else by their issue date. Revisions, deletions and credit notes count on the day on which they happened.',
  cash: 'The part of each tax that has been paid, in proportion to what was paid on its invoice. Refunds lower the period in which they were made.',
};

const formatTax = ({ name, rate }: TaxRow) =>
  name === '' ? 'No tax' : `${name} ${formatPercent(rate)}`;
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

function Report({ report }: { report: TaxReport }) {
  const { basis, currencies } = report;
  const figure = basis === 'cash' ? 'Tax received' : 'Tax invoiced';
  const countries = listCountries(report);
  const isAbroad = countries.some(({ country }) => country !== report.country);
  const chart = (
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
        taxes.map((tax) => {
          const other = tax.country === report.country ? null : tax.country;
          return {
            key: `${tax.name} ${tax.rate} ${tax.category} ${tax.country}`,
            label: `${nameBar(tax)}${other ? ` ${other}` : ''}`,
            name: `${formatTax(tax)}${other ? `, ${countryName(other)}` : ''}`,
            ...readBars([tax.base, tax.amount], currency),
          };
        })
      }
    />
  );
  if (!isAbroad) {
    const [own] = countries;
    return (
      <>
        <StatStrip label="Summary" figures={[sumStat(figure, own?.sums ?? [])]} />
        {chart}
        <ReportCard note={NOTES[basis]}>{own && <Taxes {...own} label="Tax by rate" />}</ReportCard>
      </>
    );
  }
  // Taxes of several countries have no sum: each is declared where it is owed.
  return (
    <>
      <div>
        <StatStrip label="Summary" figures={countryStats(figure, countries)} />
        <StatNote>{NOTES[basis]}</StatNote>
      </div>
      {chart}
      {countries.map((one) => (
        <Panel key={one.country} title={nameCountry(one.country)}>
          <Taxes {...one} label={`Tax by rate, ${nameCountry(one.country)}`} />
        </Panel>
      ))}
    </>
  );
}

interface CountryTaxes {
  country: string | null;
  rows: Row[];
  sums: Money[];
}

/** The business's own country first, the others by name. */
function listCountries({ country: own, currencies }: TaxReport): CountryTaxes[] {
  const all = new Set(currencies.flatMap(({ countries }) => countries.map((one) => one.country)));
  return [...all]
    .sort(
      (a, b) =>
        Number(b === own) - Number(a === own) || nameCountry(a).localeCompare(nameCountry(b), 'en'),
    )
    .map((country) => ({
      country,
      rows: currencies.flatMap(({ currency, rows }) =>
        rows.filter((row) => row.country === country).map((row): Row => ({ ...row, currency })),
      ),
      sums: currencies.flatMap(({ currency, countries }) =>
        countries
          .filter((one) => one.country === country)
          .map(({ amount }) => money(amount, currency)),
      ),
    }));
}

/** Figures that a strip has room for; the total of each country stands beneath its rows. */
const MOST_FIGURES = 4;

function countryStats(figure: string, countries: readonly CountryTaxes[]): Stat[] {
  const more = countries.length > MOST_FIGURES ? countries.length - MOST_FIGURES + 1 : 0;
  const stats = countries
    .slice(0, countries.length - more)
    .map(({ country, sums }) => sumStat(nameCountry(country), sums, figure));
  return more === 0
    ? stats
    : [...stats, { label: 'More countries', value: more, below: 'Totals below' }];
}

const nameCountry = (country: string | null) =>
  country === null ? 'Your country' : countryName(country);

function Taxes({ rows, sums, label }: CountryTaxes & { label: string }) {
  const phone = useIsPhone();
  return (
    <>
      <RowList
        label={label}
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
      {phone && <PhoneTotal words="Total tax" sums={sums} />}
    </>
  );
}

/** Where there is room for a rate alone; its category beside it unless that is the usual one. */
function nameBar({ name, rate, category }: TaxRow): string {
  if (name === '') return 'No tax';
  return `${formatPercent(rate)}${category === 'S' ? '' : ` ${category ?? ''}`}`;
}
