import * as z from 'zod';
import type { Bounce } from './bounce.ts';
import { explainStatus, findStatus, readMessageId } from './bounce.ts';
import { COMPLAINED } from './read-report.ts';

/** What providers tell, as what of it counts here; what is of another kind is left alone. */
const MOST_EVENTS = 1_000;

const text = z.string().max(2_000);
const said = z.string().transform((words) => words.slice(0, 2_000));

const bounceOf = (
  kind: 'hard' | 'soft',
  messageId: string | undefined,
  address: string,
  words: string,
  status = findStatus(words, kind === 'hard'),
): Bounce[] =>
  messageId === undefined
    ? []
    : [{ kind, messageId, address, reason: explainStatus(status, words) }];

const complaintOf = (messageId: string | undefined, address: string): Bounce[] =>
  messageId === undefined ? [] : [{ kind: 'complaint', messageId, address, reason: COMPLAINED }];

// ── Amazon SES ──────────────────────────────────────────────────────────────

const sesRecipient = z.object({
  emailAddress: text,
  status: text.optional(),
  diagnosticCode: said.optional(),
});

const sesMail = z.object({
  headers: z
    .array(z.object({ name: text, value: z.string() }))
    .max(500)
    .optional(),
});

const sesEvent = z.object({
  notificationType: text.optional(),
  eventType: text.optional(),
  mail: sesMail,
  bounce: z
    .object({ bounceType: text, bouncedRecipients: z.array(sesRecipient).max(MOST_EVENTS) })
    .optional(),
  complaint: z.object({ complainedRecipients: z.array(sesRecipient).max(MOST_EVENTS) }).optional(),
});

/** SES names messages anew: ours is among the original headers, which its notifications must include. */
export function readSesEvent(body: unknown): Bounce[] {
  const { data } = sesEvent.safeParse(body);
  if (!data) return [];
  const header = data.mail.headers?.find(({ name }) => name.toLowerCase() === 'message-id');
  const messageId = readMessageId(header?.value);
  const kind = data.bounce?.bounceType === 'Permanent' ? 'hard' : 'soft';
  return [
    ...(data.bounce?.bouncedRecipients ?? []).flatMap((one) =>
      bounceOf(kind, messageId, one.emailAddress, one.diagnosticCode ?? '', one.status),
    ),
    ...(data.complaint?.complainedRecipients ?? []).flatMap((one) =>
      complaintOf(messageId, one.emailAddress),
    ),
  ];
}

// ── Postmark ────────────────────────────────────────────────────────────────

/** The metadata that our messages have there (`X-PM-Metadata-remit`): Postmark names them anew. */
const postmarkEvent = z.object({
  RecordType: text,
  Type: text.optional(),
  Email: text,
  Description: said.optional(),
  Details: said.optional(),
  Metadata: z.record(z.string().max(100), z.string().max(400)).optional(),
});

const POSTMARK_HARD = new Set(['HardBounce', 'BadEmailAddress', 'Blocked', 'SpamNotification']);
const POSTMARK_SOFT = new Set(['Transient', 'SoftBounce', 'DnsError']);

export function readPostmarkEvent(body: unknown): Bounce[] {
  const { data } = postmarkEvent.safeParse(body);
  if (!data) return [];
  const { RecordType, Type = '', Email: address, Description, Details, Metadata } = data;
  const messageId = readMessageId(Metadata?.['remit']);
  if (RecordType === 'SpamComplaint') return complaintOf(messageId, address);
  if (RecordType !== 'Bounce') return [];
  const words = Details || Description || '';
  if (POSTMARK_HARD.has(Type)) return bounceOf('hard', messageId, address, words);
  return POSTMARK_SOFT.has(Type) ? bounceOf('soft', messageId, address, words) : [];
}

// ── Mailgun ─────────────────────────────────────────────────────────────────

const mailgunEvent = z.object({
  'event-data': z.object({
    event: text,
    severity: text.optional(),
    recipient: text,
    message: z.object({ headers: z.object({ 'message-id': text.optional() }) }),
    'delivery-status': z
      .object({ message: said.optional(), description: said.optional() })
      .optional(),
  }),
});

export function readMailgunEvent(body: unknown): Bounce[] {
  const { data } = mailgunEvent.safeParse(body);
  if (!data) return [];
  const { event, severity, recipient, message, ...more } = data['event-data'];
  const messageId = readMessageId(message.headers['message-id']);
  if (event === 'complained') return complaintOf(messageId, recipient);
  if (event !== 'failed') return [];
  const status = more['delivery-status'];
  const words = status?.message || status?.description || '';
  return bounceOf(severity === 'permanent' ? 'hard' : 'soft', messageId, recipient, words);
}

// ── SendGrid ────────────────────────────────────────────────────────────────

const sendgridEvent = z.object({
  event: text,
  email: text,
  type: text.optional(),
  reason: said.optional(),
  response: said.optional(),
  status: text.optional(),
  'smtp-id': text.optional(),
});

export function readSendgridEvents(body: unknown): Bounce[] {
  if (!Array.isArray(body)) return [];
  return body.slice(0, MOST_EVENTS).flatMap((one: unknown): Bounce[] => {
    const { data } = sendgridEvent.safeParse(one);
    if (!data) return [];
    const { event, email, type, reason, response, status } = data;
    const messageId = readMessageId(data['smtp-id']);
    const words = reason || response || '';
    if (event === 'spamreport') return complaintOf(messageId, email);
    if (event === 'deferred') return bounceOf('soft', messageId, email, words);
    if (event === 'dropped') return bounceOf('hard', messageId, email, words);
    // 'blocked' is what passes: a full mailbox, or a server that does not want us today.
    if (event !== 'bounce') return [];
    return bounceOf(type === 'blocked' ? 'soft' : 'hard', messageId, email, words, status);
  });
}
