import { IconPlus } from '@tabler/icons-react';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import type { Invoice } from '../../../../shared/invoices/invoice.contract.ts';
import {
  INVOICE_STATUS_LABELS,
  INVOICE_STATUSES,
} from '../../../../shared/invoices/invoice-status.ts';
import { SendEmailDialog } from '../../../documents/email/send-email-dialog.tsx';
import { useSendEmail } from '../../../documents/email/use-send-email.ts';
import { useBusiness } from '../../../documents/use-business.ts';
import { loadFailure } from '../../../lib/api-error.ts';
import { flattenPages } from '../../../lib/list-pages.ts';
import { Button } from '../../../ui/button.tsx';
import { LoadMore } from '../../../ui/load-more.tsx';
import { PageError } from '../../../ui/page-error.tsx';
import { SegmentedControl } from '../../../ui/segmented-control.tsx';
import { SearchField } from '../../../ui/text-field.tsx';
import { useIsPhone } from '../../../ui/use-is-phone.ts';
import { useShortcut } from '../../../ui/use-shortcut.ts';
import { DeleteInvoicesDialog } from '../delete-invoices-dialog.tsx';
import { downloadPdf } from '../invoice-files.ts';
import { invoiceMail, mailedPage } from '../invoice-mail.ts';
import { MarkPaidDialog } from '../mark-paid-dialog.tsx';
import { PaymentLinkDialog } from '../payment-link-dialog.tsx';
import { InvoiceShareDialog } from '../share/invoice-share-dialog.tsx';
import { useShare } from '../share/use-share.ts';
import { useInvoiceActions } from '../use-invoice-actions.ts';
import { usePaymentLink } from '../use-payment-link.ts';
import { BulkBar, isPayable } from './bulk-bar.tsx';
import { CardsSkeleton, InvoiceCards } from './invoice-cards.tsx';
import { InvoiceTable } from './invoice-table.tsx';
import { ListFoot } from './list-foot.tsx';
import { NoInvoices, NothingFound } from './no-invoices.tsx';
import { RowActionsProvider } from './row-actions.ts';
import { TableSkeleton } from './table-skeleton.tsx';
import type { StatusFilter } from './use-invoice-list.ts';
import { useInvoiceList } from './use-invoice-list.ts';

const SEARCH_AFTER_MS = 200;

interface Props {
  value: string;
  onSearch: (search: string) => void;
}

/** Searches a moment after the typing stops; follows the address when that changes by itself. */
function ListSearch({ value, onSearch }: Props) {
  const [text, setText] = useState(value);
  const [known, setKnown] = useState(value);
  // The timer calls the newest one: the filter may have been changed while it ran.
  const newest = useRef(onSearch);
  useEffect(() => {
    newest.current = onSearch;
  });
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  if (known !== value) {
    setKnown(value);
    if (text.trim() !== value) setText(value);
  }
  useEffect(() => () => clearTimeout(timer.current), []);
  const search = (next: string) => {
    setText(next);
    clearTimeout(timer.current);
    const run = () => newest.current(next.trim());
    if (next === '') run();
    else timer.current = setTimeout(run, SEARCH_AFTER_MS);
  };
  return (
    <SearchField
      label="Search by number or customer"
      placeholder="Number or customer"
      value={text}
      onChange={search}
      className="ml-auto min-w-40 flex-[0_1_264px] max-md:order-first max-md:flex-[1_0_100%]"
    />
  );
}

const FILTERS: readonly StatusFilter[] = ['all', ...INVOICE_STATUSES];
/** Browsers drop downloads that begin all at once. */
const DOWNLOAD_EVERY_MS = 400;

export interface InvoiceListProps {
  status: StatusFilter;
  search: string;
  onStatus: (status: StatusFilter) => void;
  onSearch: (search: string) => void;
  onClear: () => void;
  onCreate: () => void;
  onEdit: (id: number) => void;
  onAddCustomer: () => void;
}

