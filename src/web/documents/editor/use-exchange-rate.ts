/** A rate that is offered where one has to be typed. */
export interface OfferedRate {
  rate: string;
  date: string;
  source: string;
}

/**
 * Units of `to` for one of `from` on a day, where the installation knows it.
 * @returns undefined while nobody is there to ask: it is typed then
 */
export function useExchangeRate(
  _from: string,
  _to: string,
  _date: string,
): OfferedRate | undefined {
  return undefined;
}
