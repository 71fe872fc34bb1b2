import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import type {
  StatementAccount,
  StatementEntry,
} from '../../../shared/customers/customer-account.contract.ts';
import { describeEntry } from '../../../shared/customers/statement-document.ts';
import { formatDate, parseCalendarDate } from '../../../shared/dates/calendar-date.ts';
import { isPeriodName, PERIODS, resolvePeriod } from '../../../shared/dates/named-periods.ts';
import { formatMoney, money } from '../../../shared/money/money.ts';
import { useBusiness } from '../../documents/use-business.ts';
import { ApiError, loadFailure } from '../../lib/api-error.ts';
import { orpc } from '../../lib/api.ts';
import { Button } from '../../ui/button.tsx';
import type { Column } from '../../ui/data-table.tsx';
import { DataTableSkeleton, TableTotal } from '../../ui/data-table.tsx';
import { DateField } from '../../ui/date-field.tsx';
import { IconDownload, IconFileText, IconMail } from '../../ui/icons.ts';
import { PageError } from '../../ui/page-error.tsx';
import { PanelNote } from '../../ui/panel.tsx';
import { RowList } from '../../ui/row-list.tsx';
import { SelectField } from '../../ui/text-field.tsx';
import { useIsPhone } from '../../ui/use-is-phone.ts';
import { AccountNote } from './account-figures.tsx';

/** So many rows at once: a page of thousands would be slow to draw. */
const AT_ONCE = 200;

interface Props {
  customerId: number;
  onSend: () => void;
}

interface TypedPeriod {
  from?: string;
  to?: string;
}

/** What a statement is of where nobody says. */
const USUAL = 'usual';
const OTHER = 'other';
const PERIOD_OPTIONS = [
  { value: USUAL, label: 'Last 12 months' },
  ...Object.entries(PERIODS).map(([value, label]) => ({ value, label })),
  { value: OTHER, label: 'Other dates' },
];

function chosenName({ from, to }: TypedPeriod, today: string): string {
  if (from === undefined && to === undefined) return USUAL;
  const names = Object.keys(PERIODS).filter(isPeriodName);
  const same = names.find((name) => {
    const range = resolvePeriod(name, today);
    return range.from === from && range.to === to;
  });
  return same ?? OTHER;
}

/** What happened to the account in a period, to look at, to keep and to send. */
export function StatementPanel({ customerId, onSend }: Props) {
  const { today } = useBusiness();
  const [typed, setTyped] = useState<TypedPeriod>({});
  const period = {
    ...(isDate(typed.from) ? { from: typed.from } : {}),
    ...(isDate(typed.to) ? { to: typed.to } : {}),
  };
  const input = { id: customerId, ...period };
  const read = useQuery(
    orpc.customerAccounts.statement.queryOptions({ input, placeholderData: keepPreviousData }),
  );
  const { data, error } = read;
  const faults = new Map(
    (error instanceof ApiError ? error.fields : []).map(({ path, message }) => [path, message]),
  );
  const fault = (name: 'from' | 'to') =>
    typed[name] === undefined || isDate(typed[name]) ? faults.get(name) : 'Enter a date';
  const failed = read.isError && faults.size === 0;
  return (
    <>
      <div className="flex flex-wrap items-end gap-3 px-5 py-4 max-md:px-4">
        <SelectField
          label="Period"
          className="flex-[0_1_168px] max-md:flex-[1_1_140px]"
          options={PERIOD_OPTIONS}
          value={chosenName(typed, today)}
          onChange={({ target: { value } }) => {
            if (value === USUAL) setTyped({});
            else if (isPeriodName(value)) setTyped(resolvePeriod(value, today));
            else setTyped({ from: typed.from ?? data?.from ?? '', to: typed.to ?? data?.to ?? '' });
          }}
        />
        <DateField
          label="From"
          className="flex-[0_1_168px] max-md:flex-[1_1_140px]"
          value={typed.from ?? data?.from ?? ''}
          error={fault('from')}
          onChange={(from) => setTyped({ ...typed, from })}
        />
        <DateField
          label="To"
          className="flex-[0_1_168px] max-md:flex-[1_1_140px]"
          value={typed.to ?? data?.to ?? ''}
          error={fault('to')}
          onChange={(to) => setTyped({ ...typed, to })}
        />
        <div className="flex flex-auto flex-wrap justify-end gap-2 max-md:w-full max-md:*:flex-1">
          <Button
            icon={IconFileText}
            href={buildFileAddress(customerId, 'pdf', period)}
            target="_blank"
          >
            PDF
          </Button>
          <Button icon={IconDownload} href={buildFileAddress(customerId, 'csv', period)}>
            CSV
          </Button>
          <Button icon={IconMail} writes onClick={onSend}>
            Send
          </Button>
        </div>
      </div>
      {failed && <PageError title="The statement could not be loaded" {...loadFailure(read)} />}
      {!data && !read.isError && <DataTableSkeleton columns={COLUMNS('')} rows={4} />}
      {data &&
        !failed &&
        data.accounts.map((account) => (
          <Entries
            key={account.currency}
            account={account}
            period={data}
            named={data.accounts.length > 1}
            busy={read.isPlaceholderData || read.isError}
          />
        ))}
    </>
  );
}

