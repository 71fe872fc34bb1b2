import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { ApiError } from './api-error.ts';
import { keepLastSeen } from './last-seen/keep-last-seen.ts';
import { forgetUser } from './session.ts';

/**
 * Nothing is refetched by itself, nothing is retried, nothing grows stale: what changed is told by
 * whoever changed it (`queryClient.invalidateQueries`). Calls are made offline too: they fail at once
 * and say so, instead of waiting unseen, and queries are answered with what was seen last.
 */
export function createQueryClient(): QueryClient {
  const onError = (error: Error) => {
    if (error instanceof ApiError && error.status === 401) forgetUser(client);
  };
  const client: QueryClient = new QueryClient({
    queryCache: new QueryCache({ onError }),
    mutationCache: new MutationCache({ onError }),
    defaultOptions: {
      queries: {
        retry: false,
        refetchInterval: false,
        refetchOnWindowFocus: false,
        refetchOnReconnect: false,
        staleTime: Number.POSITIVE_INFINITY,
        persister: keepLastSeen,
        networkMode: 'always',
      },
      mutations: { retry: false, networkMode: 'always' },
    },
  });
  return client;
}
