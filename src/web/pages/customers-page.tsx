import { CustomerDialog } from '../features/customers/customer-dialog.tsx';
import {
  CUSTOMER_COLUMNS,
  CustomerCard,
  customerPath,
} from '../features/customers/customer-list.tsx';
import { CUSTOMERS } from '../features/customers/customers.ts';
import { preloadRecords } from '../records/record-kind.ts';
import { RecordListPage } from '../records/record-list-page.tsx';

export const preload = preloadRecords(CUSTOMERS);

export const Component = () => (
  <RecordListPage
    kind={CUSTOMERS}
    label="Customers"
    none="The people and companies you bill, how to reach them and what they owe."
    noMatch={(search) => `No name, email or company contains “${search}”.`}
    formatName={({ name }) => name}
    columns={() => CUSTOMER_COLUMNS}
    rowTo={customerPath}
    renderCard={(customer, buttons) => (
      <CustomerCard key={customer.id} customer={customer} buttons={buttons} />
    )}
    cardLines={3}
    Dialog={CustomerDialog}
  />
);
