/** Ids as PayPal gives them. */
import { randomBytes } from 'node:crypto';

const capitals = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789';
/** PayPal's own alphabet of account ids: nothing that is mistaken for something else. */
const clear = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ';

function letters(alphabet: string, length: number): string {
  const fair = 256 - (256 % alphabet.length);
  let result = '';
  while (result.length < length) {
    for (const byte of randomBytes(length)) {
      if (byte < fair && result.length < length) result += alphabet[byte % alphabet.length];
    }
  }
  return result;
}

/** Of an order, capture, refund or webhook: 17 capitals and digits, a letter last. */
export const newPaypalId = (): string => letters(capitals, 16) + letters(capitals.slice(0, 26), 1);

/** Of a payer or merchant. */
export const newPayerId = (): string => letters(clear, 13);

export const newEventId = (): string => `WH-${newPaypalId()}-${newPaypalId()}`;

export const newDisputeId = (): string =>
  `PP-R-${letters(capitals.slice(0, 26), 3)}-${letters('0123456789', 8)}`;

export const newTokenText = (): string => `A21AA${randomBytes(66).toString('base64url')}`;

/** An instant as PayPal writes it: whole seconds, UTC. */
export const instant = (milliseconds: number): string =>
  `${new Date(milliseconds).toISOString().slice(0, 19)}Z`;
