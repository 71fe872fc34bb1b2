// @vitest-environment jsdom
import type { Root } from 'react-dom/client';
import { createRoot } from 'react-dom/client';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { MenuLayer } from './menu-layer.tsx';
import type { MenuAction } from './menu.tsx';
import { OfflineContext } from './offline.tsx';

let root: Root;
let opener: HTMLElement;
const pressed = vi.fn<(label: string) => void>();
const entry = (label: string, more: Partial<MenuAction> = {}): MenuAction => ({
  label,
  onClick: () => pressed(label),
  ...more,
});

beforeEach(() => {
  // Nothing has a place on a page that is not drawn, and what has none is not focused.
  vi.spyOn(Element.prototype, 'getClientRects').mockReturnValue([
    new DOMRect(),
  ] as unknown as DOMRectList);
  Element.prototype.scrollIntoView = () => {};
  opener = document.createElement('button');
  const place = document.createElement('div');
  document.body.replaceChildren(opener, place);
  root = createRoot(place);
  pressed.mockClear();
});
afterEach(() => root.unmount());

async function show(actions: readonly MenuAction[], offline?: string) {
  root.render(
    <OfflineContext value={offline}>
      <MenuLayer
        key={String(offline)}
        anchor={opener}
        groups={[actions.slice(0, 1), actions.slice(1)]}
        label="Actions"
        onClose={() => {}}
      />
    </OfflineContext>,
  );
  return await vi.waitFor(() => {
    const items = [...document.querySelectorAll<HTMLElement>('[role=menuitem]')];
    expect(items.length).toBe(actions.length);
    expect(items[0]?.textContent).toContain(actions[0]?.label);
    expect(document.activeElement).toBe(items[0]);
    return items;
  });
}

/** What a reader hears after the entry's name. */
const describedAs = (item: HTMLElement | undefined) => {
  const id = item?.getAttribute('aria-describedby');
  return id ? document.getElementById(id)?.textContent : undefined;
};

test('without a connection the reason stands once, and is that of each entry that needs one', async () => {
  const actions = [
    entry('Share'),
    entry('Print', { reads: true }),
    entry('Delete', { writes: true }),
    entry('Link', { writes: true, disabledReason: 'A draft has none.' }),
  ];
  const reason = 'You are offline. Nothing can be opened or saved until you are back.';
  const items = await show(actions, 'You are offline.');
  expect(document.body.textContent?.split('You are offline').length).toBe(2);
  expect(items.map(describedAs)).toEqual([undefined, reason, reason, reason]);
  expect(items.map(({ ariaDisabled, textContent }) => [textContent, ariaDisabled])).toEqual([
    ['Share', null],
    ['Print', 'true'],
    ['Delete', 'true'],
    ['LinkA draft has none.', 'true'],
  ]);
  // All can be reached, none of these does anything.
  expect(document.activeElement).toBe(items[0]);
  for (const item of items) item.click();
  expect(pressed.mock.calls).toEqual([['Share']]);

  const online = await show(actions);
  expect(document.body.textContent).toBe('SharePrintDeleteLinkA draft has none.');
  for (const item of online) item.click();
  expect(pressed.mock.calls.slice(1)).toEqual([['Share'], ['Print'], ['Delete']]);
});

test('a menu that only saves speaks of saving, and one that needs nobody says nothing', async () => {
  const [first] = await show([entry('Edit', { writes: true })], 'Remit cannot be reached.');
  expect(describedAs(first)).toBe(
    'Remit cannot be reached. Nothing can be saved until you are back.',
  );
  await show([entry('Share')], 'Remit cannot be reached.');
  expect(document.body.textContent).toBe('Share');
});
