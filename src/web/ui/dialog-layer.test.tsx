// @vitest-environment jsdom
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { expect, test, vi } from 'vitest';
import { DialogLayer } from './dialog-layer.tsx';

const press = (key: string) => {
  const event = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true });
  document.body.dispatchEvent(event);
  return event.defaultPrevented;
};

test('of two quick Enters the second presses nothing once the first has closed the dialog', async () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  const root = createRoot(document.body.appendChild(document.createElement('div')));
  const draw = (opened: boolean) =>
    act(async () =>
      root.render(
        <DialogLayer opened={opened} onClose={() => {}} label="Payment" motion="pop" className="">
          <button type="button">Save</button>
        </DialogLayer>,
      ),
    );
  await draw(true);
  await draw(false);
  // It was closed by something else.
  expect(press('Enter')).toBe(false);
  await draw(true);
  expect(press('Enter')).toBe(false);
  await draw(false);
  expect(press('Enter')).toBe(true);
  expect(press('a')).toBe(false);
  await act(async () => root.unmount());
});
