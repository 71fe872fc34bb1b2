import { readFileSync, writeFileSync } from 'node:fs';

/** What stands in a template, and what is to stand there instead. */
type Edit = readonly [find: string | RegExp, replacement: string];

/**
 * Changes a generated file in place.
 * @param times how often each is found
 * @throws when one is found less or more often: the template is not the one that this was written for
 */
export function editFile(file: string, edits: readonly Edit[], times = 1): void {
  let text = readFileSync(file, 'utf8');
  for (const [find, replacement] of edits) {
    const parts = text.split(find);
    if (parts.length !== times + 1) {
      throw new Error(
        `${file}: ${String(find)} was found ${parts.length - 1} times and not ${times}. Capacitor's template has changed.`,
      );
    }
    text = parts.join(replacement);
  }
  writeFileSync(file, text);
}

/** As text of an element or value of an attribute. */
export function xml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}
