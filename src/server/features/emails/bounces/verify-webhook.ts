import {
  createHash,
  createHmac,
  createPublicKey,
  createVerify,
  timingSafeEqual,
} from 'node:crypto';
import * as z from 'zod';

type Headers = Record<string, string | string[] | undefined>;

export const FRESH_SECONDS = 15 * 60;

/** Of both the digest, so that the comparison tells nothing, not even a length. */
function isSame(one: string, other: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(one), digest(other));
}

const isFresh = (seconds: number, now: Date): boolean =>
  Math.abs(now.getTime() / 1_000 - seconds) <= FRESH_SECONDS;

/** Postmark signs nothing: it signs in, by the password in the address that it was given. */
export function isFromPostmark({ authorization }: Headers, secret: string): boolean {
  const [, encoded = ''] = /^Basic ([A-Za-z0-9+/=]{1,1000})$/i.exec(String(authorization)) ?? [];
  const sign = Buffer.from(encoded, 'base64').toString();
  return isSame(sign.slice(sign.indexOf(':') + 1), secret);
}

const mailgunSigned = z.object({
  signature: z.object({
    timestamp: z.string().max(20),
    token: z.string().max(100),
    signature: z.string().max(100),
  }),
});

/**
 * Mailgun: HMAC-SHA256 of time and token, by the webhook signing key. What is told with it is not signed.
 * @returns the signature, which is good for one delivery; undefined where it is not Mailgun's
 */
export function readMailgunSignature(body: unknown, secret: string, now: Date): string | undefined {
  const { data } = mailgunSigned.safeParse(body);
  if (!data) return undefined;
  const { timestamp, token, signature } = data.signature;
  const right = createHmac('sha256', secret).update(`${timestamp}${token}`).digest('hex');
  const isRight = isSame(right, signature.toLowerCase()) && isFresh(Number(timestamp), now);
  return isRight ? right : undefined;
}

/** SendGrid: ECDSA of time and body, by the verification key (a public key, DER in base64). */
export function isFromSendgrid(body: Buffer, headers: Headers, key: string, now: Date): boolean {
  const timestamp = headers['x-twilio-email-event-webhook-timestamp'];
  const signature = headers['x-twilio-email-event-webhook-signature'];
  if (typeof timestamp !== 'string' || typeof signature !== 'string') return false;
  try {
    const publicKey = createPublicKey({
      key: Buffer.from(key, 'base64'),
      format: 'der',
      type: 'spki',
    });
    const signed = createVerify('sha256').update(timestamp).update(body);
    return (
      signed.verify(publicKey, Buffer.from(signature, 'base64')) && isFresh(Number(timestamp), now)
    );
  } catch {
    return false;
  }
}

// ── Amazon SNS ──────────────────────────────────────────────────────────────

const snsMessage = z.object({
  Type: z.enum(['Notification', 'SubscriptionConfirmation', 'UnsubscribeConfirmation']),
  MessageId: z.string().max(200),
  TopicArn: z.string().max(400),
  Subject: z.string().max(1_000).nullish(),
  Message: z.string().max(256_000),
  Timestamp: z.string().max(60),
  Token: z.string().max(2_000).optional(),
  SubscribeURL: z.string().max(2_000).optional(),
  SignatureVersion: z.enum(['1', '2']),
  Signature: z.string().max(2_000),
  SigningCertURL: z.string().max(1_000),
});
export type SnsMessage = z.output<typeof snsMessage>;

/** An address of Amazon's notification service, and of nobody else's. */
export function isAmazonAddress(address: string): boolean {
  if (!URL.canParse(address)) return false;
  const { protocol, hostname, port, username, password } = new URL(address);
  if (protocol !== 'https:' || port || username || password) return false;
  return /^sns\.[a-z0-9-]{1,40}\.amazonaws\.com(\.cn)?$/.test(hostname);
}

/** The fields that are signed, each with its name, in this order. */
function signedText(message: SnsMessage): string {
  const names =
    message.Type === 'Notification'
      ? (['Message', 'MessageId', 'Subject', 'Timestamp', 'TopicArn', 'Type'] as const)
      : ([
          'Message',
          'MessageId',
          'SubscribeURL',
          'Timestamp',
          'Token',
          'TopicArn',
          'Type',
        ] as const);
  return names
    .flatMap((name) => (message[name] == null ? [] : [`${name}\n${message[name]}\n`]))
    .join('');
}

/**
 * A message of Amazon's notification service about the topic that was set; undefined for any other.
 * @param fetchText reads a certificate, of an address of Amazon's
 */
export async function readSnsMessage(
  body: unknown,
  topic: string,
  fetchText: (url: string) => Promise<string>,
): Promise<SnsMessage | undefined> {
  const { data } = snsMessage.safeParse(body);
  // Anybody can have a topic there, and messages that are signed.
  if (!data || !isSame(data.TopicArn, topic)) return undefined;
  if (!isAmazonAddress(data.SigningCertURL) || !data.SigningCertURL.endsWith('.pem'))
    return undefined;
  const certificate = await fetchText(data.SigningCertURL);
  const verifier = createVerify(data.SignatureVersion === '1' ? 'RSA-SHA1' : 'RSA-SHA256');
  try {
    const isSigned = verifier
      .update(signedText(data))
      .verify(createPublicKey(certificate), Buffer.from(data.Signature, 'base64'));
    return isSigned ? data : undefined;
  } catch {
    return undefined;
  }
}
