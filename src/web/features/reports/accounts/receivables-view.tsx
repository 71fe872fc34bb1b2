import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { Age } from '../../../../shared/customers/ageing.ts';
import { AGE_LABELS, AGES } from '../../../../shared/customers/ageing.ts';
import { formatDate } from '../../../../shared/dates/calendar-date.ts';
import { formatMoney, isPositive, money, subtractMoney } from '../../../../shared/money/money.ts';
import type { Aged, AgedCustomer } from '../../../../shared/reports/account-report.contract.ts';
import { receivablesQuery } from '../../../../shared/reports/account-report.contract.ts';
import { partyNames } from '../../../documents/party-names.ts';
import { orpc } from '../../../lib/api.ts';
import { useAddressParams } from '../../../lib/use-address-params.ts';
import type { ChartGroup } from '../../../ui/bar-chart.tsx';
import type { Column } from '../../../ui/data-table.tsx';
import { DataTable, TableTotal } from '../../../ui/data-table.tsx';
import { DateField } from '../../../ui/date-field.tsx';
import { RowCard, RowCards } from '../../../ui/row-card.tsx';
import { StatStrip } from '../../../ui/stat-strip.tsx';
import { useIsPhone } from '../../../ui/use-is-phone.ts';
import { ExportButton } from '../export-button.tsx';
import { exportAccounts } from '../export-report.ts';
import { FiguresChart } from '../figures-chart.tsx';
import { customerPath } from '../report-columns.tsx';
import { ReportNav } from '../report-nav.tsx';
import { CUSTOMER_NAME, MoreCustomers } from './customer-column.tsx';
import classes from './period-bar.module.css';
import { FRESH_FOR, ReportBody, ReportCard } from './report-body.tsx';
import { Amount, FootSums, isFilled, sumStat } from './sums.tsx';

const FIGURES = ['Open', 'Overdue', 'Credit', 'Balance'] as const;

const amountColumn = (
  title: string,
  name: Age | 'open',
  more: Partial<Column<AgedCustomer>> = {},
): Column<AgedCustomer> => ({
  title,
  kind: 'amount',
  width: 128,
  render: (row) => <Amount sum={money(row[name], row.currency)} />,
  ...more,
});
const COLUMNS: readonly Column<AgedCustomer>[] = [
  CUSTOMER_NAME,
  ...AGES.map((age) => amountColumn(AGE_LABELS[age], age, { width: 116, roomy: true })),
  amountColumn('Open', 'open'),
];

const computeOverdue = ({ open, notDue, currency }: Aged) =>
  subtractMoney(money(open, currency), money(notDue, currency));

/** What customers owe, by how long it has been due. */
export function ReceivablesView() {
  const phone = useIsPhone();
  const { params, change } = useAddressParams();
  const asked = params.get('asOf') ?? undefined;
  const parsed = receivablesQuery.safeParse({ asOf: asked });
  const fault = parsed.error?.issues[0]?.message;
  const query = useQuery(
    orpc.reports.receivables.queryOptions({
      input: { asOf: asked },
      enabled: parsed.success,
      placeholderData: keepPreviousData,
      staleTime: FRESH_FOR,
    }),
  );
  const { data } = query;
  return (
    <>
      <ReportNav />
      <div className={classes.bar}>
        <DateField
          label="As of"
          className={classes.day}
          value={asked ?? data?.asOf ?? ''}
          error={fault}
          onChange={(day) => change({ asOf: day })}
        />
        <ExportButton
          save={() => exportAccounts('receivables', { asOf: asked })}
          empty={data?.customerCount === 0}
          disabled={!parsed.success}
        />
      </div>
      <ReportBody
        query={query}
        figures={FIGURES}
        isEmpty={({ customerCount }) => customerCount === 0}
        empty="Nobody owed anything on that day, and nobody had credit."
      >
        {({ asOf, currencies, customers, customerCount }) => (
          <>
            <StatStrip
              label="Summary"
              figures={[
                sumStat(
                  'Open',
                  currencies.map((each) => money(each.open, each.currency)),
                  `on ${formatDate(asOf)}`,
                ),
                sumStat('Overdue', currencies.map(computeOverdue)),
                sumStat(
                  'Credit',
                  currencies.map((each) => money(each.credit, each.currency)),
                  'not applied to an invoice',
                ),
                sumStat(
                  'Balance',
                  currencies.map((each) => money(each.balance, each.currency)),
                  'as in the reconciliation',
                ),
              ]}
            />
            {isFilled(currencies) && (
              <FiguresChart
                key={asOf}
                title="Open by age"
                unit="age"
                series={[{ name: 'Open', tone: 'main' }]}
                currencies={currencies}
                groups={ageGroups}
              />
            )}
            <ReportCard
              note={`What was open at the end of ${formatDate(asOf)}, by the due dates that invoices and their installments have now.`}
            >
              <Customers customers={customers} currencies={currencies} phone={phone} />
              <MoreCustomers shown={customers} count={customerCount} />
            </ReportCard>
          </>
        )}
      </ReportBody>
    </>
  );
}

const ageGroups = (figures: Aged): ChartGroup[] =>
  AGES.map((age) => ({
    key: age,
    label: AGE_LABELS[age].replace(' days', ''),
    name: AGE_LABELS[age],
    // Only the height of a bar: the words carry the cents.
    values: [Number(figures[age])],
    words: [formatMoney(money(figures[age], figures.currency))],
  }));

function Customers({
  customers,
  currencies,
  phone,
}: {
  customers: readonly AgedCustomer[];
  currencies: readonly Aged[];
  phone: boolean;
}) {
  const label = 'Open by customer';
  if (phone) {
    return (
      <RowCards label={label}>
        {customers.map((row) => (
          <RowCard
            key={`${row.customerId} ${row.currency}`}
            to={customerPath(row)}
            name={partyNames(row).main}
            amount={formatMoney(money(row.open, row.currency))}
            below={partyNames(row).beside}
            end={
              isPositive(computeOverdue(row))
                ? `${formatMoney(computeOverdue(row))} overdue`
                : 'Not due'
            }
          />
        ))}
      </RowCards>
    );
  }
  const sums = [...AGES, 'open' as const].map((name) =>
    currencies.map((each) => money(each[name], each.currency)),
  );
  return (
    <DataTable
      label={label}
      columns={COLUMNS}
      rows={customers}
      rowKey={(row) => `${row.customerId} ${row.currency}`}
      rowTo={customerPath}
      foot={
        <TableTotal
          columns={COLUMNS}
          words="All customers"
          sums={sums.map((each, index) => <FootSums key={AGES[index] ?? 'open'} sums={each} />)}
        />
      }
    />
  );
}
