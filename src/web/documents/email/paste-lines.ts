import type { ClipboardEvent } from 'react';

/** Pastes a list with an address on each line: a field of one line would join them. */
export function pasteLines(event: ClipboardEvent<HTMLInputElement>): void {
  const text = event.clipboardData.getData('text/plain').trim();
  if (!/[\r\n]/.test(text)) return;
  event.preventDefault();
  const input = event.currentTarget;
  const { selectionStart, selectionEnd, value } = input;
  const list = text.replace(/[\r\n]+/g, ', ');
  input.setRangeText(list, selectionStart ?? 0, selectionEnd ?? value.length, 'end');
  input.dispatchEvent(new Event('input', { bubbles: true }));
}
