import { hash, verify } from '@node-rs/argon2';

/**
 * argon2id with the first parameters of OWASP's Password Storage Cheat Sheet: 19 MiB, two passes,
 * one lane. It runs on libuv's threads, so at most four at a time.
 */
const ARGON2ID = { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

/** The hash in PHC form, parameters and salt included. */
export function hashPassword(password: string): Promise<string> {
  return hash(comparable(password), ARGON2ID);
}

/** Whether the password is the hashed one; a hash that cannot be read matches nothing. */
export async function verifyPassword(given: { hash: string; password: string }): Promise<boolean> {
  try {
    return await verify(given.hash, comparable(given.password));
  } catch {
    return false;
  }
}

/** Keyboards compose the same letter differently: NFKC makes them one (NIST SP 800-63B, 5.1.1.2). */
function comparable(password: string): string {
  return password.normalize('NFKC');
}
