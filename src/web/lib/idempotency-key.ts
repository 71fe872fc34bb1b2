import { useState } from 'react';

/** One key for one submission: the same input keeps its key until it has been taken. */
export interface IdempotencyKeys {
  keyFor(input: unknown): string;
  /** To be called when the submission succeeded: the next one is another. */
  renew(): void;
}

/** Keys for the submissions of one form. A retry of the same input repeats its key. */
export function idempotencyKeys(): IdempotencyKeys {
  let last: { input: string; key: string } | undefined;
  return {
    keyFor(input) {
      const text = JSON.stringify(input) ?? '';
      if (last?.input !== text) last = { input: text, key: randomId() };
      return last.key;
    },
    renew() {
      last = undefined;
    },
  };
}

/** `idempotencyKeys` that live as long as the component. */
export function useIdempotencyKeys(): IdempotencyKeys {
  const [keys] = useState(idempotencyKeys);
  return keys;
}
/** 128 random bits as a UUID. `crypto.randomUUID` is missing on plain-http addresses of a network. */
export function randomId(): string {
  if (typeof crypto.randomUUID === 'function') return crypto.randomUUID();
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}
