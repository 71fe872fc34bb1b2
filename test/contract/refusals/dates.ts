import type { Refusal } from './refusal.ts';
import { eachOf, longText } from './refusal.ts';

/** Of a date that must be given. */
export const dateRefusals = (field: string, label: string): Refusal[] => [
  ...eachOf(field, ['', ' ', null, 5], `${label} is required`),
  ...eachOf(
    field,
    ['soon', '2026-02-30', longText(101)],
    `${label} must be a date such as 2026-01-31`,
  ),
  ...eachOf(
    field,
    ['1999-12-31', '2100-01-01', '9999-12-31'],
    `${label} must be in the years 2000 to 2099`,
  ),
];
