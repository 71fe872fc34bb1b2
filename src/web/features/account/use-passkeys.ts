import { useQuery, useQueryClient } from '@tanstack/react-query';
import { listPasskeys } from './auth-calls.ts';

const KEY = ['passkeys'];

export const usePasskeys = () => useQuery({ queryKey: KEY, queryFn: listPasskeys });

export function useRefreshPasskeys(): () => Promise<void> {
  const client = useQueryClient();
  return () => client.invalidateQueries({ queryKey: KEY });
}
