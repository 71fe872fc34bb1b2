import { oc } from '@orpc/contract';
import * as z from 'zod';
import { getCall, keyedCall, postCall, putCall } from '../contract/calls.ts';
import { emailField } from '../contract/contact-fields.ts';
import { emailAddress } from '../contract/email-address.ts';
import {
  boundedText,
  dateText,
  instantText,
  nullableText,
  optionalText,
  orNone,
  recordId,
  requiredText,
  wholeNumber,
} from '../contract/fields.ts';
import { BUSINESS_YEARS, isBusinessDate } from '../dates/business-dates.ts';
import { isLocalTime } from '../dates/local-time.ts';
import { invoiceDetailSchema } from '../invoices/invoice.contract.ts';
import { customerFilter, listAnswer, listQuery } from '../lists/list-query.ts';
import { emailSettingsContract } from './email-settings.contract.ts';
import { dateOnSendingField, emailSchema, holdField } from './message.contract.ts';
import { recipientAddress } from './recipient-address.ts';

const emailFileSchema = z.object({ key: z.string(), fileName: z.string(), size: z.number() });
export type EmailFile = z.output<typeof emailFileSchema>;

/** What a message said, as it went out; null once it is kept no longer. */
export const emailDetailSchema = emailSchema.extend({
  text: nullableText,
  html: nullableText,
  attachments: z.array(z.object({ fileName: z.string(), url: z.string() })),
  /** Those of its owner's own among them, which another message may bring, too. */
  files: z.array(emailFileSchema),
  /** Whose it is, with the address as it is now. */
  customer: z.object({ id: z.number(), name: z.string(), email: nullableText }).nullable(),
  /** Of a statement: its first and last day. */
  period: z.object({ from: dateText, to: dateText }).nullable(),
});
export type EmailDetail = z.output<typeof emailDetailSchema>;

const SEND_AT = 'Send at must be a date and time, such as 2026-01-31T09:00';

/** Whom a message goes to besides, and what it brings besides, at most. */
export const MOST_COPIES = 5;
export const MOST_FILES = 5;

const copies = (label: string) =>
  z
    .array(requiredText('Email', 254).pipe(emailAddress), {
      error: `${label} must be a list of addresses`,
    })
    .max(MOST_COPIES, { error: `${label} can have at most ${MOST_COPIES} addresses`, abort: true })
    .optional();

/** A date and a time where the business is, in the years that records may have: time zones have no others. */
const sendTime = boundedText(40, { error: SEND_AT })
  .refine(isLocalTime, { error: SEND_AT, abort: true })
  .refine((at) => isBusinessDate(at.slice(0, 10)), {
    error: `Send at must be in the years ${BUSINESS_YEARS}`,
  });

const retryInput = z.object({ id: recordId, dateOnSending: dateOnSendingField });
export type RetryInput = z.output<typeof retryInput>;

const rescheduleInput = z.object({ id: recordId, sendAt: sendTime });
export type RescheduleInput = z.output<typeof rescheduleInput>;

/** What is not given is filled in from the document and its customer. */
export const sendEmailInput = z.object({
  id: recordId,
  customerEmail: emailField('Email'),
  customerName: optionalText('Name', 200),
  /** Read by nobody: the document's own number counts. */
  invoiceNumber: boundedText(200).optional(),
  subject: optionalText('Subject', 200),
  message: optionalText('Message', 10_000, 'lines'),
  cc: copies('Cc'),
  bcc: copies('Bcc'),
  /** Keys of files that were sent for it: see `startFile`. */
  files: z
    .array(boundedText(200, { error: 'Files must be a list of keys' }), {
      error: 'Files must be a list of keys',
    })
    .max(MOST_FILES, { error: `At most ${MOST_FILES} files can be attached`, abort: true })
    .optional(),
  /** When it goes out, as date and time where the business is; without it, now. */
  sendAt: orNone(sendTime),
  dateOnSending: dateOnSendingField,
  hold: holdField,
});
export type SendEmailInput = z.output<typeof sendEmailInput>;

const addressStateSchema = z.object({
  /** When a message to it came back for good last, and why. */
  bouncedAt: instantText.nullable(),
  bounceReason: nullableText,
  /** Since when its owner wants no reminders and no statements. */
  unsubscribedAt: instantText.nullable(),
  /** Since when its owner takes nothing more from this business, which the admin alone can lift. */
  blockedAt: instantText.nullable(),
  /** When the admin was asked to. */
  unblockAskedAt: instantText.nullable(),
});
export type AddressState = z.output<typeof addressStateSchema>;

/** `customerId` leaves the messages that are about a customer, and not about a document. */
const emailListQuery = listQuery.omit({ search: true }).extend({ customerId: customerFilter });

const TAG = 'Emails';

const addressInput = z.object({ address: recipientAddress });

const fileInput = z.object({
  fileName: requiredText('File name', 255),
  size: wholeNumber('Size must be a number of bytes', [1, Number.MAX_SAFE_INTEGER]),
});
export type EmailFileInput = z.output<typeof fileInput>;

export const emailContract = {
  ...emailSettingsContract,
  /** Where a file is sent to that a message is to bring: its bytes, by PUT, within 15 minutes. */
  startFile: postCall(
    '/email-files',
    TAG,
    fileInput,
    z.object({ key: z.string(), uploadURL: z.string() }),
  ),
  /** Looks at the file that was sent. Asked again, it answers the same. */
  finishFile: putCall(
    '/email-files',
    TAG,
    z.object({ key: boundedText(200, { error: 'key is required' }) }),
    emailFileSchema,
  ),
  /** Queues the invoice as an e-mail. Its state is on the invoice's `emails`. */
  send: keyedCall('/invoices/{id}/send-email', TAG, sendEmailInput, invoiceDetailSchema),
  /** Tries one again that has failed, or sends one now that was to go out later. */
  retry: postCall('/emails/{id}/retry', TAG, retryInput, emailSchema),
  /** Takes one back that has not begun to be sent. Its document stays as it is. */
  withdraw: postCall('/emails/{id}/withdraw', TAG, z.object({ id: recordId }), emailSchema),
  /** Moves one that is planned for a time to another. */
  reschedule: postCall('/emails/{id}/schedule', TAG, rescheduleInput, emailSchema),
  /** What is known of an address: whether messages to it came back, or are not wanted. */
  address: getCall('/email-addresses/{address}', TAG, addressInput, addressStateSchema),
  /** Reminders and statements go to this address again, although it was unsubscribed or bounced. */
  allow: postCall('/email-addresses/{address}', TAG, addressInput, addressStateSchema),
  /** Asks the admin to lift the block of an address. */
  askUnblock: postCall('/email-addresses/{address}/ask', TAG, addressInput, addressStateSchema),
  /** Newest first. */
  list: oc
    .route({ method: 'GET', path: '/emails', outputStructure: 'detailed', tags: [TAG] })
    .input(emailListQuery)
    .output(listAnswer(emailSchema)),
  get: getCall('/emails/{id}', TAG, z.object({ id: recordId }), emailDetailSchema),
};
