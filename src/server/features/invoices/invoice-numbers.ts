import type { NumberedDocuments } from '../documents/index.ts';
import { takenNumberKeys } from './invoice.store.ts';

export const INVOICE_NUMBERS: NumberedDocuments = {
  name: 'Invoice',
  prefix: 'INV',
  field: 'invoiceNumber',
  takenKeys: takenNumberKeys,
  constraint: 'invoices_number',
};
