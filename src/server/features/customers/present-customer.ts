import type { Customer } from '../../../shared/customers/customer.contract.ts';
import type { CustomerRow } from './customer.store.ts';

export function presentCustomer(row: CustomerRow): Customer {
  return {
    id: row.id,
    userId: row.userId,
    name: row.name,
    company: row.company,
    email: row.email,
    phone: row.phone,
    address: row.address,
    city: row.city,
    state: row.state,
    zipCode: row.zipCode,
    country: row.country,
    version: row.version,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
    balance: { invoiced: row.invoiced, outstanding: row.outstanding, overdue: row.overdue },
  };
}
