/** The clipboard, as far as a browser lets a page at it. */

/** @returns whether the text is on the clipboard now */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    // No clipboard on plain-http addresses: the older way still works there.
    return copiedBySelection(text);
  }
}

/**
 * Copies a text that is still on its way. To be called within the click: some browsers let only that
 * moment write, and take the text itself later.
 * @returns whether it is on the clipboard
 * @throws what `text` rejects with
 */
export async function copiedLater(text: Promise<string>): Promise<boolean> {
  if (typeof ClipboardItem === 'function' && typeof navigator.clipboard?.write === 'function') {
    const blob = text.then((words) => new Blob([words], { type: 'text/plain' }));
    // A clipboard that refuses at once never looks at it.
    blob.catch(() => undefined);
    try {
      await navigator.clipboard.write([new ClipboardItem({ 'text/plain': blob })]);
      return true;
    } catch {
      // Refused, or the text did not come: below says which.
    }
  }
  return copyText(await text);
}

function copiedBySelection(text: string): boolean {
  const area = document.createElement('textarea');
  area.value = text;
  area.style.position = 'fixed';
  area.style.opacity = '0';
  // Inside of an open dialog, whose focus trap would take a selection elsewhere away.
  (document.activeElement?.closest('[role=dialog]') ?? document.body).append(area);
  area.select();
  try {
    return document.execCommand('copy');
  } catch {
    return false;
  } finally {
    area.remove();
  }
}
