import { createCipheriv, createDecipheriv, createHmac, randomBytes } from 'node:crypto';
import { deriveKey } from './master-key.ts';

const VERSION = 'v1.';
const IV_BYTES = 12;
const TAG_BYTES = 16;

/** Encrypts secrets at rest (decision 6): AES-256-GCM, NIST SP 800-38D. */
export interface Seal {
  /**
   * @param place where the ciphertext will stand, such as 'user 12 stripe secret': it opens nowhere
   *   else, so a row's ciphertext is of no use in another row
   */
  close(secret: string, place: string): string;
  /** Tells whether two secrets are the same one, and nothing else about them: 32 hex digits. */
  fingerprint(secret: string): string;
  /** undefined when the ciphertext was altered, moved, or made with another key. */
  open(sealed: string, place: string): string | undefined;
}

export function createSeal(masterKey: Buffer): Seal {
  const key = deriveKey(masterKey, 'payment credentials');
  const printKey = deriveKey(masterKey, 'fingerprints of payment credentials');
  return {
    fingerprint: (secret) =>
      createHmac('sha256', printKey).update(secret).digest('hex').slice(0, 32),
    close(secret, place) {
      const iv = randomBytes(IV_BYTES);
      const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(Buffer.from(place));
      const text = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()]);
      return VERSION + Buffer.concat([iv, cipher.getAuthTag(), text]).toString('base64');
    },
    open(sealed, place) {
      if (!sealed.startsWith(VERSION)) return undefined;
      const bytes = Buffer.from(sealed.slice(VERSION.length), 'base64');
      if (bytes.length < IV_BYTES + TAG_BYTES) return undefined;
      const iv = bytes.subarray(0, IV_BYTES);
      const tag = bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES);
      try {
        const decipher = createDecipheriv('aes-256-gcm', key, iv, { authTagLength: TAG_BYTES })
          .setAAD(Buffer.from(place))
          .setAuthTag(tag);
        const text = decipher.update(bytes.subarray(IV_BYTES + TAG_BYTES));
        return Buffer.concat([text, decipher.final()]).toString('utf8');
      } catch {
        return undefined;
      }
    },
  };
}
