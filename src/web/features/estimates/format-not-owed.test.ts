import { expect, test } from 'vitest';
import type { EstimateDetail } from '../../../shared/estimates/estimate.contract.ts';
import { formatNotOwed } from './format-not-owed.ts';

const deposit = (invoiceNumber: string, notOwed: string) =>
  ({ invoiceNumber, notOwed }) as EstimateDetail['depositInvoices'][number];

test('a deposit that went back is deducted all the same, and its owner is told so', () => {
  const told = (...depositInvoices: EstimateDetail['depositInvoices']) =>
    formatNotOwed({ currency: 'USD', depositInvoices });
  expect(told()).toBeUndefined();
  expect(told(deposit('INV-1', '0.00'))).toBeUndefined();
  expect(told(deposit('INV-1', '0.00'), deposit('INV-2', '1500.00'))).toBe(
    '$1,500.00 of deposit invoice INV-2 was refunded or written off, and is deducted all the same. To ask for it in the final invoice, credit the deposit invoice first.',
  );
});
