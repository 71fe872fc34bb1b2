import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { formatDate } from '../../../../shared/dates/calendar-date.ts';
import { formatMoney, money } from '../../../../shared/money/money.ts';
import { LEDGER_ENTRY_LABELS } from '../../../../shared/payments/ledger-entry.ts';
import type { Entries, EntryItem } from '../../../../shared/reports/account-report.contract.ts';
import type { ReconciliationLine } from '../../../../shared/reports/reconciliation-lines.ts';
import { partyNames } from '../../../documents/party-names.ts';
import { loadFailure } from '../../../lib/api-error.ts';
import { orpc } from '../../../lib/api.ts';
import type { Column } from '../../../ui/data-table.tsx';
import { DataTableSkeleton } from '../../../ui/data-table.tsx';
import { LoadMore } from '../../../ui/load-more.tsx';
import { PageError } from '../../../ui/page-error.tsx';
import { RowList } from '../../../ui/row-list.tsx';
import { FRESH_FOR } from '../report-body.tsx';
import { customerPath, invoicePath } from '../report-columns.tsx';
import { amountColumn } from '../sums.tsx';

const PAGE = 100;

interface Props {
  label: string;
  range: { from: string; to: string };
  line: ReconciliationLine | 'losses';
  currency?: string;
  /** The amount of an entry that is shown; as it changes what is owed unless told. */
  readAmount?: (entry: EntryItem) => string;
}

function entryPath({ creditNoteId, invoiceId, customerId }: EntryItem): string {
  if (creditNoteId !== null) return `/credit-notes/${creditNoteId}`;
  return invoiceId === null ? customerPath({ customerId }) : invoicePath({ invoiceId });
}
const entryNumber = ({ creditNoteNumber, invoiceNumber }: EntryItem): string =>
  creditNoteNumber || invoiceNumber || 'On account';

const columnsWith = (readAmount: (entry: EntryItem) => string): readonly Column<EntryItem>[] => [
  { title: 'Date', kind: 'date', width: 140, render: ({ date }) => formatDate(date) },
  { title: 'Entry', width: 190, roomy: true, render: ({ type }) => LEDGER_ENTRY_LABELS[type] },
  { title: 'Customer', render: (row) => <bdi>{partyNames(row).main}</bdi> },
  {
    title: 'Document',
    width: 150,
    kind: 'name',
    render: (row) => <Link to={entryPath(row)}>{entryNumber(row)}</Link>,
  },
  { title: 'Reason', roomy: 'much', render: ({ reason }) => (reason ? <bdi>{reason}</bdi> : '—') },
  amountColumn('Amount', readAmount),
];

/** The entries that a figure is the sum of, newest first. */
export function EntriesList({
  label,
  range,
  line,
  currency,
  readAmount = ({ amount }) => amount,
}: Props) {
  const list = useInfiniteQuery(
    orpc.reports.entries.infiniteOptions({
      input: (cursor: string | undefined) => ({
        ...range,
        line,
        ...(currency === undefined ? {} : { currency }),
        limit: PAGE,
        ...(cursor === undefined ? {} : { cursor }),
      }),
      initialPageParam: undefined as string | undefined,
      getNextPageParam: ({ nextCursor }: Entries) => nextCursor ?? undefined,
      staleTime: FRESH_FOR,
    }),
  );
  const columns = columnsWith(readAmount);
  if (!list.data) {
    return list.isError ? (
      <PageError title="The entries could not be loaded" {...loadFailure(list)} />
    ) : (
      <DataTableSkeleton columns={columns} rows={4} words="Loading the entries..." />
    );
  }
  const entries = list.data.pages.flatMap((page) => page.entries);
  return (
    <>
      <RowList
        label={label}
        columns={columns}
        rows={entries}
        rowKey={({ id }) => id}
        rowTo={entryPath}
        card={(entry) => ({
          name: partyNames(entry).main,
          amount: formatMoney(money(readAmount(entry), entry.currency)),
          below: `${entryNumber(entry)} · ${formatDate(entry.date)}`,
          end: LEDGER_ENTRY_LABELS[entry.type],
        })}
      />
      <LoadMore list={list} />
    </>
  );
}
