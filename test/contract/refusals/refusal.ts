/** Where an input is refused and in which words; where more than one thing is wrong, the others after it. */
export type Faults = readonly [
  path: string,
  message: string,
  ...others: readonly (readonly [path: string, message: string])[],
];

/** What an input says otherwise than one that is taken, and what is wrong with that. */
export type Refusal = readonly [change: object, ...Faults];

/** What some calls refuse by the contract alone, without a look at anything that is stored. */
export interface Refusals {
  calls: readonly string[];
  /** What each of these calls takes. Fields that a call does not have are read by nobody. */
  accepted: object;
  refused: readonly Refusal[];
  /** What is just taken: a change for each bound that nothing else shows. */
  taken?: readonly object[];
}

/** The same change refused, one value after another. */
export const eachOf = (
  field: string,
  values: readonly unknown[],
  message: string,
): readonly Refusal[] => values.map((value) => [{ [field]: value }, field, message]);

export const longText = (length: number): string => 'x'.repeat(length);
