import { api } from '../../lib/api.ts';

/**
 * A new account's profile begins in UTC. The device of whoever signs up knows better, so that the
 * first invoice is dated on the right day. A courtesy: failing costs nothing, the profile has a field.
 */
export async function adoptTimeZone(): Promise<void> {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  try {
    await api.profile.adoptTimeZone({ timeZone });
  } catch {
    // Told by nobody: nothing that was asked for has failed.
  }
}
