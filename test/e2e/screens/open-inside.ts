import type { Page } from 'playwright-core';
import { PATIENCE } from '../../patience.ts';

/**
 * Leads an open application to an address, as the browser's own buttons do, and leaves nothing of what
 * was there before: no dialog, no input, no toast. A document that is loaded anew takes as long as all
 * that is looked at on it.
 */
export async function openInside(page: Page, address: string): Promise<void> {
  await page.evaluate(lead, { address, patience: PATIENCE.poll / 2 });
}

/** Runs in the page. */
async function lead({ address, patience }: { address: string; patience: number }): Promise<void> {
  const end = performance.now() + patience;
  const go = (path: string) => {
    history.replaceState(null, '', path);
    dispatchEvent(new PopStateEvent('popstate'));
  };
  const until = async (isSo: () => boolean) => {
    while (!isSo()) {
      if (performance.now() > end) throw new Error('What was there before stays');
      await new Promise((drawn) => requestAnimationFrame(drawn));
    }
  };
  const isClear = () => document.querySelector('main#main, [aria-modal]') === null;
  document.querySelector<HTMLElement>('[data-over-dialogs] button:last-of-type')?.click();
  // A page outside the shell: all that stood in it is gone, but for questions about whatever is there.
  go('/nothing-stands-here');
  await until(() => {
    const question = document.querySelector('[aria-modal]');
    question?.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true }));
    return isClear() && document.querySelector('h1') !== null;
  });
  sessionStorage.clear();
  scrollTo(0, 0);
  go(address);
}
