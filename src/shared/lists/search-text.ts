/** How many letters a search takes. */
export const MAX_SEARCH = 200;

/** What is searched for when this was typed, or stood in an address: its first 200 letters. */
export function searchedFor(text: string): string {
  // No half of a letter that is written in two units.
  return text
    .trim()
    .slice(0, MAX_SEARCH)
    .replace(/[\uD800-\uDBFF]$/, '')
    .trimEnd();
}
