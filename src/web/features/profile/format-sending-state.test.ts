import { expect, it } from 'vitest';
import { formatSendingState } from './format-sending-state.ts';

it('says how many new people an owner may write to, and what ends the limit', () => {
  const words = (provenBy: 'payment' | 'domain' | 'admin' | null, perDay: number | null) =>
    formatSendingState({
      provenBy,
      newRecipientsPerDay: perDay,
      newRecipientsLeft: perDay && perDay - 1,
    });
  expect(words('payment', null)).toMatch(
    /without a daily limit: a customer has paid you online\.$/,
  );
  expect(words('domain', null)).toMatch(/your domain is verified\.$/);
  expect(words('admin', null)).toMatch(/you administer this installation\.$/);
  expect(words(null, null)).toBe('No mail server is set up, so messages stay in the outbox.');
  expect(words(null, 1)).toMatch(/^New accounts can email 1 new recipient a day; 0 left now\./);
  expect(words(null, 5)).toMatch(/^New accounts can email 5 new recipients a day; 4 left now\./);
});
