import type { EstimateInput } from '../../src/shared/estimates/estimate.contract.ts';
import { estimateInput } from '../../src/shared/estimates/estimate.contract.ts';

let counter = 0;

/** An input as a caller sends it, parsed by the contract. */
export function anEstimate(customerId: number, values: object = {}): EstimateInput {
  counter += 1;
  return estimateInput.parse({
    customerId,
    estimateNumber: `EST-2026-${String(counter).padStart(4, '0')}`,
    issueDate: '2026-11-20',
    expiryDate: '2026-12-20',
    taxRate: '7',
    notes: 'Two rounds of changes',
    terms: 'Half in advance',
    lineItems: [
      { description: 'Brand identity, phase two', quantity: '1', unitPrice: '2400' },
      { description: 'Art direction and copy, hours', quantity: 6.5, unitPrice: 110 },
    ],
    ...values,
  });
}
