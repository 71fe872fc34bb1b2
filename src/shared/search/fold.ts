/** Text as a search compares it: composed, without case, spaces collapsed. Alike on client and server. */
export function fold(...parts: (string | null | undefined)[]): string {
  return parts
    .filter((part) => part)
    .join(' ')
    .normalize('NFKC')
    .toLowerCase()
    .replace(/\s+/gu, ' ')
    .trim();
}
