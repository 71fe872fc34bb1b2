/** A list with a search in it: where a record without a page of its own is shown. */
export function buildListAddress(path: string, search: string): string {
  return `${path}?${new URLSearchParams({ search })}`;
}
