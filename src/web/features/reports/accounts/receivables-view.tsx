import { useQuery } from '@tanstack/react-query';
import { AGE_LABELS, AGES } from '../../../../shared/customers/ageing.ts';
import { formatDate } from '../../../../shared/dates/calendar-date.ts';
import { formatMoney, isPositive, money, subtractMoney } from '../../../../shared/money/money.ts';
import type { Aged, AgedCustomer } from '../../../../shared/reports/account-report.contract.ts';
import { receivablesQuery } from '../../../../shared/reports/account-report.contract.ts';
import { partyNames } from '../../../documents/party-names.ts';
import { orpc } from '../../../lib/api.ts';
import { useAddressParams } from '../../../lib/use-address-params.ts';
import type { Column } from '../../../ui/data-table.tsx';
import { TableTotal } from '../../../ui/data-table.tsx';
import { DateField } from '../../../ui/date-field.tsx';
import { RowList } from '../../../ui/row-list.tsx';
import { StatStrip } from '../../../ui/stat-strip.tsx';
import { exportAccounts } from '../export-report.ts';
import { FiguresChart } from '../figures-chart.tsx';
import { ReportBar } from '../report-bar.tsx';
import { askWhile, MoreCustomers, ReportBody, ReportCard } from '../report-body.tsx';
import { CUSTOMER_NAME, customerPath } from '../report-columns.tsx';
import { readBars } from '../report-labels.ts';
import { amountColumn, footSums, formatAmount, sumStat } from '../sums.tsx';

const COLUMNS: readonly Column<AgedCustomer>[] = [
  CUSTOMER_NAME,
  ...AGES.map((age) =>
    amountColumn<AgedCustomer>(AGE_LABELS[age], (row) => row[age], {
      sparse: true,
      // Where there is no room for each, what asks for nothing yet and what is late the longest stay.
      ...(age !== 'notDue' && age !== 'over90Days' && { roomy: 'much' }),
    }),
  ),
  amountColumn('Open', ({ open }) => open, { sparse: true }),
];

const computeOverdue = ({ open, notDue, currency }: Aged) =>
  subtractMoney(money(open, currency), money(notDue, currency));

/** What customers owe, by how long it has been due. */
export function ReceivablesView() {
  const { params, change } = useAddressParams();
  const asked = params.get('asOf') ?? undefined;
  const parsed = receivablesQuery.safeParse({ asOf: asked });
  const fault = parsed.error?.issues[0]?.message;
  const query = useQuery(
    orpc.reports.receivables.queryOptions({ input: { asOf: asked }, ...askWhile(parsed.success) }),
  );
  const { data } = query;
  return (
    <>
      <ReportBar
        save={() => exportAccounts('receivables', { asOf: asked })}
        empty={data?.customerCount === 0}
        disabled={!parsed.success}
      >
        <DateField
          label="As of"
          className="mr-auto w-50"
          value={asked ?? data?.asOf ?? ''}
          error={fault}
          onChange={(day) => change({ asOf: day })}
        />
      </ReportBar>
      <ReportBody
        query={query}
        figures={['Open', 'Overdue', 'Credit', 'Balance']}
        isEmpty={({ customerCount }) => customerCount === 0}
        empty="No customer owed anything or had credit on that day."
      >
        {({ asOf, currencies, customers, customerCount }) => {
          const sums = (name: 'credit' | 'balance' | keyof typeof AGE_LABELS | 'open') =>
            currencies.map((each) => money(each[name], each.currency));
          return (
            <>
              <StatStrip
                label="Summary"
                figures={[
                  sumStat('Open', sums('open'), `on ${formatDate(asOf)}`),
                  sumStat('Overdue', currencies.map(computeOverdue)),
                  sumStat('Credit', sums('credit'), 'not applied to an invoice'),
                  sumStat('Balance', sums('balance'), 'as in the reconciliation'),
                ]}
              />
              <FiguresChart
                key={asOf}
                title="Open by age"
                unit="age"
                series={[{ name: 'Open', tone: 'main' }]}
                currencies={currencies}
                groups={(figures) =>
                  AGES.map((age) => ({
                    key: age,
                    label: AGE_LABELS[age].replace(' days', ''),
                    name: AGE_LABELS[age],
                    ...readBars([figures[age]], figures.currency),
                  }))
                }
              />
              <ReportCard
                note={`What was open at the end of ${formatDate(asOf)}, by the due dates that invoices and their installments have now.`}
              >
                <RowList
                  label="Open by customer"
                  columns={COLUMNS}
                  rows={customers}
                  rowKey={(row) => `${row.customerId} ${row.currency}`}
                  rowTo={customerPath}
                  card={toCard}
                  foot={
                    <TableTotal
                      columns={COLUMNS}
                      words="All customers"
                      sums={footSums([...AGES, 'open' as const].map(sums))}
                    />
                  }
                />
                <MoreCustomers shown={customers} count={customerCount} />
              </ReportCard>
            </>
          );
        }}
      </ReportBody>
    </>
  );
}

function toCard(row: AgedCustomer) {
  const { main, beside } = partyNames(row);
  const overdue = computeOverdue(row);
  return {
    name: main,
    amount: formatAmount(row.open, row.currency),
    below: beside,
    end: isPositive(overdue) ? `${formatMoney(overdue)} overdue` : 'Not due',
  };
}
