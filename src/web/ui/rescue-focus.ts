/** About half a second: as long as a dialog takes to close and the page to show what was done. */
const FRAMES = 30;

const find = (selector: string) => document.querySelector<HTMLElement>(selector);

/**
 * What was pressed may be gone once it is done, and the focus with it: it goes to the next step of the
 * page then, or to the page. Where something has it, such as what a dialog gives it back to, it stays.
 * @param follow a selector of what has taken its place elsewhere on the page, and gets the focus first
 */
export function rescueFocus(follow?: string, frames = FRAMES): void {
  if (document.activeElement === document.body) {
    const moved = follow === undefined ? null : find(follow);
    if (moved) moved.focus();
    else (find('[data-next-step]:not(:disabled)') ?? find('#main'))?.focus({ preventScroll: true });
  }
  if (frames > 0) requestAnimationFrame(() => rescueFocus(follow, frames - 1));
}
