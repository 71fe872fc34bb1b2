import type { AxeResults } from 'axe-core';
import axe from 'axe-core';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';

const WCAG = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

/** No violation of WCAG 2.2 AA as the page stands now, in light and in dark. */
export async function expectAccessible(page: Page, what: string): Promise<void> {
  // The developer tools' own evaluation, which the content security policy does not concern.
  await page.evaluate(axe.source);
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    const { violations } = await page.evaluate(
      (tags) =>
        (globalThis as unknown as { axe: typeof axe }).axe.run(document, {
          runOnly: { type: 'tag', values: tags },
          resultTypes: ['violations'],
        }),
      WCAG,
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
