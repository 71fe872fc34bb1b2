/** Where the focus goes in the editor: its fields are found by the names that faults are told by. */

const INPUTS = 'input, textarea, select';

/** The control of a field; undefined where it is not on the screen. */
export function findControl(field: string, root: ParentNode = document): HTMLElement | undefined {
  const place = root.querySelector<HTMLElement>(`[data-field="${CSS.escape(field)}"]`);
  if (place?.matches(`${INPUTS}, button`)) return place;
  const find = (what: string) => place?.querySelector<HTMLElement>(what);
  return find(INPUTS) ?? find('button') ?? undefined;
}

/**
 * Before a row goes with the button that removes it: the focus stays among those of its section, or
 * goes to where rows come from.
 */
export function focusAfterRemoval(button: HTMLElement): void {
  const among = button.closest('[data-rows]') ?? document;
  const removals = [...among.querySelectorAll<HTMLElement>('[data-removes-row]')];
  const at = removals.indexOf(button);
  (removals[at + 1] ?? removals[at - 1] ?? findAdding())?.focus();
}

/** The button that adds such rows. */
export const findAdding = () => document.querySelector<HTMLElement>('[data-adds-adjustment]');
