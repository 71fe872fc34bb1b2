import { expect, it } from 'vitest';
import type { Sender } from '../../../shared/senders/sender.contract.ts';
import { sendingNote } from './use-sending-note.ts';

const sender: Sender = {
  newRecipientsPerDay: 5,
  newRecipientsLeft: 0,
  nextNewRecipientAt: '2026-11-21T12:00:00.000Z',
  provenBy: null,
  domain: null,
  blocks: [],
  recipient: 'waits',
};
const words = () => 'Nov 21, 1:00 PM';

it('says before the press what waits, until when, and what ends it', () => {
  expect(sendingNote(sender, 'invoice', words)).toBe(
    'Waits: new accounts can email 5 new recipients a day, and you have never emailed this address. It is sent on Nov 21, 1:00 PM. Verify your domain in Business Profile to send immediately.',
  );
  expect(sendingNote({ ...sender, recipient: 'blocked' }, 'invoice', words)).toBe(
    'This recipient has blocked messages from your business, so the invoice will not be sent to them.',
  );
  for (const recipient of ['goes', null] as const) {
    expect(sendingNote({ ...sender, recipient }, 'invoice', words)).toBeUndefined();
  }
});
