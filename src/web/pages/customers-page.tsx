import { CustomerCard } from '../features/customers/customer-card.tsx';
import { CustomerDialog } from '../features/customers/customer-dialog.tsx';
import { useCustomers, useDeleteCustomer } from '../features/customers/use-customers.ts';
import { useSearchText } from '../lib/use-search-text.ts';
import { IndexCardSkeletons, IndexCards } from '../ui/index-cards.tsx';
import { RecordListPage } from './record-list-page.tsx';

export { preloadCustomers as preload } from '../features/customers/use-customers.ts';

export function Component() {
  const searching = useSearchText();
  const { search } = searching;
  const list = useCustomers(search);
  const remove = useDeleteCustomer();
  return (
    <RecordListPage
      one="customer"
      many="customers"
      searching={searching}
      list={list}
      remove={remove}
      formatName={({ name }) => name}
      skeleton={<IndexCardSkeletons words="Loading customers..." />}
      none="The people and companies that you bill, each on a card: how to reach them, what they owe. Add the first, and an invoice is three fields away."
      noMatch={`Nobody's name, email or company contains “${search}”.`}
      renderRecords={(records, { onEdit, onDelete }) => (
        <IndexCards label="Customers">
          {records.map((customer) => (
            <CustomerCard
              key={customer.id}
              customer={customer}
              onEdit={() => onEdit(customer)}
              onDelete={() => onDelete(customer)}
            />
          ))}
        </IndexCards>
      )}
      renderDialog={({ record, ...props }) => <CustomerDialog customer={record} {...props} />}
    />
  );
}
