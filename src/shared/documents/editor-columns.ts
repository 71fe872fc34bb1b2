/** What the editor shows beyond description, quantity and price, once an owner has switched it on. */
export const EDITOR_COLUMNS = [
  'unit',
  'discount',
  'tax',
  'itemCode',
  'servicePeriod',
  'choice',
] as const;
export type EditorColumn = (typeof EDITOR_COLUMNS)[number];
