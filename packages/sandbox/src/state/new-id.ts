import { randomBytes } from 'node:crypto';

const letters = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789';

/** `length` random letters and digits; bytes above the last whole multiple are thrown away. */
export function randomLetters(length: number): string {
  let result = '';
  while (result.length < length) {
    for (const byte of randomBytes(length)) {
      if (byte < 248 && result.length < length) result += letters[byte % 62];
    }
  }
  return result;
}

/** A new id such as `cus_4fGh…`. */
export function newId(prefix: string, length = 24): string {
  return `${prefix}_${randomLetters(length)}`;
}
