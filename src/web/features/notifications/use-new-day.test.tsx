// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act } from 'react';
import type { Root } from 'react-dom/client';
import { createRoot } from 'react-dom/client';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { BusinessProfile } from '../../../shared/profile/profile.contract.ts';
import { useBusiness } from '../../documents/use-business.ts';
import { orpc } from '../../lib/api.ts';
import { useNewDay } from './use-notifications.ts';

let root: Root;
let client: QueryClient;

function Page() {
  useNewDay();
  return <p>{useBusiness().today}</p>;
}

const summary = orpc.invoices.summary.queryKey({ input: {} });
const isReadAgain = () => client.getQueryState(summary)?.isInvalidated;
const shown = () => document.querySelector('p')?.textContent;
const pass = (seconds: number) => act(async () => vi.advanceTimersByTimeAsync(seconds * 1_000));

beforeEach(async () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  // Ten seconds before midnight in New York.
  vi.useFakeTimers({ now: new Date('2026-11-23T04:59:50Z') });
  client = new QueryClient({
    defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY } },
  });
  client.setQueryData(orpc.profile.get.queryKey(), {
    timeZone: 'America/New_York',
  } as BusinessProfile);
  client.setQueryData(summary, {} as never);
  root = createRoot(document.body.appendChild(document.createElement('div')));
  await act(async () =>
    root.render(
      <QueryClientProvider client={client}>
        <Page />
      </QueryClientProvider>,
    ),
  );
});

afterEach(async () => {
  await act(async () => root.unmount());
  document.body.replaceChildren();
  client.clear();
  vi.useRealTimers();
});

test('an open page is read again when it is midnight where the business is', async () => {
  expect([shown(), isReadAgain()]).toEqual(['2026-11-22', false]);
  await pass(5);
  expect([shown(), isReadAgain()]).toEqual(['2026-11-22', false]);
  await pass(20);
  expect([shown(), isReadAgain()]).toEqual(['2026-11-23', true]);
});

test('a move to another time zone is no new day', async () => {
  await act(async () =>
    client.setQueryData(orpc.profile.get.queryKey(), {
      timeZone: 'Asia/Tokyo',
    } as BusinessProfile),
  );
  await pass(1);
  expect([shown(), isReadAgain()]).toEqual(['2026-11-23', false]);
});
