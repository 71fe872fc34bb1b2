/** How the fields of customers' pages look. */
export const INPUT =
  'w-full rounded border border-muted bg-surface px-3 py-2.5 text-[16px] text-ink aria-invalid:border-overdue';
export const LABEL = 'block pb-1.5 text-[14px] text-muted';
export const FAULT = 'mt-1.5 text-[13.5px] text-pretty text-overdue';
