import * as z from 'zod';
import { instantText, nullableText } from '../contract/fields.ts';

/**
 * A document that is sent or reminded of, a payment's receipt or refund, a customer's statement of account,
 * an estimate that its customer has accepted online, a saved card that was declined, and a link by which a
 * customer opens the portal.
 */
export const EMAIL_KINDS = [
  'invoice',
  'reminder',
  'receipt',
  'refund',
  'estimate',
  'credit_note',
  'statement',
  'acceptance',
  'declined',
  'portal_link',
] as const;

/** Why a message is not to go out any more although nothing went wrong. */
export const WITHDRAWN_REASONS = [
  'paid',
  'deleted',
  'moved',
  'refunded',
  'closed',
  'paused',
  'drafted',
  'undone',
  'unsubscribed',
  'bounced',
  'lapsed',
  'charged',
] as const;

/** What a message is held for. */
export const WAITING_FOR = ['turn', 'new_recipients', 'reinstatement', 'undo', 'schedule'] as const;

/** What can come of a message that a mail server took: it came back, waits there, or was called spam. */
export const BOUNCE_KINDS = ['hard', 'soft', 'complaint'] as const;
export type BounceKind = (typeof BOUNCE_KINDS)[number];

/** A message about a document, and how far it has come. Addresses and words as they went out. */
export const emailSchema = z.object({
  id: z.number(),
  /** What it is about: one of them. */
  invoiceId: z.number().nullable(),
  estimateId: z.number().nullable(),
  creditNoteId: z.number().nullable(),
  /** Of a statement, and of a link to the portal. */
  customerId: z.number().nullable(),
  kind: z.enum(EMAIL_KINDS),
  to: z.string(),
  cc: z.array(z.string()),
  bcc: z.array(z.string()),
  /** Of all these, who has no copy: who wants none, or whom the mail server refused. */
  refused: z.array(z.string()),
  /** Of all these, whose copy may have been sent: the mail server had it, and did not answer. */
  copiesUnsure: z.array(z.string()),
  subject: z.string(),
  /** The owner's words in it. */
  message: z.string(),
  /** 'sent': the mail server (or the outbox) has accepted it, and not before. */
  status: z.enum(['queued', 'sent', 'failed']),
  /** There was no mail server: it went to the outbox, and to nobody. */
  keptInOutbox: z.boolean(),
  /** It was not sent because there was no point any more, such as when the invoice was paid. */
  withdrawn: z.boolean(),
  /** Its owner took it back. It is `withdrawn` as well. */
  withdrawnByOwner: z.boolean(),
  /** It was left unsent, as an earlier message to its address came back. It is `withdrawn` as well. */
  withheld: z.boolean(),
  /**
   * It failed, but the mail server may have sent it: it had all of it, and nobody knows what it answered. It is
   * not sent again by itself.
   */
  mayHaveArrived: z.boolean(),
  attempts: z.number(),
  /** Why the last attempt failed, in words. */
  lastError: nullableText,
  /** The field of its document that has to change before the document can be issued, if that is why. */
  refusedField: nullableText,
  /** Its document, a draft until then, gets the day on which the message goes as its issue date. */
  dateOnSending: z.boolean(),
  nextAttemptAt: instantText.nullable(),
  /**
   * Nothing went wrong, but it is held: by the daily limit of messages, that of new recipients, or
   * because the account is suspended, of which `lastError` says so in words; or for its owner, who may
   * withdraw it until `nextAttemptAt`, or because it is to be sent then ('schedule').
   */
  waitsFor: z.enum(WAITING_FOR).nullable(),
  sentAt: instantText.nullable(),
  /**
   * What was told of it after it had been sent: 'hard' is not delivered, 'soft' is delayed at its
   * recipient's mail server, and by a 'complaint' its recipient called it spam.
   */
  bounce: z
    .object({
      kind: z.enum(BOUNCE_KINDS),
      address: z.string(),
      reason: z.string(),
      at: instantText,
    })
    .nullable(),
  createdAt: instantText,
});
export type Email = z.output<typeof emailSchema>;

/** Gives a draft the day on which its message goes as its issue date; due date and installments move with it. */
export const dateOnSendingField = z
  .boolean({ error: 'Date on sending must be true or false' })
  .optional();

/** Waits the seconds of `MAIL_UNDO_SECONDS` before it goes out, in which it can be withdrawn. */
export const holdField = z.boolean({ error: 'Hold must be true or false' }).optional();

/** Whether the newest message about a document reached nobody, or not yet; one that was taken back after another does not count. */
export const undeliveredSchema = z.object({
  kind: z.enum(EMAIL_KINDS),
  to: z.string(),
  /**
   * In the outbox, because there is no mail server; no mail server took it; one may have sent it and did not say so
   * ('unsure'); it came back from its recipient's; its owner took it back; or it was left unsent, as an earlier one
   * to its address came back. 'scheduled': it goes out at the time that its owner chose.
   */
  how: z.enum(['outbox', 'failed', 'unsure', 'bounced', 'withdrawn', 'withheld', 'scheduled']),
  /** When what is scheduled goes out. */
  at: instantText.optional(),
});

/** What becomes of a message, in the history of its document. */
export const EMAIL_EVENTS = [
  'email.queued',
  'email.moved',
  'email.sent',
  'email.not_copied',
  'email.failed',
  'email.bounced',
  'email.delayed',
  'email.complained',
] as const;
