/**
 * Looks at every page, dialog and state of `screens/` on both screens: no violation of WCAG 2.2 AA in
 * light, none of contrast in dark, nothing that is reached beneath a dialog, nothing wider than the
 * screen, no menu or popover that leaves it, and in tables no head, amount or badge that is cut; these two on a tablet as well. What is in no entry of that list, `screens/every-screen-is-listed.test.ts` finds; which of
 * them a run looks at, `screens/looked-at.ts` says.
 *
 * `SCREEN_PICTURES=folder` keeps a picture of each.
 */
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { PATIENCE } from '../patience.ts';
import { findFaults } from './axe.ts';
import type { Screen, Visitor } from './browser.ts';
import { browserForFile, SCREENS } from './browser.ts';
import { AREAS } from './screens/areas.ts';
import type { ListedState, Stage, Who } from './screens/listed-state.ts';
import { addressOf } from './screens/listed-state.ts';
import { lookedAt } from './screens/looked-at.ts';
import { openInside } from './screens/open-inside.ts';
import { SETTINGS } from './screens/prepared/ground.ts';
import type { Prepared } from './screens/prepared/prepare-accounts.ts';
import { prepareAccounts } from './screens/prepared/prepare-accounts.ts';
import { serverForFile } from './started-server.ts';

const { server, query } = serverForFile({ postgres: true, env: SETTINGS });
const { visit } = browserForFile();
const TABLET = { width: 820, height: 1180 };
const PICTURES = process.env['SCREEN_PICTURES'];
let made: Prepared;

beforeAll(async () => {
  made = await prepareAccounts({ server, query });
});

const cookieOf = (who: Who): string | undefined => {
  if (who === 'nobody') return undefined;
  return who === 'guest' ? made.visit : made[who].cookie;
};

test.each(lookedAt(AREAS))('$name', async ({ name, who, states }) => {
  await Promise.all(
    SCREENS.filter((screen) => states[screen].length > 0).map(async (screen) => {
      const cookie = cookieOf(who);
      const visitor = await visit({ url: server.url, screen, ...(cookie ? { cookie } : {}) });
      // One that does not come is told, and the others are looked at.
      visitor.page.setDefaultTimeout(PATIENCE.poll / 2);
      let inside = false;
      for (const state of states[screen]) {
        const faults = await lookAt(visitor, state, { screen, inside: inside && !state.anew });
        inside = faults.length === 0 && !['nobody', 'guest'].includes(who);
        expect.soft(faults, `${name}: ${state.name}, on the ${screen}`).toEqual([]);
      }
    }),
  );
});

/** @returns what is wrong with it, in words */
async function lookAt(
  { page, expectOutage }: Visitor,
  state: ListedState,
  { screen, inside }: { screen: Screen; inside: boolean },
): Promise<string[]> {
  const endings: (() => Promise<unknown>)[] = [];
  const stage: Stage = {
    page,
    screen,
    made,
    expectOutage,
    phone: screen === 'phone',
    async answer(calls, answer) {
      await page.route(
        calls,
        typeof answer === 'function' ? answer : (route) => route.fulfill(answer),
      );
      endings.push(() => page.unroute(calls));
    },
    afterwards: (step) => void endings.push(step),
  };
  try {
    const address = addressOf(state, made);
    await state.before?.(stage);
    if (inside) await openInside(page, address);
    else await openAnew(page, address);
    await state.bring(stage);
    if (!state.staysBusy) await untilLoaded(page);
    const faults = [...(await findMisfits(page)), ...(await findFaults(page))];
    if (screen === 'desktop') faults.push(...(await findMisfitsOnTablet(page)));
    if (PICTURES) await takePicture(page, `${state.name} (${screen})`, PICTURES);
    return faults;
  } catch (error) {
    await takePicture(page, `${state.name} (${screen})`, 'test-results');
    return [String(error)];
  } finally {
    for (const end of endings) await end();
  }
}

/** In a tab that remembers nothing of what was looked at before. */
async function openAnew(page: Page, address: string): Promise<void> {
  if (page.url().startsWith('http')) await page.evaluate(() => sessionStorage.clear());
  await page.goto(address, { waitUntil: 'commit' });
}

const untilLoaded = (page: Page) =>
  page.waitForFunction(() => document.querySelector('[aria-busy=true]:not([inert] *)') === null);

/** What is wider than its place: the page or a dialog on its screen, and what a table may not cut. */
async function findMisfits(page: Page): Promise<string[]> {
  const { wide, screen, outside, cut } = await page.evaluate(() => ({
    wide: Math.max(
      ...[document.scrollingElement, ...document.querySelectorAll('[role=dialog]')].map((box) =>
        box && box.scrollWidth > box.clientWidth ? box.scrollWidth : 0,
      ),
    ),
    screen: window.innerWidth,
    outside: [...document.querySelectorAll('[style*="--popover-available-height"] > *')]
      .map((layer) => layer.getBoundingClientRect())
      .filter(
        ({ top, left, bottom, right }) =>
          top < 0 || left < 0 || bottom > window.innerHeight || right > window.innerWidth,
      )
      .map(({ top, bottom }) => `${Math.round(top)} to ${Math.round(bottom)} px`),
    cut: [...document.querySelectorAll('th, td')]
      .filter(
        (cell) =>
          // A column that is closed holds nothing to be read.
          cell.checkVisibility({ visibilityProperty: true }) &&
          cell.scrollWidth > cell.clientWidth &&
          (cell.matches('th') ||
            getComputedStyle(cell).textAlign === 'right' ||
            cell.querySelector('.rounded-full') !== null),
      )
      .map((cell) => cell.textContent),
  }));
  return [
    ...(wide > 0 ? [`it has ${wide} px and scrolls sideways on a screen of ${screen}`] : []),
    ...outside.map((place) => `${FLOATS} leaves a screen of ${screen}: ${place}`),
    ...cut.map((words) => `a table cuts '${words}' on a screen of ${screen}`),
  ];
}

const FLOATS = 'what floats';

/** Between the desktop and the phone, where tables have the least room. */
async function findMisfitsOnTablet(page: Page): Promise<string[]> {
  const usual = page.viewportSize();
  if (!usual) return [];
  await page.setViewportSize(TABLET);
  // What is placed by a measurement, such as an open menu, follows in the next frame.
  await page.evaluate(
    () => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))),
  );
  const faults = await findMisfits(page);
  await page.setViewportSize(usual);
  // What an open menu belongs to may have gone out of sight, and the menu goes with it.
  return faults.filter((fault) => !fault.startsWith(FLOATS));
}

async function takePicture(page: Page, name: string, folder: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  const file = `${name.replaceAll(/[^a-z0-9]+/gi, '-')}.png`;
  await page.screenshot({ path: join(folder, file) }).catch(() => undefined);
}
