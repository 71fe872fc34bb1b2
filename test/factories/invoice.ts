import { customerInput } from '../../src/shared/customers/customer.contract.ts';
import type { InvoiceInput } from '../../src/shared/invoices/invoice.contract.ts';
import { invoiceInput } from '../../src/shared/invoices/invoice.contract.ts';
import { itemInput } from '../../src/shared/items/item.contract.ts';

/** Inputs as a caller sends them, parsed by the contract. */

export const aCustomer = (values: object = {}) =>
  customerInput.parse({ name: 'Marta Lindqvist', company: 'Harbor & Pine Coffee', ...values });

export const anItem = (values: object = {}) =>
  itemInput.parse({ name: 'Photography, half a day', unitPrice: '650', ...values });

let counter = 0;

export function anInvoice(customerId: number, values: object = {}): InvoiceInput {
  counter += 1;
  return invoiceInput.parse({
    customerId,
    invoiceNumber: `INV-2026-${String(counter).padStart(4, '0')}`,
    issueDate: '2026-11-20',
    dueDate: '2026-12-20',
    taxRate: '7',
    lineItems: [
      { description: 'Brand identity, phase two', quantity: '1', unitPrice: '2400' },
      { description: 'Art direction and copy, hours', quantity: 6.5, unitPrice: 110 },
    ],
    ...values,
  });
}
