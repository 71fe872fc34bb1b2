// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act } from 'react';
import type { Root } from 'react-dom/client';
import { createRoot } from 'react-dom/client';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { orpc } from '../../lib/api.ts';
import { useVatIdDoubt } from '../../lib/use-vat-id-doubt.ts';
import { useSameCustomers } from './use-same-customers.ts';

let root: Root;
let client: QueryClient;

function Warnings({ email, vatId }: { email: string; vatId: string }) {
  const same = useSameCustomers({ email, vatId }, 7);
  return JSON.stringify([same.email, same.vatId, useVatIdDoubt(vatId, 'Germany')]);
}

const type = (email: string, vatId: string) =>
  act(async () =>
    root.render(
      <QueryClientProvider client={client}>
        <Warnings email={email} vatId={vatId} />
      </QueryClientProvider>,
    ),
  );
const said = () => JSON.parse(document.body.textContent ?? '') as unknown;
/** What is said once typing has paused. */
const hear = (words: string) =>
  expect
    .poll(async () => {
      await act(async () => new Promise((go) => setTimeout(go, 50)));
      return document.body.textContent;
    })
    .toContain(words);
const known = { id: 1, name: 'Dana Whitlock', company: 'Bücherei Süd' };

beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  client = new QueryClient({
    defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY } },
  });
  const input = { email: 'info@bücher.example', vatId: 'DE136695976', exceptId: 7 };
  client.setQueryData(orpc.customers.same.queryKey({ input }), {
    byEmail: known,
    byVatId: { ...known, company: null },
  });
  client.setQueryData(orpc.customers.same.queryKey({ input: { ...input, vatId: 'DE99' } }), {
    byEmail: null,
    byVatId: null,
  });
  root = createRoot(document.body.appendChild(document.createElement('div')));
});

afterEach(async () => {
  await act(async () => root.unmount());
  document.body.replaceChildren();
  client.clear();
});

test('what is typed is doubted once typing pauses, and what was said of other words is gone', async () => {
  await type('', '');
  await type('info@bücher.example', 'DE99');
  expect(said()).toEqual(['', '', '']);
  await hear('A German VAT ID is DE and 9 digits');
  await type('info@bücher.example', 'DE136695976');
  expect(said()).toEqual(['', '', '']);
  await hear('already');
  expect(said()).toEqual([
    'Bücherei Süd has this email address already. You can save it all the same.',
    'Dana Whitlock has this VAT ID already. You can save it all the same.',
    '',
  ]);
});
