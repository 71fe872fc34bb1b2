import { useInfiniteQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { CustomerAccount } from '../../../shared/customers/customer-account.contract.ts';
import { loadFailure } from '../../lib/api-error.ts';
import type { ListPage } from '../../lib/list-pages.ts';
import { flattenPages } from '../../lib/list-pages.ts';
import { useAddressParams } from '../../lib/use-address-params.ts';
import type { ListInput, Query } from '../../lib/use-pages.ts';
import { pageOptions } from '../../lib/use-pages.ts';
import { DataTableSkeleton } from '../../ui/data-table.tsx';
import { LoadMore } from '../../ui/load-more.tsx';
import { PageError } from '../../ui/page-error.tsx';
import { Panel, PanelNote } from '../../ui/panel.tsx';
import { RowList } from '../../ui/row-list.tsx';
import { SegmentedControl } from '../../ui/segmented-control.tsx';
import { SelectField } from '../../ui/text-field.tsx';
import { useIsPhone } from '../../ui/use-is-phone.ts';
import type { AccountList } from './account-columns.tsx';
import {
  CREDIT_NOTES,
  ESTIMATES,
  EXPENSES,
  INVOICES,
  OPEN,
  RECURRING,
} from './account-columns.tsx';
import type { AccountPaymentCommands } from './payment-columns.tsx';
import { paymentList } from './payment-columns.tsx';
import { StatementPanel } from './statement-panel.tsx';

const LISTS = [
  { value: 'open', label: 'Open invoices' },
  { value: 'invoices', label: 'All invoices' },
  { value: 'estimates', label: 'Estimates' },
  { value: 'recurring', label: 'Recurring' },
  { value: 'credit-notes', label: 'Credit notes' },
  { value: 'payments', label: 'Payments' },
  { value: 'expenses', label: 'Expenses' },
  { value: 'statement', label: 'Statement' },
] as const;

/** What there is of a customer, one list at a time: `?show=payments`. */
export function AccountLists({
  account: { customer },
  payments,
  onSend,
}: {
  account: CustomerAccount;
  payments: AccountPaymentCommands;
  onSend: () => void;
}) {
  const phone = useIsPhone();
  const { params, change } = useAddressParams();
  const shown = LISTS.find(({ value }) => value === params.get('show')) ?? LISTS[0];
  const choose = (value: string) => change({ show: value === LISTS[0].value ? null : value });
  const of = { customerId: customer.id };
  return (
    <div>
      <div className="mb-3">
        {phone ? (
          <SelectField
            label="Show"
            options={LISTS}
            value={shown.value}
            onChange={(event) => choose(event.target.value)}
          />
        ) : (
          <SegmentedControl
            label="Show"
            segments={LISTS}
            value={shown.value}
            onChange={choose}
            // Eight of them fit on a tablet.
            className="max-lg:[&_label]:px-2"
          />
        )}
      </div>
      <Panel title={shown.label}>
        {shown.value === 'open' && (
          <Listed list={OPEN} filter={{ ...of, status: 'unpaid' as const }} />
        )}
        {shown.value === 'invoices' && <Listed list={INVOICES} filter={of} />}
        {shown.value === 'estimates' && <Listed list={ESTIMATES} filter={of} />}
        {shown.value === 'recurring' && <Listed list={RECURRING} filter={of} />}
        {shown.value === 'credit-notes' && <Listed list={CREDIT_NOTES} filter={of} />}
        {shown.value === 'payments' && <Listed list={paymentList(payments)} filter={of} />}
        {shown.value === 'expenses' && <Listed list={EXPENSES} filter={of} />}
        {shown.value === 'statement' && <StatementPanel customerId={customer.id} onSend={onSend} />}
      </Panel>
    </div>
  );
}

const PAGE = 20;

/** One of the lists, page by page. */
function Listed<T extends { id: number }, Filter extends object>({
  list: { call, none, ...shown },
  filter,
}: {
  list: AccountList<T, Filter>;
  filter: Filter;
}): ReactNode {
  const { label, columns } = shown;
  const read = useInfiniteQuery(
    pageOptions<T, Filter>(call satisfies Query<ListInput & Filter, ListPage<T>>, filter, PAGE),
  );
  const records = flattenPages(read.data);
  if (read.isError && !read.data) {
    return <PageError title={`${label} could not be loaded`} {...loadFailure(read)} />;
  }
  if (read.isPending) return <DataTableSkeleton columns={columns} rows={4} words="Loading..." />;
  if (records.length === 0) return <PanelNote>{none}</PanelNote>;
  return (
    <>
      <RowList {...shown} rows={records} rowKey={({ id }) => id} busy={read.isPlaceholderData} />
      <LoadMore list={read} />
    </>
  );
}
