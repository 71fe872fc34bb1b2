import type { ProfileRow } from '../profile/index.ts';

/** Who writes, and where an answer goes. */
export function senderLines({ businessName, email }: ProfileRow): string[] {
  return [
    email ? `Sent by ${businessName}, ${email}.` : `Sent by ${businessName}.`,
    'Sent with Remit.',
  ];
}
