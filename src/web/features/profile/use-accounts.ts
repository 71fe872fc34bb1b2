import { useQueryClient } from '@tanstack/react-query';
import type { ProviderName } from '../../../shared/payments/payment.contract.ts';
import { PROVIDER_LABELS } from '../../../shared/payments/provider-labels.ts';
import type { BusinessProfile } from '../../../shared/profile/profile.contract.ts';
import { failure, newerRecord } from '../../lib/api-error.ts';
import { api, orpc } from '../../lib/api.ts';
import { keepAnswer } from '../../lib/keep-answer.ts';
import { notify } from '../../ui/notify.tsx';
import type { ProfileFormReturn, SecretFieldName } from './profile-form-type.ts';
import { profileValues } from './profile-values.ts';

interface Options {
  form: ProfileFormReturn;
  base: BusinessProfile | null;
  onBase: (profile: BusinessProfile) => void;
  /** The profile was changed elsewhere: the form asks what to do. */
  onStale: (newer: BusinessProfile) => void;
}

const KEYS: Record<ProviderName, readonly SecretFieldName[]> = {
  stripe: ['stripePublishableKey', 'stripeSecretKey', 'stripeWebhookSecret'],
  paypal: ['paypalClientId', 'paypalClientSecret'],
};

/** What is done to payment accounts at once, apart from the form's own save. */
export function useAccounts({ form, base, onBase, onStale }: Options) {
  const client = useQueryClient();

  const keep = (profile: BusinessProfile) => {
    keepAnswer(client, orpc.profile.get.queryKey(), profile);
    onBase(profile);
  };
  return {
    /** Removes the keys and nothing else: what is typed elsewhere in the form stays unsaved. */
    onDisconnect: async (provider: ProviderName): Promise<boolean> => {
      if (base?.id === undefined) return false;
      const removed = Object.fromEntries(KEYS[provider].map((name) => [name, null]));
      try {
        const { id, version } = base;
        keep(await api.profile.update({ ...profileValues(base), ...removed, id, version }));
        for (const name of KEYS[provider]) form.resetField(name, { defaultValue: '' });
        notify.success('Success', `${PROVIDER_LABELS[provider]} disconnected`);
        return true;
      } catch (error) {
        const newer = newerRecord<BusinessProfile>(error);
        if (newer) onStale(newer);
        else notify.error('Error', failure('Failed to update business profile', error));
        return false;
      }
    },
    /** Reads how the accounts stand now; a newer profile is left to the next save to find. */
    onChecked: async (): Promise<void> => {
      const fresh = await api.profile.get();
      if (fresh.version === base?.version) keep(fresh);
    },
  };
}
