import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type axe from 'axe-core';
import type { AxeResults, RunOptions } from 'axe-core';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';

const EVERYTHING: RunOptions = {
  runOnly: { type: 'tag', values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'] },
  resultTypes: ['violations'],
};
/** All that may differ from one theme to the other: they are the same page in other colors. */
const COLORS: RunOptions = {
  runOnly: { type: 'rule', values: ['color-contrast', 'link-in-text-block'] },
  resultTypes: ['violations'],
};

/** The shorter form of `axe.source`: each page that is looked at has to read it. */
const source = readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

type WithAxe = { axe?: typeof axe };

/** No violation of WCAG 2.2 AA as the page stands now, in light and in dark. */
export async function expectAccessible(page: Page, what: string): Promise<void> {
  const there = await page.evaluate(() => Boolean((globalThis as WithAxe).axe));
  // The developer tools' own evaluation, which the content security policy does not concern.
  if (!there) await page.evaluate(await source);
  expect(await page.evaluate(findReachedBeneath), `${what}, beneath its dialog`).toEqual([]);
  for (const [colorScheme, options] of [
    ['light', EVERYTHING],
    ['dark', COLORS],
  ] as const) {
    await page.emulateMedia({ colorScheme });
    await page.evaluate(settleMotion);
    const { violations } = await page.evaluate(
      (chosen) => (globalThis as unknown as Required<WithAxe>).axe.run(document, chosen),
      options,
    );
    expect(describe(violations), `${what}, ${colorScheme}`).toEqual([]);
  }
  await page.emulateMedia({ colorScheme: 'light' });
}

/** Colors are looked at when what moves or fades has arrived. Runs in the page. */
async function settleMotion(): Promise<void> {
  const moving = document
    .getAnimations()
    .filter((one) => one.effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY);
  // One that is broken off has ended as well.
  await Promise.allSettled(moving.map((one) => one.finished));
}

/**
 * While a dialog is open, nothing beneath it may be reached by key, finger or reader: what could be,
 * and is in no `inert` part. Toasts lie over every dialog. Runs in the page.
 */
function findReachedBeneath(): string[] {
  const dialogs = document.querySelectorAll('[aria-modal=true]');
  const top = [...dialogs].findLast((dialog) => !dialog.closest('[inert]'));
  if (dialogs.length === 0) return [];
  if (!top) return ['No open dialog can be reached.'];
  const all = document.querySelectorAll('a[href], button, input, select, textarea, [tabindex]');
  return (
    [...all]
      .filter((element) => element.checkVisibility({ visibilityProperty: true }))
      .filter((element) => !element.closest('[inert], [data-over-dialogs], [data-focus-trap]'))
      .filter(
        (element) => !top.contains(element) && !element.hasAttribute('data-dialog-hidden-dismiss'),
      )
      // A menu or a list that the dialog itself has opened.
      .filter((element) => !element.closest('[data-dialog]'))
      .map((element) => element.outerHTML.slice(0, 120))
  );
}

const describe = (violations: AxeResults['violations']) =>
  violations.map(
    ({ id, help, nodes }) =>
      `${id}: ${help}\n${nodes.map((node) => `  ${node.html.slice(0, 200)}\n    ${node.failureSummary}`).join('\n')}`,
  );
