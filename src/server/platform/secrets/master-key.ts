import { createHmac, hkdfSync, randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * The installation's secret: SECRETS_KEY, or a key file of mode 0600 in the data folder, made at
 * the first start (decision 6). Everything secret is derived from it, each for its own purpose.
 */
export function readMasterKey(secretsKey: string | undefined, dataDir: string): Buffer {
  if (secretsKey) return createHmac('sha256', 'remit secrets').update(secretsKey).digest();
  const file = join(dataDir, 'secrets.key');
  const existing = readKeyFile(file);
  if (existing) return existing;
  mkdirSync(dataDir, { recursive: true });
  try {
    // 'wx': two first starts at once end with one key, the other reads it.
    writeFileSync(file, `${randomBytes(32).toString('hex')}\n`, { mode: 0o600, flag: 'wx' });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
  const made = readKeyFile(file);
  if (!made) throw new Error(`The key file ${file} cannot be read`);
  return made;
}

function readKeyFile(file: string): Buffer | undefined {
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
