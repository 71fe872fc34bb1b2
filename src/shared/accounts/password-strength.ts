import { ZxcvbnFactory } from '@zxcvbn-ts/core';
import { adjacencyGraphs, dictionary as common } from '@zxcvbn-ts/language-common';
import { dictionary as english } from '@zxcvbn-ts/language-en';

/*
 * Apart from the rule, because the lists weigh more than the rest of a page: they are loaded when a
 * password is judged by them, and kept from then on.
 */

/**
 * Its work grows faster than the length: parts of this size take some milliseconds, and of letters
 * written as digits a few are tried instead of a hundred.
 */
const PART = 20;
const estimator = new ZxcvbnFactory({
  dictionary: { ...common, ...english },
  graphs: adjacencyGraphs,
  l33tMaxSubstitutions: 4,
});

export interface PasswordStrength {
  /** How many guesses it takes, about. The library's scores 1 to 4 begin at 10^3, 10^6, 10^8, 10^10. */
  guesses: number;
  /** The library's key of what makes it weak. */
  warning: string | null;
}

/**
 * How hard a password is to guess; of a long one the stronger of its two ends counts.
 * @param personal words that somebody who knows the person tries first
 */
export function passwordStrength(password: string, personal: readonly string[]): PasswordStrength {
  const parts = [password.slice(0, PART)];
  if (password.length > PART) parts.push(password.slice(-PART));
  const results = parts.map((part) => estimator.check(part, [...personal]));
  const best = results.toSorted((a, b) => b.guesses - a.guesses)[0];
  return { guesses: best?.guesses ?? 0, warning: best?.feedback.warning ?? null };
}
