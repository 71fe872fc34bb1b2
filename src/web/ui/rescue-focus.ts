/** About half a second: as long as a dialog takes to close and the page to show what was done. */
const FRAMES = 30;

/**
 * What was pressed may be gone once it is done, and the focus with it: it goes to the next step of the
 * page then, or to the page. Where something has it, such as what a dialog gives it back to, it stays.
 */
export function rescueFocus(frames = FRAMES): void {
  if (document.activeElement === document.body) {
    const next = document.querySelector<HTMLElement>('[data-next-step]:not(:disabled)');
    (next ?? document.querySelector<HTMLElement>('#main'))?.focus({ preventScroll: true });
  }
  if (frames > 0) requestAnimationFrame(() => rescueFocus(frames - 1));
}
