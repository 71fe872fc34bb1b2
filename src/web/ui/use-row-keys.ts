import type { RefObject } from 'react';
import { useShortcut } from './use-shortcut.ts';

interface Options {
  /** Which elements of the list are its rows. */
  rows: string;
  onEdit?: (row: HTMLElement) => void;
}

/**
 * The arrows go through the rows of the list that a page is about, to the link that opens each; X
 * chooses the row and E edits it. In a grid of cards ↑ and ↓ stay in their column.
 */
export function useRowKeys(list: RefObject<HTMLElement | null>, { rows, onEdit }: Options): void {
  const find = () => [...(list.current?.querySelectorAll<HTMLElement>(rows) ?? [])];
  const current = () => find().find((row) => row.contains(document.activeElement));
  const move = (direction: 1 | -1) => {
    const all = find();
    const at = all.findIndex((row) => row.contains(document.activeElement));
    if (at === -1 && direction === -1) return false;
    const next =
      at === -1
        ? all.find((row) => row.getBoundingClientRect().top >= 0)
        : all[at + direction * countColumns(list.current)];
    next?.querySelector<HTMLElement>('a[href], button')?.focus();
    return next !== undefined;
  };
  useShortcut('arrowdown', () => move(1));
  useShortcut('arrowup', () => move(-1));
  useShortcut('x', () => {
    const box = current()?.querySelector<HTMLInputElement>('input[type=checkbox]');
    box?.click();
    return box != null;
  });
  useShortcut('e', () => {
    const row = current();
    if (!row || !onEdit) return false;
    onEdit(row);
    return true;
  });
}

/** How many cards of a grid stand side by side. */
function countColumns(list: HTMLElement | null): number {
  return list ? getComputedStyle(list).gridTemplateColumns.split(' ').length : 1;
}
