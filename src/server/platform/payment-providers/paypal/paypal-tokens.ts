import { createHash } from 'node:crypto';
import type { Clock } from '../../clock/clock.ts';

/** A REST app's keys at PayPal. */
export interface PaypalKeys {
  clientId: string;
  clientSecret: string;
}

export interface AccessToken {
  value: string;
  /** Seconds that PayPal grants it. */
  expiresIn: number;
}

/** How many accounts' tokens are kept; the one that was used longest ago goes first. */
const KEPT = 1_000;

interface Entry {
  token: Promise<string>;
  /** Milliseconds since the epoch; until the answer is there, not at all. */
  goodUntil: number;
}

/** Access tokens of many accounts, each asked for once and used until shortly before it expires. */
export interface PaypalTokens {
  /**
   * The account's token; `ask` is called when there is none, once for callers that come together.
   * @param account from `identifyAccount`
   */
  get(account: string, ask: () => Promise<AccessToken>): Promise<string>;
  /** Forgets a token that PayPal no longer takes; another one that came since then stays. */
  forget(account: string, token: string): Promise<void>;
}

/**
 * The account that a pair of keys opens at a host. By the secret as well, so that a wrong one never
 * meets the right one's token; hashed, so that neither is kept here.
 */
export function identifyAccount(apiBase: string, { clientId, clientSecret }: PaypalKeys): string {
  const whole = JSON.stringify([apiBase, clientId, clientSecret]);
  return createHash('sha256').update(whole).digest('base64');
}

export function paypalTokens(clock: Clock): PaypalTokens {
  const entries = new Map<string, Entry>();

  return {
    get(account, ask) {
      const known = entries.get(account);
      if (known && clock.now().getTime() < known.goodUntil) {
        entries.delete(account);
        entries.set(account, known);
        return known.token;
      }
      const entry: Entry = {
        goodUntil: Number.POSITIVE_INFINITY,
        token: ask().then(
          ({ value, expiresIn }) => {
            const margin = Math.min(60, expiresIn / 2);
            entry.goodUntil = clock.now().getTime() + (expiresIn - margin) * 1000;
            return value;
          },
          (error: unknown) => {
            if (entries.get(account) === entry) entries.delete(account);
            throw error;
          },
        ),
      };
      entries.set(account, entry);
      const [oldest] = entries.keys();
      if (entries.size > KEPT && oldest !== undefined) entries.delete(oldest);
      return entry.token;
    },

    async forget(account, token) {
      const known = entries.get(account);
      if (known && (await known.token.catch(() => undefined)) === token) {
        if (entries.get(account) === known) entries.delete(account);
      }
    },
  };
}
