import type { Customer, CustomerInput } from '../../../shared/customers/customer.contract.ts';
import { orpc } from '../../lib/api.ts';
import type { RecordKind } from '../../records/record-kind.ts';

export const CUSTOMERS: RecordKind<Customer, CustomerInput> = {
  noun: 'customer',
  calls: orpc.customers,
};
