// @vitest-environment jsdom
import { act, useEffect } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { createBrowserRouter, RouterProvider } from 'react-router';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { useAddressParams } from './use-address-params.ts';

let address: ReturnType<typeof useAddressParams>;
let root: Root;
let router: ReturnType<typeof createBrowserRouter>;
/** When the other page can be shown. */
let arrival: Promise<null>;

function List() {
  const current = useAddressParams();
  useEffect(() => {
    address = current;
  });
  return null;
}

beforeEach(async () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  window.history.replaceState(null, '', '/list?edit=7');
  router = createBrowserRouter([
    { path: '/list', Component: List },
    { path: '/start', Component: () => null },
    { path: '/other', loader: () => arrival, Component: () => null },
  ]);
  root = createRoot(document.body.appendChild(document.createElement('div')));
  await act(async () => root.render(<RouterProvider router={router} />));
});
afterEach(async () => {
  await act(async () => root.unmount());
  router.dispose();
});

test('two changes from one drawing both hold, and touch nothing else', async () => {
  const { change } = address;
  await act(async () => {
    change({ status: 'sent' });
    change({ search: 'pine' });
  });
  expect(Object.fromEntries(address.params)).toEqual({ edit: '7', status: 'sent', search: 'pine' });
  await act(async () => change({ status: null, search: '' }));
  expect(window.location.search).toBe('?edit=7');
});

test('only a step that is pushed is one for Back, and what changes nothing is none', async () => {
  const before = window.history.length;
  await act(async () => address.change({ search: 'a' }));
  await act(async () => address.change({ search: 'a' }, { push: true }));
  expect(window.history.length).toBe(before);
  await act(async () => address.change({ new: '1' }, { push: true }));
  expect(window.history.length).toBe(before + 1);
});

test('what settles while another page is on its way does not call the step to it off', async () => {
  let arrive: (page: null) => void = () => {};
  arrival = new Promise((resolve) => {
    arrive = resolve;
  });
  await act(async () => {
    void router.navigate('/other');
    // Before anything is drawn of the step.
    address.change({ search: 'settled at once' });
  });
  await act(async () => address.change({ search: 'settled late' }));
  await act(async () => arrive(null));
  expect(window.location.pathname + window.location.search).toBe('/other');
});

test('nor does it change the page that Back leads to, whose address is there at once', async () => {
  await act(async () => router.navigate('/start'));
  await act(async () => router.navigate('/list?edit=7'));
  await act(async () => {
    window.history.back();
    await new Promise((resolve) => window.addEventListener('popstate', resolve, { once: true }));
    address.change({ search: 'settled at once' });
  });
  expect(window.location.pathname + window.location.search).toBe('/start');
});
