import { money } from '../../../shared/money/money.ts';
import type { ProfileRow } from '../profile/index.ts';
import { offeredMethods } from '../profile/index.ts';

interface Row {
  /** Whether a charge is to come, if cards can be charged for the amount at all. */
  is_charged: boolean;
  amount_due: string;
  currency: string;
}

/** Whether what is due is taken from a saved card: nobody is asked for it, or charged for its being late, then. */
export const isChargedToCard = (
  { is_charged: isToCome, amount_due: amount, currency }: Row,
  profile: ProfileRow | undefined,
): boolean =>
  isToCome &&
  profile !== undefined &&
  offeredMethods(profile, money(amount, currency)).includes('stripe');
