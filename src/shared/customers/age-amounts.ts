import { decimalText } from '../contract/fields.ts';
import type { Age } from './ageing.ts';

/** What is open by how long it is past due, as answers have it. */
export const ageAmounts = {
  notDue: decimalText,
  days1To30: decimalText,
  days31To60: decimalText,
  days61To90: decimalText,
  over90Days: decimalText,
} satisfies Record<Age, typeof decimalText>;
