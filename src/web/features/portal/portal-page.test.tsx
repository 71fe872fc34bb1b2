// @vitest-environment jsdom
import { act, Suspense, use } from 'react';
import { createRoot } from 'react-dom/client';
import { afterEach, expect, test, vi } from 'vitest';
import { PortalPage } from './portal-page.tsx';

afterEach(() => {
  window.history.replaceState(null, '', '/');
  document.body.replaceChildren();
});

test('a drawing that React begins anew still knows the token, and the address loses it', async () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  window.history.replaceState(null, '', `/portal#${'a'.repeat(64)}`);
  let come: (value: null) => void = () => {};
  const late = new Promise<null>((resolve) => {
    come = resolve;
  });
  const Late = () => use(late);
  const root = createRoot(document.body.appendChild(document.createElement('div')));
  // What is drawn beside it has to be waited for: React drops what it has drawn by then.
  await act(async () =>
    root.render(
      <Suspense>
        <PortalPage />
        <Late />
      </Suspense>,
    ),
  );
  await act(async () => come(null));
  expect(document.querySelector('button')?.textContent).toBe('Open');
  expect(window.location.hash).toBe('');
  await act(async () => root.unmount());
});
