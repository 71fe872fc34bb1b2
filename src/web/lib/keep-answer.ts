import type { InferDataFromTag, QueryClient, QueryKey } from '@tanstack/react-query';

/**
 * Keeps what a write has answered as what a page shows. A read that was asked for before is given up:
 * its answer is older, and would take the place of this one.
 */
export function keepAnswer<Key extends QueryKey>(
  client: QueryClient,
  queryKey: Key,
  answer: NoInfer<InferDataFromTag<unknown, Key>>,
): void {
  // It is given up at once; only its end is waited for.
  void client.cancelQueries({ queryKey, exact: true });
  client.setQueryData(queryKey, answer);
}
