import { useState } from 'react';
import { api } from '../../lib/api.ts';
import { reason } from '../../lib/api-error.ts';
import { notify } from '../../ui/notify.tsx';

const FAILED = 'Failed to open subscription management. Please try again.';

/** Leads to the provider's page where the plan is managed. */
export function usePortal(): { open: () => void; busy: boolean } {
  const [busy, setBusy] = useState(false);
  const open = async () => {
    setBusy(true);
    notify.clear();
    try {
      const { url } = await api.subscription.portal();
      if (!url) throw new Error('The answer has no address');
      // Stays busy: the page is about to be left.
      globalThis.location.assign(url);
    } catch (error) {
      setBusy(false);
      const why = reason(error, FAILED);
      if (/no configuration|customer portal/i.test(why)) {
        notify.error(
          'Portal Setup Required',
          'Please configure the customer portal in the payment provider’s dashboard.',
        );
      } else notify.error('Error', why);
    }
  };
  return { open: () => void open(), busy };
}
