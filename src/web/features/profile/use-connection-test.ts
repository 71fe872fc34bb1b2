import { useRef, useState } from 'react';
import type { ProviderName } from '../../../shared/payments/payment.contract.ts';
import { api } from '../../lib/api.ts';
import { reason } from '../../lib/api-error.ts';

export interface ConnectionOutcome {
  connected: boolean;
  message: string;
}

/** What was typed; the stored credentials stand in for what was not. */
interface TypedKeys {
  stripePublishableKey?: string;
  stripeSecretKey?: string;
  paypalClientId?: string;
  paypalClientSecret?: string;
}

/**
 * 'Test connection': asks the provider about the typed or the stored keys.
 * @param keys what the fields hold and what is stored: an outcome stands only for the keys that were
 *   tried, not for those that a disconnect, a discard or a hand has put there since
 * @param onStored called when the stored keys were tried: the profile's status may be another now
 */
export function useConnectionTest(
  provider: ProviderName,
  keys: readonly (string | null | undefined)[],
  onStored: () => Promise<void>,
) {
  const [busy, setBusy] = useState(false);
  const [outcome, setOutcome] = useState<ConnectionOutcome & { about: string }>();
  const about = JSON.stringify(keys.map((key) => key || null));
  const running = useRef(false);

  const test = async (typed: TypedKeys) => {
    if (running.current) return;
    running.current = true;
    setBusy(true);
    setOutcome(undefined);
    try {
      setOutcome({ ...(await api.profile.testConnection({ provider, ...typed })), about });
      // What the test said stands, whether or not the profile can be read again.
      if (Object.keys(typed).length === 0) await onStored().catch(() => undefined);
    } catch (error) {
      const message = reason(error, 'The connection could not be tested. Try again in a moment.');
      setOutcome({ connected: false, message, about });
    } finally {
      running.current = false;
      setBusy(false);
    }
  };
  return { busy, outcome: outcome?.about === about ? outcome : undefined, test };
}
