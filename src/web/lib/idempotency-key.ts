/** Names one submission to the server. Forms are given theirs by `useSubmission`, and by nothing else; a button has its own. */
export type IdempotencyKey = string & { readonly ofSubmission: unique symbol };

/** 128 random bits as a UUID. `crypto.randomUUID` is missing on plain-http addresses of a network. */
export function randomId(): string {
  if (typeof crypto.randomUUID === 'function') return crypto.randomUUID();
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

/** The key of what a button does, where there is no form. */
export const newKey = (): IdempotencyKey => randomId() as IdempotencyKey;
