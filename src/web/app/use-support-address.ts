import { useQuery } from '@tanstack/react-query';
import { orpc } from '../lib/api.ts';

/** 'mailto:…' of the support address, or undefined where none is set. */
export function useSupportAddress(): string | undefined {
  const { data } = useQuery(orpc.account.installation.queryOptions());
  return data?.supportEmail ? `mailto:${data.supportEmail}` : undefined;
}
