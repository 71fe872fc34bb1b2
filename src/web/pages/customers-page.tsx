import { CustomerCard } from '../features/customers/customer-card.tsx';
import { CustomerDialog } from '../features/customers/customer-dialog.tsx';
import { useCustomers, useDeleteCustomer } from '../features/customers/use-customers.ts';
import { useSearchText } from '../lib/use-search-text.ts';
import { RecordListPage } from './record-list-page.tsx';

export function CustomersPage() {
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
      none="The people and companies that you bill, each on a card: how to reach them, what they owe. Add the first, and an invoice is three fields away."
      noMatch={`Nobody's name, email or company contains “${search}”.`}
      renderCard={(customer, actions) => (
        <CustomerCard key={customer.id} customer={customer} {...actions} />
      )}
      renderDialog={({ record, ...props }) => <CustomerDialog customer={record} {...props} />}
    />
  );
}
