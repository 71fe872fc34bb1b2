import { randomBytes } from 'node:crypto';

export const capitals = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';
export const digits = '0123456789';
const alphanumerics = capitals.toLowerCase() + capitals + digits;

/** Random characters of an alphabet; bytes above its last whole multiple are thrown away. */
export function randomText(length: number, alphabet = alphanumerics): string {
  const fair = 256 - (256 % alphabet.length);
  let text = '';
  while (text.length < length) {
    for (const byte of randomBytes(length)) {
      if (byte < fair && text.length < length) text += alphabet[byte % alphabet.length];
    }
  }
  return text;
}

export const newId = (prefix: string, length = 24): string => `${prefix}_${randomText(length)}`;
