import { isDeepStrictEqual } from 'node:util';

/** Whether all that a call gives is as it was answered: sent back, it changes nothing. */
export function saysThat(answered: unknown, given: unknown): boolean {
  if (given === undefined) return true;
  if (Array.isArray(given)) {
    if (!Array.isArray(answered) || answered.length !== given.length) return false;
    return given.every((each, index) => saysThat(answered[index], each));
  }
  if (typeof given === 'object' && given !== null) {
    if (typeof answered !== 'object' || answered === null) return false;
    const known: Record<string, unknown> = { ...answered };
    return Object.entries(given).every(([name, value]) => saysThat(known[name], value));
  }
  if (typeof given === 'string' && typeof answered === 'string') {
    return given === answered || (isNumber(given) && Number(given) === Number(answered));
  }
  return isDeepStrictEqual(given, answered);
}

const isNumber = (text: string) => /^\d+(\.\d+)?$/.test(text);
