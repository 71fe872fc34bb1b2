import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type {
  BusinessProfile,
  BusinessProfileInput,
} from '../../../shared/profile/profile.contract.ts';
import { ApiError } from '../../lib/api-error.ts';
import { api, orpc } from '../../lib/api.ts';
import { useIdempotencyKeys } from '../../lib/idempotency-key.ts';
import { keepAnswer } from '../../lib/keep-answer.ts';
import { refreshFigures } from '../../lib/refresh-figures.ts';
import { notify } from '../../ui/notify.tsx';

/** The business profile; null when there is none yet, undefined while it is not known. */
export function useProfile() {
  const query = useQuery(orpc.profile.get.queryOptions());
  const missing = query.error instanceof ApiError && query.error.status === 404;
  const profile: BusinessProfile | null | undefined = missing ? null : query.data;
  return { profile, error: missing ? null : query.error, refetch: query.refetch };
}

/** Whether the owner has saved it: before, it is only prefilled. */
export const isSaved = (profile: BusinessProfile | null) => profile?.id !== undefined;

/** Creates the profile where none has been saved, and updates it otherwise. */
export function useSaveProfile() {
  const client = useQueryClient();
  const keys = useIdempotencyKeys();
  return useMutation({
    mutationFn: ({ base, input }: { base: BusinessProfile | null; input: BusinessProfileInput }) =>
      base?.id === undefined
        ? api.profile.create(
            { ...input, version: base?.version },
            { context: { idempotencyKey: keys.keyFor([base?.version, input]) } },
          )
        : api.profile.update({ ...input, id: base.id, version: base.version }),
    onSuccess: (saved, { base }) => {
      keys.renew();
      keepAnswer(client, orpc.profile.get.queryKey(), saved);
      refreshFigures(client);
      notify.success(
        'Success',
        `Business profile ${isSaved(base) ? 'updated' : 'created'} successfully`,
      );
    },
  });
}