const isDate = (text: string | undefined): text is string =>
  text !== undefined && parseCalendarDate(text) === text;

const COLUMNS = (currency: string): Column<StatementEntry>[] => {
  const shown = (amount: string | null) =>
    amount === null ? '' : formatMoney(money(amount, currency));
  return [
    { title: 'Date', width: 128, kind: 'date', render: ({ date }) => formatDate(date) },
    { title: 'Entry', kind: 'name', render: (entry) => <Entry entry={entry} /> },
    { title: 'Debit', kind: 'amount', render: ({ debit }) => shown(debit) },
    { title: 'Credit', kind: 'amount', render: ({ credit }) => shown(credit) },
    { title: 'Balance', kind: 'amount', render: ({ balance }) => shown(balance) },
  ];
};

/** The document that an entry is about; undefined for money on account. */
function entryPath({ creditNoteId, invoiceId }: StatementEntry): string | undefined {
  if (creditNoteId !== null) return `/credit-notes/${creditNoteId}`;
  return invoiceId === null ? undefined : `/invoices/${invoiceId}`;
}

/** Where a statement is as a file. */
function buildFileAddress(customerId: number, ending: 'pdf' | 'csv', period: TypedPeriod): string {
  const query = new URLSearchParams({ ...period }).toString();
  return `/api/customers/${customerId}/statement.${ending}${query && `?${query}`}`;
}

function Entry({ entry }: { entry: StatementEntry }) {
  const words = describeEntry(entry);
  const path = entryPath(entry);
  return path === undefined ? <bdi>{words}</bdi> : <Link to={path}>{words}</Link>;
}

interface EntriesProps {
  account: StatementAccount;
  period: { from: string; to: string };
  named: boolean;
  busy: boolean;
}

/** In one currency. */
function Entries({ account, period, named, busy }: EntriesProps) {
  const { currency, entries, openingBalance, closingBalance, debits, credits } = account;
  const phone = useIsPhone();
  const [most, setMost] = useState(AT_ONCE);
  const shown = entries.slice(0, most);
  const sum = (amount: string) => formatMoney(money(amount, currency));
  const columns = COLUMNS(currency);
  return (
    <>
      <AccountNote>
        {named && `In ${currency}. `}Opening balance on {formatDate(period.from)}:{' '}
        <b>{sum(openingBalance)}</b>
      </AccountNote>
      {entries.length === 0 && <PanelNote>No activity in this period.</PanelNote>}
      <RowList
        label={`Statement in ${currency}`}
        columns={columns}
        rows={shown}
        rowKey={({ id }) => id}
        rowTo={entryPath}
        busy={busy}
        foot={
          <TableTotal
            columns={columns}
            words={`Closing balance on ${formatDate(period.to)}`}
            sums={[sum(debits), sum(credits), sum(closingBalance)]}
          />
        }
        card={(entry) => ({
          to: entryPath(entry) ?? '?show=payments',
          name: describeEntry(entry),
          amount: entry.debit === null ? `−${sum(entry.credit ?? '0')}` : sum(entry.debit),
          below: formatDate(entry.date),
          end: `Balance ${sum(entry.balance)}`,
        })}
      />
      {entries.length > most && (
        <div className="px-5 py-3">
          <Button variant="quiet" size="sm" onClick={() => setMost(most + AT_ONCE)}>
            Show more of {entries.length.toLocaleString('en-US')} entries
          </Button>
        </div>
      )}
      {phone && (
        <AccountNote>
          Closing balance on {formatDate(period.to)}: <b>{sum(closingBalance)}</b>
        </AccountNote>
      )}
    </>
  );
}
