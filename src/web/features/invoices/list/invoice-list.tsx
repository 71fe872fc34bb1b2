import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useCallback, useMemo, useState } from 'react';
import { useNavigate } from 'react-router';
import { INVOICE_STANDING_LABELS } from '../../../../shared/invoices/invoice-status.ts';
import type { Invoice } from '../../../../shared/invoices/invoice.contract.ts';
import { USUAL_SORT } from '../../../../shared/lists/list-sorts.ts';
import type { IndexPlace } from '../../../documents/document-index.tsx';
import { FilterButton } from '../../../documents/filter/filter-button.tsx';
import { FilterChips, SortNote } from '../../../documents/filter/filter-chips.tsx';
import { DOCUMENT_FILTERS } from '../../../documents/filter/list-filter.ts';
import { NothingFound } from '../../../documents/filter/nothing-found.tsx';
import { useListFilter } from '../../../documents/filter/use-list-filter.ts';
import { useBusiness } from '../../../documents/use-business.ts';
import { loadFailure } from '../../../lib/api-error.ts';
import { flattenPages } from '../../../lib/list-pages.ts';
import { Button } from '../../../ui/button.tsx';
import { cx } from '../../../ui/cx.ts';
import { IconPlus } from '../../../ui/icons.ts';
import { ListToolbar } from '../../../ui/list-toolbar.tsx';
import { LoadMore } from '../../../ui/load-more.tsx';
import { PageError } from '../../../ui/page-error.tsx';
import { SegmentedControl } from '../../../ui/segmented-control.tsx';
import { SearchField } from '../../../ui/text-field.tsx';
import { useIsPhone, useIsSidebarNarrow } from '../../../ui/use-is-phone.ts';
import { useShortcut } from '../../../ui/use-shortcut.ts';
import { InvoiceDialogs, useInvoiceDialogs } from '../invoice-dialogs.tsx';
import { downloadPdf } from '../invoice-files.ts';
import { BulkBar, isPayable } from './bulk-bar.tsx';
import { CardsSkeleton, InvoiceCards } from './invoice-cards.tsx';
import type { ListedStatus, StatusFilter } from './invoice-records.ts';
import { invoiceRecords, toCallFilter } from './invoice-records.ts';
import { InvoiceTable } from './invoice-table.tsx';
import { ListFoot } from './list-foot.tsx';
import type { SummedAmount } from './month-groups.ts';
import { NoInvoices } from './no-invoices.tsx';
import { RowActionsProvider } from './row-actions.ts';
import { TableSkeleton } from './table-skeleton.tsx';

const FILTERS: readonly StatusFilter[] = ['all', ...invoiceRecords.statuses];
/** What a list is summed by where that is not the totals. */
const SUMMED: Partial<Record<StatusFilter, SummedAmount>> = {
  overdue: 'amountOverdue',
  written_off: 'amountWrittenOff',
};
/** Browsers drop downloads that begin all at once. */
const DOWNLOAD_EVERY_MS = 400;

interface Props extends IndexPlace<ListedStatus> {
  onEdit: (id: number) => void;
  onDuplicate: (id: number) => void;
  onAddCustomer: () => void;
}