/** The invoices page: filter, search, list and what can be done to its rows. */
export function InvoiceList({
  status,
  search,
  onStatus,
  onSearch,
  onClear,
  onCreate,
  onEdit,
  onAddCustomer,
}: InvoiceListProps) {
  const phone = useIsPhone();
  const navigate = useNavigate();
  const { today, currency, profile } = useBusiness();
  const { list, summary } = useInvoiceList(status, search);
  const invoices = useMemo(() => flattenPages(list.data), [list.data]);
  const selection = useSelection(invoices);
  useShortcut('escape', () => {
    if (selection.ids.size === 0) return false;
    selection.clear();
    return true;
  });
  const actions = useInvoiceActions();
  const { shown: shownLink, actions: payment } = usePaymentLink();
  const share = useShare(payment);
  const { share: showLinks } = share.actions;
  const email = useSendEmail(invoiceMail);
  const { start: startEmail } = email.actions;
  const [paying, setPaying] = useState<readonly Invoice[]>([]);
  const [deleting, setDeleting] = useState<readonly Invoice[]>([]);

  const rowActions = useMemo(
    () => ({
      open: ({ id }: { id: number }) => void navigate(`/invoices/${id}`),
      edit: ({ id }: { id: number }) => onEdit(id),
      markPaid: (invoice: Invoice) => setPaying([invoice]),
      markSent: (invoice: Invoice) => void actions.markSent(invoice),
      sendEmail: startEmail,
      share: showLinks,
      testPayment: (invoice: Invoice) => void payment.test(invoice),
      remove: (invoice: Invoice) => setDeleting([invoice]),
    }),
    [navigate, onEdit, setPaying, setDeleting, actions, startEmail, showLinks, payment],
  );

  const filtered = status !== 'all' || search !== '';
  const empty = list.isSuccess && !list.isPlaceholderData && invoices.length === 0;
  const allChosen = selection.chosen.length > 0 && selection.chosen.length === invoices.length;
  const toggleAll = allChosen ? selection.clear : selection.chooseAll;

  return (
    <RowActionsProvider value={rowActions}>
      <div className="mb-4 flex flex-wrap items-center gap-2.5 max-md:mb-0 max-md:gap-3">
        <SegmentedControl
          label="Status"
          value={status}
          onChange={onStatus}
          segments={FILTERS.map((value) => ({
            value,
            label: value === 'all' ? 'All Invoices' : INVOICE_STATUS_LABELS[value],
            count: summary?.[value].count,
          }))}
        />
        <ListSearch value={search} onSearch={onSearch} />
        {/* With nothing in the list, the first step stands in its middle. */}
        {!phone && !(empty && !filtered) && (
          <Button writes variant="primary" icon={IconPlus} onClick={onCreate}>
            Create Invoice
          </Button>
        )}
      </div>

      {list.isPending && (phone ? <CardsSkeleton /> : <TableSkeleton />)}
      {list.isError && !list.data && (
        <PageError title="Invoices could not be loaded" {...loadFailure(list)} />
      )}
      {empty &&
        (filtered ? (
          <NothingFound search={search} onClear={onClear} />
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
            busy={list.isPlaceholderData}
          />
        ) : (
          <InvoiceTable
            invoices={invoices}
            total={summary?.[status].count}
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

      <MarkPaidDialog
        invoices={paying}
        today={today}
        onClose={() => setPaying([])}
        onConfirm={async (input) => {
          const outcome = await actions.markPaid(paying, input);
          if (outcome.marked) selection.clear();
          return outcome;
        }}
      />
      <SendEmailDialog mail={invoiceMail} email={email} page={mailedPage(profile)} />
      <InvoiceShareDialog
        invoice={share.invoice}
        generating={share.generating}
        onClose={share.actions.close}
        onPaymentLink={share.actions.generate}
      />
      <PaymentLinkDialog link={shownLink} onClose={payment.hide} />
      <DeleteInvoicesDialog
        invoices={deleting}
        onClose={() => setDeleting([])}
        onConfirm={async () => {
          const gone = await actions.remove(deleting);
          if (gone) selection.clear();
          return gone;
        }}
      />
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
