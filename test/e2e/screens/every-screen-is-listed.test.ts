import { describe, expect, test } from 'vitest';
import { AREAS } from './areas.ts';
import type { Wanted } from './listed.ts';
import { compareWithList, countLayers, readWanted } from './listed.ts';
import { lookedAt } from './looked-at.ts';

const wanted = readWanted();

test('every route, and every file that lays something over a page, stands in the list', () => {
  expect(compareWithList(wanted, AREAS)).toEqual({ missing: [], gone: [] });
});

test('no two states of an area have the same name', () => {
  const names = AREAS.flatMap(({ name, states }) =>
    states.map((state) => `${name}: ${state.name}`),
  );
  expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
});

test('each state is looked at once on each screen that it has, in the default run or that of the rest', () => {
  const places = (areas: readonly { name: string; states: Record<string, readonly object[]> }[]) =>
    areas.flatMap(({ name, states }) =>
      Object.entries(states).flatMap(([screen, all]) =>
        all.map((state) => `${name}: ${(state as { name: string }).name}, on the ${screen}`),
      ),
    );
  const all = AREAS.flatMap(({ name, states }) =>
    states.flatMap((state) =>
      ['desktop', 'phone']
        .filter((screen) => (state.only ?? screen) === screen)
        .map((screen) => `${name}: ${state.name}, on the ${screen}`),
    ),
  );
  const [usual, rest] = [places(lookedAt(AREAS, false)), places(lookedAt(AREAS, true))];
  expect([...usual, ...rest].toSorted()).toEqual(all.toSorted());
  expect(usual.length).toBeGreaterThan(100);
});

describe('what is missed', () => {
  const withMore = (more: Partial<Wanted>) => compareWithList({ ...wanted, ...more }, AREAS);

  test('a route', () => {
    const routes = new Set([...wanted.routes, '/made-up/:']);
    expect(withMore({ routes }).missing).toEqual(['the route /made-up/:']);
  });

  test('a document of the server', () => {
    const documents = new Set([...wanted.documents, '/made-up']);
    expect(withMore({ documents }).missing).toEqual(['the document /made-up']);
  });

  test('a file with a dialog, and one dialog more in a file that is listed', () => {
    const [file = '', count = 0] = [...wanted.layers].at(0) ?? [];
    const shown = AREAS.flatMap(({ states }) => states)
      .flatMap(({ over = [] }) => over)
      .filter((each) => each === file).length;
    expect(count).toBeGreaterThan(0);
    const layers = new Map([...wanted.layers, ['made-up.tsx', 1], [file, shown + 1]]);
    expect(withMore({ layers }).missing).toEqual([
      `${file} draws ${shown + 1} layers, ${shown} are listed`,
      'made-up.tsx draws 1 layers, 0 are listed',
    ]);
  });

  test('a state whose route or dialog is not there any more', () => {
    const bring = () => Promise.resolve();
    const states = [{ name: 'gone', at: '/gone/:id', over: ['gone.tsx'], bring }];
    const { gone } = compareWithList(wanted, [...AREAS, { name: 'gone', who: 'owner', states }]);
    expect(gone).toEqual(['the route /gone/:', 'gone.tsx draws no layer']);
  });
});

test('layers are counted by where they come from, not by their names', () => {
  const source = `
    import { Dialog, DialogActions } from '../../ui/dialog.tsx';
    import { Popover } from '@ariakit/react';
    import { Menu } from './menu-of-the-day.tsx';
    const a = <Dialog opened><DialogActions /></Dialog>;
    const b = <><Popover /><Menu /><ul role="listbox" /></>;
  `;
  expect(countLayers('features/made-up/made-up.tsx', source)).toBe(3);
});
