import type { Customer, CustomerInput } from '../../../shared/customers/customer.contract.ts';
import { orpc } from '../../lib/api.ts';
import type { RecordKind } from '../../lib/records.ts';
import { preloadRecords, useDeleteRecord, useRecords, useSaveRecord } from '../../lib/records.ts';
import { notify } from '../../ui/notify.tsx';

const CUSTOMERS: RecordKind<Customer, CustomerInput> = {
  noun: 'customer',
  calls: orpc.customers,
  notify,
};

/** Customers that match, page by page, and how many there are in all. */
export const useCustomers = (search: string) => useRecords(CUSTOMERS, search);

export const preloadCustomers = preloadRecords(CUSTOMERS);

/** Creates, or updates the customer that is given, based on the version that was read. */
export const useSaveCustomer = () => useSaveRecord(CUSTOMERS);

/** Deletes, and offers to bring back what was deleted. */
export const useDeleteCustomer = () => useDeleteRecord(CUSTOMERS);
