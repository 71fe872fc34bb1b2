import { IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import type { Customer } from '../../shared/customers/customer.contract.ts';
import { CustomerCard } from '../features/customers/customer-card.tsx';
import { CustomerDialog } from '../features/customers/customer-dialog.tsx';
import { useCustomers, useDeleteCustomer } from '../features/customers/use-customers.ts';
import { reason } from '../lib/api-error.ts';
import { useSearchText } from '../lib/use-search-text.ts';
import { Button } from '../ui/button.tsx';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { IndexCardSkeletons, IndexCards } from '../ui/index-cards.tsx';
import { ListToolbar } from '../ui/list-toolbar.tsx';
import { LoadMore } from '../ui/load-more.tsx';
import { PageError } from '../ui/page-error.tsx';
import { useFrozen } from '../ui/use-frozen.ts';

export function CustomersPage() {
  const { text, setText, search } = useSearchText();
  const list = useCustomers(search);
  const remove = useDeleteCustomer();
  const [editing, setEditing] = useState<Customer | 'new'>();
  const [deleting, setDeleting] = useState<Customer>();
  const named = useFrozen(deleting, deleting !== undefined);
  const add = () => setEditing('new');

  const { customers, count } = list;
  return (
    <>
      <ListToolbar
        label="Search customers"
        placeholder="Search customers..."
        text={text}
        onText={setText}
        count={
          count
            ? `${count.toLocaleString('en-US')} ${count === 1 ? 'customer' : 'customers'}`
            : undefined
        }
        action={
          <Button variant="primary" icon={IconPlus} onClick={add}>
            Add Customer
          </Button>
        }
      />
      {list.isPending && <IndexCardSkeletons words="Loading customers..." />}
      {list.isError && !list.data && (
        <PageError
          title="Customers could not be loaded"
          detail={reason(list.error, 'Nothing was lost. Check your connection and try again.')}
          onRetry={() => void list.refetch()}
        />
      )}
      {list.data && customers.length === 0 && (
        <EmptyState
          title="No customers found."
          actions={
            search ? (
              <Button onClick={() => setText('')}>Clear search</Button>
            ) : (
              <Button onClick={add}>Add your first customer</Button>
            )
          }
        >
          {search
            ? `Nobody's name, email or company contains “${search}”.`
            : 'The people and companies that you bill stand here, each on a card: how to reach them, what they owe. Add the first, and an invoice is three fields away.'}
        </EmptyState>
      )}
      {customers.length > 0 && (
        <IndexCards label="Customers">
          {customers.map((customer) => (
            <CustomerCard
              key={customer.id}
              customer={customer}
              onEdit={() => setEditing(customer)}
              onDelete={() => setDeleting(customer)}
            />
          ))}
        </IndexCards>
      )}
      <LoadMore
        hasMore={list.hasNextPage}
        loading={list.isFetchingNextPage}
        failed={list.isFetchNextPageError}
        onMore={() => void list.fetchNextPage()}
      />
      <CustomerDialog
        opened={editing !== undefined}
        customer={editing === 'new' ? undefined : editing}
        onClose={() => setEditing(undefined)}
      />
      <ConfirmDialog
        opened={deleting !== undefined}
        title={`Delete ${named?.name ?? 'customer'}?`}
        confirmLabel="Delete"
        danger
        busy={remove.isPending}
        onCancel={() => setDeleting(undefined)}
        onConfirm={() => {
          if (deleting) remove.mutate(deleting.id, { onSettled: () => setDeleting(undefined) });
        }}
      >
        Are you sure you want to delete this customer?
      </ConfirmDialog>
    </>
  );
}
