import { createSign, generateKeyPairSync } from 'node:crypto';
import { expect, test } from 'vitest';
import { readSesEvent } from './read-provider-events.ts';
import { isAmazonAddress, readSnsMessage } from './verify-webhook.ts';

const TOPIC = 'arn:aws:sns:eu-west-1:123456789012:bounces';
const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2_048 });
const certificate = publicKey.export({ format: 'pem', type: 'spki' }).toString();
const ID = 'ab'.repeat(16);

const event = {
  notificationType: 'Bounce',
  mail: { headers: [{ name: 'Message-ID', value: `<${ID}@remit.example>` }] },
  bounce: {
    bounceType: 'Permanent',
    bouncedRecipients: [
      { emailAddress: 'gone@example.com', status: '5.1.1', diagnosticCode: 'smtp; 550 unknown' },
    ],
  },
};

/** As Amazon signs it: the fields that it names, in its order, each on lines of its own. */
function signed(values: Record<string, string> = {}, version = '2') {
  const message: Record<string, string> = {
    Type: 'Notification',
    MessageId: 'm-1',
    TopicArn: TOPIC,
    Message: JSON.stringify(event),
    Timestamp: '2026-11-20T12:00:00.000Z',
    SignatureVersion: version,
    SigningCertURL: 'https://sns.eu-west-1.amazonaws.com/SimpleNotificationService-1.pem',
    ...values,
  };
  const names =
    message['Type'] === 'Notification'
      ? ['Message', 'MessageId', 'Subject', 'Timestamp', 'TopicArn', 'Type']
      : ['Message', 'MessageId', 'SubscribeURL', 'Timestamp', 'Token', 'TopicArn', 'Type'];
  const text = names
    .filter((name) => message[name] !== undefined)
    .map((name) => `${name}\n${message[name]}\n`)
    .join('');
  const signer = createSign(version === '1' ? 'RSA-SHA1' : 'RSA-SHA256').update(text);
  return { ...message, Signature: signer.sign(privateKey, 'base64') };
}

const read = (body: unknown, asked: string[] = []) =>
  readSnsMessage(body, TOPIC, (url) => {
    asked.push(url);
    return Promise.resolve(certificate);
  });

test.each(['1', '2'])('takes what Amazon has signed (version %s)', async (version) => {
  const message = await read(signed({ Subject: 'Amazon SES' }, version));
  expect(readSesEvent(JSON.parse(message?.Message ?? ''))).toEqual([
    {
      kind: 'hard',
      messageId: ID,
      address: 'gone@example.com',
      reason: 'There is no such address (550 unknown)',
    },
  ]);
});

test('takes the confirmation of a subscription', async () => {
  const confirm = {
    Type: 'SubscriptionConfirmation',
    Token: 't',
    SubscribeURL: 'https://sns.eu-west-1.amazonaws.com/?Action=ConfirmSubscription',
  };
  expect((await read(signed(confirm)))?.SubscribeURL).toBe(confirm.SubscribeURL);
});

test('takes nothing of another topic, of another text, or with a certificate of elsewhere', async () => {
  const asked: string[] = [];
  expect(await read(signed({ TopicArn: `${TOPIC}-other` }), asked)).toBeUndefined();
  for (const url of [
    'https://sns.eu-west-1.amazonaws.com.evil.example/a.pem',
    'http://sns.eu-west-1.amazonaws.com/a.pem',
    'https://bucket.s3.amazonaws.com/a.pem',
    'https://sns.eu-west-1.amazonaws.com/a',
    'https://sns.eu-west-1.amazonaws.com:444/a.pem',
  ]) {
    expect(await read(signed({ SigningCertURL: url }), asked), url).toBeUndefined();
  }
  expect(asked).toEqual([]);
  expect(await read({ ...signed(), Message: '{}' })).toBeUndefined();
  expect(await read({ ...signed(), Signature: 'x' })).toBeUndefined();
  expect(await read({})).toBeUndefined();
});

test.each([
  ['https://sns.us-east-1.amazonaws.com/x', true],
  ['https://sns.cn-north-1.amazonaws.com.cn/x', true],
  ['https://sns.us-east-1.amazonaws.com@evil.example/x', false],
  ['https://evil.example/sns.us-east-1.amazonaws.com', false],
  ['not an address', false],
])('%s is Amazon’s: %s', (address, is) => expect(isAmazonAddress(address)).toBe(is));
