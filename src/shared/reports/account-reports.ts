/** The reports on customers' accounts, by the last part of their addresses. */
export const ACCOUNT_REPORTS = [
  'receivables',
  'revenue',
  'taxes',
  'write-offs',
  'reconciliation',
] as const;
export type AccountReport = (typeof ACCOUNT_REPORTS)[number];
export const ACCOUNT_REPORT_LABELS: Record<AccountReport, string> = {
  receivables: 'Receivables by age',
  revenue: 'Revenue by period',
  taxes: 'Tax report',
  'write-offs': 'Write-offs and refunds',
  reconciliation: 'Reconciliation',
};
