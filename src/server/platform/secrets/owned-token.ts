import { createHash, randomBytes } from 'node:crypto';
import { uuidBytes, formatUuid } from './uuid-bytes.ts';

/** The business (16 bytes) and 256 random bits: 64 letters, of which each spelling is another token. */
const TOKEN = /^[A-Za-z0-9_-]{64}$/;

/** What is known of a token: whose it is, so that it is looked for there alone, and its SHA-256 in hex. */
export interface OwnedToken {
  businessId: string;
  digest: string;
}

/** A new token that opens something of a business. It is kept nowhere: its digest is. */
export function makeOwnedToken(businessId: string): OwnedToken & { token: string } {
  const token = Buffer.concat([uuidBytes(businessId), randomBytes(32)]).toString('base64url');
  return { token, businessId, digest: digestOf(token) };
}

/** undefined for what cannot be one. */
export function readOwnedToken(token: string | undefined): OwnedToken | undefined {
  if (token === undefined || !TOKEN.test(token)) return undefined;
  return { businessId: formatUuid(Buffer.from(token, 'base64url')), digest: digestOf(token) };
}

const digestOf = (token: string): string => createHash('sha256').update(token).digest('hex');
