import type { Refusal } from './use-attempts.ts';
import type { Division } from './use-division.ts';
import type { Faults } from './use-faults.ts';

/** The name of an invoice's field. */
export const partName = (invoiceId: number) => `invoice ${invoiceId}`;

/**
 * What the server says, at the fields that it is about.
 * @param parts as they were sent
 * @param fields those of the form that calls name alike
 */
export function divisionFaults(
  { words, fields: faults }: Refusal,
  parts: Division['parts'],
  fields: readonly string[] = [],
): Faults {
  const found = new Map<string, string>();
  for (const { path, message } of faults) {
    const index = /^allocations\.(\d+)\./.exec(path)?.[1];
    const part = index === undefined ? undefined : parts[Number(index)];
    if (part) found.set(partName(part.invoice.id), message);
    else found.set(fields.includes(path) ? path : '', message);
  }
  return found.size > 0 ? found : new Map([['', words]]);
}
