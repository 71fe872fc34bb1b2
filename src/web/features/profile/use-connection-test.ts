import { useEffect, useRef, useState } from 'react';
import type { ProviderName } from '../../../shared/payments/payment.contract.ts';
import { isUnreachable, errorMessage } from '../../lib/api-error.ts';
import { api } from '../../lib/api.ts';
import { useOneAtATime } from '../../lib/use-one-at-a-time.ts';

export interface ConnectionOutcome {
  connected: boolean;
  message: string;
  testedAt: Date;
}

/** Longer than the server waits for a provider. */
const WAIT_MS = 60_000;

const UNREACHABLE =
  'Remit cannot be reached, so nothing was tested. Check your connection and try again.';
const FAILED = 'The connection could not be tested. Try again in a moment.';
const KEYS_CHANGED = 'The keys were changed while they were being tested. Test them again.';

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
  const { run, busy } = useOneAtATime();
  const [outcome, setOutcome] = useState<ConnectionOutcome & { about: string }>();
  const about = JSON.stringify(keys.map((key) => key || null));
  const latest = useRef(about);
  useEffect(() => {
    latest.current = about;
  }, [about]);

  const test = (typed: TypedKeys) =>
    run(async () => {
      setOutcome(undefined);
      /** Always something to read: an answer about keys that are gone is not kept back in silence. */
      const say = (said: Pick<ConnectionOutcome, 'connected' | 'message'>) => {
        const changed = latest.current !== about;
        const words = changed ? { connected: false, message: KEYS_CHANGED } : said;
        setOutcome({ ...words, testedAt: new Date(), about: latest.current });
      };
      try {
        const signal = AbortSignal.timeout(WAIT_MS);
        say(await api.profile.testConnection({ provider, ...typed }, { signal }));
        // What the test said stands, whether or not the profile can be read again.
        if (Object.keys(typed).length === 0) await onStored().catch(() => undefined);
      } catch (error) {
        const message = isUnreachable(error) ? UNREACHABLE : errorMessage(error, FAILED);
        say({ connected: false, message });
      }
    });
  return { busy, outcome: outcome?.about === about ? outcome : undefined, test };
}
