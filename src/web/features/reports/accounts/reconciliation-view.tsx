import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Fragment, useEffect, useRef } from 'react';
import { Link } from 'react-router';
import { formatDate } from '../../../../shared/dates/calendar-date.ts';
import { isZero } from '../../../../shared/money/decimal.ts';
import { formatMoney, money } from '../../../../shared/money/money.ts';
import type { Reconciliation } from '../../../../shared/reports/account-report.contract.ts';
import type { ReconciliationLine } from '../../../../shared/reports/reconciliation-lines.ts';
import {
  LINE_LABELS,
  RECONCILIATION_LINES,
} from '../../../../shared/reports/reconciliation-lines.ts';
import { orpc } from '../../../lib/api.ts';
import { useAddressParams } from '../../../lib/use-address-params.ts';
import type { Column } from '../../../ui/data-table.tsx';
import { DataTable, TableTotal } from '../../../ui/data-table.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { StatStrip } from '../../../ui/stat-strip.tsx';
import { FiguresChart } from '../figures-chart.tsx';
import { ReportCard } from '../report-body.tsx';
import { readBars } from '../report-labels.ts';
import { amountColumn, footSums, sumStat } from '../sums.tsx';
import { EntriesList } from './entries-list.tsx';
import { PeriodReport, usePeriod } from './period-report.tsx';
import { stepNames } from './period.ts';

type Account = Reconciliation['currencies'][number];
interface Row {
  line: ReconciliationLine | undefined;
  label: string;
  amount: string;
  currency: string;
}

/** From what was owed when a period began to what is owed at its end. */
export function ReconciliationView() {
  const { params } = useAddressParams();
  const used = usePeriod('this-year');
  const query = useQuery(
    orpc.reports.reconciliation.queryOptions({ input: used.range, ...used.asked }),
  );
  const line = RECONCILIATION_LINES.find((each) => each === params.get('line'));
  const currency = params.get('currency') ?? '';
  return (
    <PeriodReport
      used={used}
      file="reconciliation"
      query={query}
      figures={['Opening balance', 'Closing balance']}
      empty="No invoices issued yet. The first one starts this account."
    >
      {({ from, to, currencies }) => (
        <>
          <StatStrip
            label="Summary"
            figures={[
              sumStat('Opening balance', sumBalances(currencies, 'opening'), formatDate(from)),
              sumStat('Closing balance', sumBalances(currencies, 'closing'), formatDate(to)),
            ]}
          />
          <FiguresChart
            title="Closing balance by month"
            unit="month"
            series={[
              { name: 'Owed', tone: 'main' },
              { name: 'Credit', tone: 'out', beneath: true },
            ]}
            currencies={currencies}
            groups={({ months, currency: drawn }) =>
              months.map(({ closing, ...month }) => ({
                key: month.from,
                ...stepNames(month, 'month', to),
                ...readBars(splitBySign(closing), drawn),
              }))
            }
          />
          {currencies.map((account) => (
            <Fragment key={account.currency}>
              <AccountCard account={account} params={params} />
              {line && account.currency === currency && (
                <Drilled key={line}>
                  <Panel title={`${LINE_LABELS[line]}, entry by entry`}>
                    <EntriesList
                      label={LINE_LABELS[line]}
                      range={{ from, to }}
                      line={line}
                      currency={currency}
                    />
                  </Panel>
                </Drilled>
              )}
            </Fragment>
          ))}
        </>
      )}
    </PeriodReport>
  );
}

/** What a line is made of comes into view when it is asked for. */
function Drilled({ children }: { children: ReactNode }) {
  const here = useRef<HTMLDivElement>(null);
  useEffect(() => {
    here.current?.scrollIntoView({ block: 'center' });
  }, []);
  return <div ref={here}>{children}</div>;
}

const sumBalances = (accounts: readonly Account[], name: 'opening' | 'closing') =>
  accounts.map((account) => money(account[name], account.currency));

function AccountCard({ account, params }: { account: Account; params: URLSearchParams }) {
  const { currency, opening, lines, closing } = account;
  const entriesPath = ({ line, amount }: Row) => {
    if (!line || isZero(amount)) return undefined;
    const next = new URLSearchParams(params);
    next.set('line', line);
    next.set('currency', currency);
    return `?${next}`;
  };
  const rows: Row[] = [
    { line: undefined, label: 'Opening balance', amount: opening, currency },
    ...lines.map(({ line, amount }) => ({ line, label: LINE_LABELS[line], amount, currency })),
  ];
  const columns: readonly Column<Row>[] = [
    {
      title: `Account in ${currency}`,
      kind: 'name',
      render: (row) => {
        const to = entriesPath(row);
        return to === undefined ? (
          row.label
        ) : (
          <Link to={to} preventScrollReset>
            {row.label}
          </Link>
        );
      },
    },
    amountColumn('Amount', ({ amount }) => amount),
  ];
  return (
    <ReportCard note={<TodayNote account={account} />}>
      <DataTable
        label={`Reconciliation in ${currency}`}
        columns={columns}
        rows={rows}
        rowKey={({ label }) => label}
        rowTo={entriesPath}
        foot={
          <TableTotal
            columns={columns}
            words="Closing balance"
            sums={footSums([[money(closing, currency)]])}
          />
        }
      />
    </ReportCard>
  );
}

/** What the balances say that stand on invoices and payments. */
function TodayNote({ account: { currency, closing, today } }: { account: Account }) {
  const sum = (amount: string) => formatMoney(money(amount, currency));
  if (!today) return <>Each line is the sum of its entries. Open it to see them.</>;
  const { openInvoices, credit, datedLater } = today;
  const later = isZero(datedLater) ? '' : ` and ${sum(datedLater)} that is dated later`;
  return (
    <>
      Today {sum(openInvoices)} is open on invoices. Less {sum(credit)} of unapplied credit
      {later}, that is the closing balance of {sum(closing)}.
    </>
  );
}

/** What is owed, and what is credit: one of them is nothing. */
const splitBySign = (balance: string): [string, string] =>
  balance.startsWith('-') ? ['0', balance.replace('-', '')] : [balance, '0'];
