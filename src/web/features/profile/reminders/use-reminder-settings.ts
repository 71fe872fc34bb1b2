import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { ReminderSettings } from '../../../../shared/reminders/reminder.contract.ts';
import { failure } from '../../../lib/api-error.ts';
import { api, orpc } from '../../../lib/api.ts';
import { keepAnswer } from '../../../lib/keep-answer.ts';
import { notify } from '../../../ui/notify.tsx';

type Changes = Partial<Omit<ReminderSettings, 'version' | 'enabledSince'>>;

export const useReminderSettings = () => useQuery(orpc.reminders.settings.queryOptions());

/**
 * Saves what is changed, one change after the other, each on top of what the one before has saved.
 * What was chosen shows at once.
 * @param stored as they were read
 */
export function useSaveReminderSettings(stored: ReminderSettings) {
  const client = useQueryClient();
  const queryKey = orpc.reminders.settings.queryKey();
  const [chosen, setChosen] = useState<Changes>({});
  const { mutateAsync } = useMutation({
    scope: { id: 'reminder settings' },
    mutationFn: async (changes: Changes) => {
      const base = client.getQueryData(queryKey) ?? (await api.reminders.settings());
      const { enabledSince: _since, ...settings } = { ...base, ...changes };
      return api.reminders.saveSettings(settings);
    },
    onSuccess: (saved, { enabled, steps, lateFee }) => {
      keepAnswer(client, queryKey, saved);
      // What each invoice's page says of its next reminder.
      void client.invalidateQueries({ queryKey: orpc.reminders.ofInvoice.key() });
      if (enabled !== undefined) {
        notify.success('Success', saved.enabled ? 'Reminders are on' : 'Reminders are off');
      } else if (steps || lateFee !== undefined) {
        notify.success('Success', steps ? 'Schedule saved' : 'Late fee saved');
      }
    },
    onError: (error) => {
      notify.error('Error', failure('Failed to save the reminders', error));
      void client.invalidateQueries({ queryKey });
    },
  });

  /** @returns whether it is saved; a toast says why it is not */
  const save = async (changes: Changes): Promise<boolean> => {
    setChosen((before) => ({ ...before, ...changes }));
    try {
      await mutateAsync(changes);
      return true;
    } catch {
      return false;
    } finally {
      setChosen((before) =>
        Object.fromEntries(Object.entries(before).filter(([name]) => !(name in changes))),
      );
    }
  };
  return { settings: { ...stored, ...chosen }, save, busy: chosen.enabled !== undefined };
}