/** The invoices page: filter, search, list and what can be done to its rows. */
export function InvoiceList({
  status,
  searching,
  onStatus,
  onClear,
  onCreate,
  onEdit,
  onDuplicate,
  onAddCustomer,
}: Props) {
  const phone = useIsPhone();
  // Some of the heads to sort by are closed where the table is narrow, and the phone has none.
  const sorts = useIsSidebarNarrow();
  const navigate = useNavigate();
  const { today, currency } = useBusiness();
  const used = useListFilter(DOCUMENT_FILTERS.invoice);
  const { sort = USUAL_SORT } = used.filter;
  const { text, setText, search } = searching;
  const queries = invoiceRecords.list(status, search, used.filter);
  const list = useInfiniteQuery(queries.pages);
  const { data: summary } = useQuery(queries.summary);
  const invoices = useMemo(() => flattenPages(list.data), [list.data]);
  const selection = useSelection(invoices);
  useShortcut('escape', () => {
    if (selection.ids.size === 0) return false;
    selection.clear();
    return true;
  });
  const { commands, dialogs, setPaying, setDeleting } = useInvoiceDialogs({
    edit: useCallback(({ id }: Invoice) => onEdit(id), [onEdit]),
    duplicate: useCallback(({ id }: Invoice) => onDuplicate(id), [onDuplicate]),
    onPaid: selection.clear,
    onDeleted: selection.clear,
  });
  const rowActions = useMemo(
    () => ({ ...commands, open: ({ id }: Invoice) => void navigate(`/invoices/${id}`) }),
    [commands, navigate],
  );

  const countIn = (filter: StatusFilter) => summary?.[toCallFilter(filter)].count;
  const filtered = status !== 'all' || search !== '' || used.narrowed;
  const empty = list.isSuccess && !list.isPlaceholderData && invoices.length === 0;
  const allChosen = selection.chosen.length > 0 && selection.chosen.length === invoices.length;
  const toggleAll = allChosen ? selection.clear : selection.chooseAll;

  return (
    <RowActionsProvider value={rowActions}>
      <ListToolbar
        search={
          <SearchField
            label="Search by number, customer or amount"
            placeholder="Number, customer or amount"
            value={text}
            onChange={setText}
          />
        }
        filter={<FilterButton used={used} sorts={sorts} />}
        action={
          // With nothing in the list, the first step stands in its middle.
          !phone &&
          !(empty && !filtered) && (
            <Button
              writes
              variant="primary"
              icon={IconPlus}
              data-preload="?new=1"
              onClick={onCreate}
            >
              Create Invoice
            </Button>
          )
        }
      />
      {/* The phone's months have room above them. */}
      <div className={cx('mb-4 flex', !empty && 'max-md:mb-0')}>
        <SegmentedControl
          label="Status"
          value={status}
          onChange={onStatus}
          segments={FILTERS.filter(
            // Most owners have never given anything up.
            (value) => value !== 'written_off' || value === status || (countIn(value) ?? 0) > 0,
          ).map((value) => ({
            value,
            label: value === 'all' ? 'All Invoices' : INVOICE_STANDING_LABELS[value],
            count: countIn(value),
          }))}
        />
      </div>
      <FilterChips used={used} sorts={sorts} />
      <SortNote used={used} sums={summary?.all.sums} />

      {list.isPending && (phone ? <CardsSkeleton /> : <TableSkeleton />)}
      {list.isError && !list.data && (
        <PageError title="Invoices could not be loaded" {...loadFailure(list)} />
      )}
      {empty &&
        (filtered ? (
          <NothingFound
            title="No invoices found."
            plural="invoices"
            search={search}
            status={status === 'all' ? undefined : INVOICE_STANDING_LABELS[status]}
            parts={used.parts}
            onClear={() => {
              setText('');
              onClear();
            }}
          />
        ) : (
          <NoInvoices today={today} onCreate={onCreate} onAddCustomer={onAddCustomer} />
        ))}
      {invoices.length > 0 &&
        (phone ? (
          <InvoiceCards
            invoices={invoices}
            hasMore={list.hasNextPage}
            today={today}
            currency={currency}
            sort={sort}
            summed={SUMMED[status] ?? 'total'}
            busy={list.isPlaceholderData}
          />
        ) : (
          <InvoiceTable
            invoices={invoices}
            sort={sort}
            onSort={(next) => {
              const { sort: _before, ...narrowing } = used.filter;
              used.change(next === USUAL_SORT ? narrowing : { ...narrowing, sort: next });
            }}
            total={countIn(status)}
            today={today}
            chosen={selection.ids}
            onToggle={selection.toggle}
            onToggleAll={toggleAll}
            busy={list.isPlaceholderData}
            bulk={
              selection.chosen.length > 0 && (
                <BulkBar
                  chosen={selection.chosen}
                  currency={currency}
                  all={allChosen}
                  onToggleAll={toggleAll}
                  onMarkPaid={() => setPaying(selection.chosen.filter(isPayable))}
                  onDownload={() =>
                    selection.chosen.forEach((invoice, index) => {
                      setTimeout(() => downloadPdf(invoice), index * DOWNLOAD_EVERY_MS);
                    })
                  }
                  onDelete={() => setDeleting(selection.chosen)}
                  onClear={selection.clear}
                />
              )
            }
            foot={
              !list.hasNextPage && (
                <ListFoot summary={summary} status={status} currency={currency} />
              )
            }
          />
        ))}
      <LoadMore list={list} hasMore={list.hasNextPage && invoices.length > 0} />

      <InvoiceDialogs {...dialogs} />
    </RowActionsProvider>
  );
}

/** Which of the invoices in view are chosen. One that leaves the list leaves the choice. */
function useSelection(invoices: readonly Invoice[]) {
  const [ids, setIds] = useState<ReadonlySet<number>>(new Set());
  const chosen = useMemo(
    () => (ids.size === 0 ? [] : invoices.filter((invoice) => ids.has(invoice.id))),
    [ids, invoices],
  );
  const toggle = useCallback((id: number) => {
    setIds((before) => {
      const next = new Set(before);
      if (!next.delete(id)) next.add(id);
      return next;
    });
  }, []);
  const clear = useCallback(() => setIds(new Set()), []);
  const chooseAll = useCallback(
    () => setIds(new Set(invoices.map((invoice) => invoice.id))),
    [invoices],
  );
  return { ids, chosen, toggle, clear, chooseAll };
}
