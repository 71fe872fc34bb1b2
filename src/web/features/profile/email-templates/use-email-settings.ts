import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { EmailSettingsInput } from '../../../../shared/emails/email-settings.contract.ts';
import { failure } from '../../../lib/api-error.ts';
import { api, orpc } from '../../../lib/api.ts';
import { keepAnswer } from '../../../lib/keep-answer.ts';
import { notify } from '../../../ui/notify.tsx';

export const useEmailSettings = () => useQuery(orpc.emails.settings.queryOptions());

/** Saves what is changed, one change after the other; a toast says what became of it. */
export function useSaveEmailSettings() {
  const client = useQueryClient();
  const queryKey = orpc.emails.settings.queryKey();
  return useMutation({
    scope: { id: 'email settings' },
    mutationFn: (changes: EmailSettingsInput) => api.emails.saveSettings(changes),
    onSuccess: (saved, { templates }) => {
      keepAnswer(client, queryKey, saved);
      notify.success('Success', templates ? 'Template saved' : 'Saved');
    },
    onError: (error) => {
      notify.error('Error', failure('Failed to save the email settings', error));
      void client.invalidateQueries({ queryKey });
    },
  });
}
