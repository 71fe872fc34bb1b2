/** Text as a search compares it: composed, without case and control characters, spaces collapsed. Alike on client and server. */
export function fold(...parts: (string | null | undefined)[]): string {
  return parts
    .filter((part) => part)
    .join(' ')
    .replace(/[\p{Cc}\p{Surrogate}]/gu, ' ')
    .normalize('NFKC')
    .toLowerCase()
    .replace(/\s+/gu, ' ')
    .trim();
}
