import type { Decimal } from '../../../shared/money/decimal.ts';
import { countPlaces, parseDecimal, writeDecimal } from '../../../shared/money/decimal.ts';
import type { Money } from '../../../shared/money/money.ts';
import { readMoney } from '../../../shared/money/money.ts';

/** What a provider takes of a currency. */
export interface ChargeRule {
  /** Decimals that its amounts are written or counted with; ISO 4217 may say another number. */
  places: number;
  /** Decimals that count: 0 where it takes whole amounts only, however they are written. */
  precision: number;
  /** The least that it takes, and the most; undefined where it names none. */
  minimum?: Decimal | undefined;
  maximum?: Decimal | undefined;
}

/** An amount in the unit that the provider counts in; undefined for more decimals than it takes. */
export function toChargeUnits({ amount }: Money, rule: ChargeRule): bigint | undefined {
  return countPlaces(amount) > rule.precision ? undefined : parseDecimal(amount, rule.places);
}

/** An amount that the provider counted; undefined for what the currency cannot hold here. */
export function fromChargeUnits(
  units: bigint,
  currency: string,
  { places }: ChargeRule,
): Money | undefined {
  return readMoney(writeDecimal(units, places), currency);
}
