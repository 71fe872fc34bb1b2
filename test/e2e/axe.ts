import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type axe from 'axe-core';
import type { AxeResults, RunOptions } from 'axe-core';
import type { Page } from 'playwright-core';

/** What costs time and finds nothing here: there is no audio or video, and no script in any frame. */
const BRIEF: RunOptions = {
  resultTypes: ['violations'],
  preload: { assets: ['media'] },
  iframes: false,
  selectors: false,
};
const EVERYTHING: RunOptions = {
  ...BRIEF,
  runOnly: { type: 'tag', values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'] },
};
/** All that may differ from one theme to the other: they are the same page in other colors. */
const COLORS: RunOptions = {
  ...BRIEF,
  runOnly: { type: 'rule', values: ['color-contrast', 'link-in-text-block'] },
};

/** The shorter form of `axe.source`: each page that is looked at has to read it. */
const source = readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

type WithAxe = { axe?: typeof axe };

/**
 * What is wrong with a page as it stands now, in words: violations of WCAG 2.2 AA in light, of contrast
 * in dark, and what can be reached beneath an open dialog. What such a dialog covers is not looked at.
 */
export async function findFaults(page: Page): Promise<string[]> {
  const { hasAxe, isDark, reached } = await page.evaluate(prepareLook);
  // The developer tools' own evaluation, which the content security policy does not concern.
  if (!hasAxe) await page.evaluate(await source);
  const faults = reached.map((element) => `beneath the dialog is reached: ${element}`);
  // Begun in the theme that is there: to draw a page in another one takes as long as to look at it.
  for (const colorScheme of isDark ? (['dark', 'light'] as const) : (['light', 'dark'] as const)) {
    await page.emulateMedia({ colorScheme });
    const options = colorScheme === 'light' ? EVERYTHING : COLORS;
    const violations = await page.evaluate(findViolations, options);
    faults.push(...describe(violations).map((fault) => `${colorScheme}: ${fault}`));
  }
  await page.evaluate(endLook);
  return faults;
}

/**
 * What a dialog covers is inert, and is not drawn while the dialog is looked at: axe would work out
 * where all of it lies. Runs in the page, as the next two do.
 */
function prepareLook() {
  const reached = findReachedBeneath();
  for (const covered of document.querySelectorAll<HTMLElement>('[inert]')) {
    covered.dataset['coveredNow'] = covered.style.display;
    covered.style.setProperty('display', 'none', 'important');
  }
  return {
    reached,
    hasAxe: Boolean((globalThis as WithAxe).axe),
    isDark: matchMedia('(prefers-color-scheme: dark)').matches,
  };

  /**
   * While a dialog is open, nothing beneath it may be reached by key, finger or reader: what could be,
   * and is in no `inert` part. Toasts lie over every dialog.
   */
  function findReachedBeneath(): string[] {
    const dialogs = document.querySelectorAll('[aria-modal=true]');
    if (dialogs.length === 0) return [];
    // On the phone an open menu covers the dialog that it belongs to.
    const top =
      [...dialogs].findLast((dialog) => !dialog.closest('[inert]')) ??
      document.querySelector('[role=menu][data-open]:not([inert] *)');
    if (!top) return ['No open dialog can be reached.'];
    const all = document.querySelectorAll('a[href], button, input, select, textarea, [tabindex]');
    return (
      [...all]
        .filter((element) => element.checkVisibility({ visibilityProperty: true }))
        .filter((element) => !element.closest('[inert], [data-over-dialogs], [data-focus-trap]'))
        .filter(
          (element) =>
            !top.contains(element) && !element.hasAttribute('data-dialog-hidden-dismiss'),
        )
        // A menu or a list that the dialog itself has opened.
        .filter((element) => !element.closest('[data-dialog]'))
        .map((element) => element.outerHTML.slice(0, 120))
    );
  }
}

function endLook(): void {
  for (const covered of document.querySelectorAll<HTMLElement>('[data-covered-now]')) {
    covered.style.display = covered.dataset['coveredNow'] ?? '';
    delete covered.dataset['coveredNow'];
  }
}

async function findViolations(options: RunOptions): Promise<AxeResults['violations']> {
  // Colors are looked at when what moves or fades has arrived. A theme is there with the next frame.
  await new Promise(requestAnimationFrame);
  for (const animation of document.getAnimations()) {
    if (animation.effect?.getComputedTiming().endTime !== Infinity) animation.finish();
  }
  const { axe: engine } = globalThis as unknown as Required<WithAxe>;
  return (await engine.run(document, options)).violations;
}

const describe = (violations: AxeResults['violations']) =>
  violations.map(
    ({ id, help, nodes }) =>
      `${id}: ${help}\n${nodes.map((node) => `  ${node.html.slice(0, 200)}\n    ${node.failureSummary}`).join('\n')}`,
  );
