/** Where a statement is as a file. */
export function statementAddress(
  customerId: number,
  ending: 'pdf' | 'csv',
  period: { from?: string; to?: string },
): string {
  const query = new URLSearchParams(period).toString();
  return `/api/customers/${customerId}/statement.${ending}${query && `?${query}`}`;
}
