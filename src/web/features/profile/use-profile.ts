import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type {
  BusinessProfile,
  BusinessProfileInput,
} from '../../../shared/profile/profile.contract.ts';
import { ApiError } from '../../lib/api-error.ts';
import { api, orpc } from '../../lib/api.ts';
import { keepAnswer } from '../../lib/keep-answer.ts';
import { refreshFigures } from '../../lib/refresh-figures.ts';
import type { KeyFor } from '../../lib/use-submission.ts';
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
  return useMutation({
    mutationFn: ({
      base,
      input,
      keyFor,
    }: {
      base: BusinessProfile | null;
      input: BusinessProfileInput;
      keyFor: KeyFor;
    }) =>
      base?.id === undefined
        ? api.profile.create(
            { ...input, version: base?.version },
            { context: { idempotencyKey: keyFor([base?.version, input]) } },
          )
        : api.profile.update({ ...input, id: base.id, version: base.version }),
    onSuccess: (saved, { base }) => {
      keepAnswer(client, orpc.profile.get.queryKey(), saved);
      refreshFigures(client);
      notify.success(
        'Success',
        `Business profile ${isSaved(base) ? 'updated' : 'created'} successfully`,
      );
    },
  });
}
