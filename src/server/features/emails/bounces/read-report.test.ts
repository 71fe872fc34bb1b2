import { expect, test } from 'vitest';
import { explainStatus, findStatus, readMessageId } from './bounce.ts';
import { readComplaint, readDeliveryStatus } from './read-report.ts';

const ID = '0123456789abcdef0123456789abcdef';
const returned = [
  `Received: from here\r\n by there\r\nMessage-ID:\r\n <${ID}@remit.example>\r\n\r\nBody`,
];
const head = 'Reporting-MTA: dns; mx.example.com\r\n\r\n';

test('a report may be about several recipients, of whom some have it', () => {
  const status = `${head}Original-Recipient: rfc822;one@example.com\r\nFinal-Recipient: rfc822; relayed@elsewhere.example\r\nAction: failed\r\nStatus: 5.2.2 (full)\r\nDiagnostic-Code: smtp; 552 5.2.2\r\n mailbox full\r\n\r\nFinal-Recipient: rfc822; two@example.com\r\nAction: relayed\r\nStatus: 2.0.0\r\n\r\nFinal-Recipient: rfc822; <three@example.com>\r\nAction: delayed\r\nStatus: 4.4.1\r\n`;
  expect(readDeliveryStatus(status, returned)).toEqual([
    {
      kind: 'hard',
      messageId: ID,
      address: 'one@example.com',
      reason: 'The mailbox is full (552 5.2.2 mailbox full)',
    },
    {
      kind: 'soft',
      messageId: ID,
      address: 'three@example.com',
      reason: 'The recipient’s mail server does not answer',
    },
  ]);
});

test.each([
  ['of a message of somebody else', ['Message-ID: <other@example.com>\n\n']],
  ['without the message', []],
  ['with a name in its text alone', [`Subject: x\n\nMessage-ID: <${ID}@remit.example>`]],
])('a report %s is about none of ours', (_what, parts) => {
  const status = `${head}Final-Recipient: rfc822; one@example.com\nAction: failed\nStatus: 5.1.1\n`;
  expect(readDeliveryStatus(status, parts)).toEqual([]);
});

test('a complaint is one by its own word', () => {
  const report = 'Feedback-Type: abuse\r\nOriginal-Rcpt-To: <one@example.com>\r\n';
  expect(readComplaint(report, returned)).toMatchObject({
    kind: 'complaint',
    messageId: ID,
    address: 'one@example.com',
  });
  expect(readComplaint('Feedback-Type: not-spam', returned)).toBeUndefined();
});

test('a long report is read in no time', () => {
  const started = performance.now();
  readDeliveryStatus(`${'a: b\n \n'.repeat(40_000)}`, [' '.repeat(200_000)]);
  findStatus(`5.${'1'.repeat(100_000)}`, true);
  expect(performance.now() - started).toBeLessThan(2_000);
});

test('what a server says is one short line', () => {
  expect(explainStatus('5.7.1', `no\n\n${'x'.repeat(400)}`)).toHaveLength(
    'The recipient’s mail server refused it ()'.length + 160,
  );
  expect(findStatus('550 5.1.1 unknown', true)).toBe('5.1.1');
  expect(findStatus('greylisted', false)).toBe('4.0.0');
});

test.each([`<${ID}@a>`, ` ${ID}@a.example`, ID])('%s is one of our names', (name) =>
  expect(readMessageId(name)).toBe(ID),
);
test.each([`<${ID}0@a>`, `<${ID.toUpperCase()}@a>`, '', undefined, 7])('%s is none', (name) =>
  expect(readMessageId(name)).toBeUndefined(),
);
