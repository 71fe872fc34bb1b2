import { useQuery } from '@tanstack/react-query';
import { orpc } from '../lib/api.ts';
import { useKeptPicture } from '../lib/kept-picture.ts';

/** Address of the business's logo; undefined until it is known, and null without one. */
export function useBusinessLogo(): string | null | undefined {
  const { data } = useQuery(orpc.profile.get.queryOptions());
  return useKeptPicture(data?.logoUrl);
}
