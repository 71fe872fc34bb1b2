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
  for (const [colorScheme, options] of [
    ['light', EVERYTHING],
    ['dark', COLORS],
  ] as const) {
    await page.emulateMedia({ colorScheme });
    const { violations } = await page.evaluate(
      (chosen) => (globalThis as unknown as Required<WithAxe>).axe.run(document, chosen),
      options,
    );
    expect(describe(violations), `${what}, ${colorScheme}`).toEqual([]);
  }
  await page.emulateMedia({ colorScheme: 'light' });
}

const describe = (violations: AxeResults['violations']) =>
  violations.map(
    ({ id, help, nodes }) =>
      `${id}: ${help}\n${nodes.map((node) => `  ${node.html.slice(0, 200)}\n    ${node.failureSummary}`).join('\n')}`,
  );
