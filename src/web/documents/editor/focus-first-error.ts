import type { EditorStore } from './editor-store.ts';

/** Puts the focus on the first field that is wrong; nothing happens when it is not on the screen. */
export function focusFirstError(root: HTMLElement | null, store: EditorStore): void {
  for (const field of Object.keys(store.getState().errors)) {
    const place = root?.querySelector<HTMLElement>(`[data-field="${CSS.escape(field)}"]`);
    const control = place?.matches('input, textarea, button')
      ? place
      : place?.querySelector<HTMLElement>('input, textarea, select, button');
    if (control) {
      control.focus();
      control.scrollIntoView({ block: 'nearest' });
      return;
    }
  }
}
