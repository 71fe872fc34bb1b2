import { createHmac, hkdfSync, randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * The installation's secret: SECRETS_KEY, or a key file of mode 0600 in the data folder, made at
 * the first start (decision 6). Everything secret is derived from it, each for its own purpose.
 * @throws while a change of the key is unfinished
 */
export function readMasterKey(secretsKey: string | undefined, dataDir: string): Buffer {
  if (secretsKey) return settingKey(secretsKey);
  if (readKeyFile(dataDir, NEXT_KEY_FILE)) {
    throw new Error(
      'A change of the key was interrupted. Run "npm run rotate-key" again, to its end, then start Remit.',
    );
  }
  const file = join(dataDir, KEY_FILE);
  const existing = readKeyFile(dataDir, KEY_FILE);
  if (existing) return existing;
  mkdirSync(dataDir, { recursive: true });
  try {
    // 'wx': two first starts at once end with one key, the other reads it.
    writeFileSync(file, `${randomBytes(32).toString('hex')}\n`, { mode: 0o600, flag: 'wx' });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
  const made = readKeyFile(dataDir, KEY_FILE);
  if (!made) throw new Error(`The key file ${file} cannot be read`);
  return made;
}

export const KEY_FILE = 'secrets.key';
/** The key that is to take its place, while everything is encrypted with it (`npm run rotate-key`). */
export const NEXT_KEY_FILE = 'secrets.key.next';

export function settingKey(secretsKey: string): Buffer {
  return createHmac('sha256', 'remit secrets').update(secretsKey).digest();
}

/** @throws where it holds no key */
export function readKeyFile(dataDir: string, name: string): Buffer | undefined {
  const file = join(dataDir, name);
  let text: string;
  try {
    text = readFileSync(file, 'utf8').trim();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
  if (!/^[0-9a-f]{64}$/.test(text)) {
    throw new Error(`The key file ${file} is damaged: restore it from a backup`);
  }
  return Buffer.from(text, 'hex');
}

/** A key for one purpose (HKDF-SHA256, RFC 5869), so that no two uses share bytes. */
export function deriveKey(master: Buffer, purpose: string): Buffer {
  return Buffer.from(hkdfSync('sha256', master, Buffer.alloc(0), purpose, 32));
}
