import { oc } from '@orpc/contract';
import * as z from 'zod';
import { getCall, postCall } from '../contract/calls.ts';
import { boundedText, nullableText, optionalText, recordId } from '../contract/fields.ts';
import { invoiceDetailSchema } from '../invoices/invoice.contract.ts';
import { listAnswer, listQuery } from '../lists/list-query.ts';
import { emailSchema, holdField } from './message.contract.ts';

/** What a message said, as it went out; null once it is kept no longer. */
export const emailDetailSchema = emailSchema.extend({
  text: nullableText,
  html: nullableText,
  attachments: z.array(z.object({ fileName: z.string(), url: z.string() })),
});
export type EmailDetail = z.output<typeof emailDetailSchema>;

const address = optionalText('Email', 254).refine(
  (email) => email == null || z.email().safeParse(email).success,
  { error: 'Enter a valid email address' },
);

/** How long one attempt may last, in ms: what waits longer than that can be hurried. */
export const EMAIL_ATTEMPT_MS = 5 * 60_000;

/** What is not given is filled in from the document and its customer. */
export const sendEmailInput = z.object({
  id: recordId,
  customerEmail: address,
  customerName: optionalText('Name', 200),
  /** Read by nobody: the document's own number counts. */
  invoiceNumber: boundedText(200).optional(),
  subject: optionalText('Subject', 200),
  message: optionalText('Message', 10_000, 'lines'),
  hold: holdField,
});
export type SendEmailInput = z.output<typeof sendEmailInput>;

const TAG = 'Emails';

export const emailContract = {
  /** Queues the invoice as an e-mail. Its state is on the invoice's `emails`. */
  send: postCall('/invoices/{id}/send-email', TAG, sendEmailInput, invoiceDetailSchema),
  /** Tries one again that has failed. */
  retry: postCall('/emails/{id}/retry', TAG, z.object({ id: recordId }), emailSchema),
  /** Takes one back that has not begun to be sent. Its document stays as it is. */
  withdraw: postCall('/emails/{id}/withdraw', TAG, z.object({ id: recordId }), emailSchema),
  /** Newest first. */
  list: oc
    .route({ method: 'GET', path: '/emails', outputStructure: 'detailed', tags: [TAG] })
    .input(listQuery.omit({ search: true }))
    .output(listAnswer(emailSchema)),
  get: getCall('/emails/{id}', TAG, z.object({ id: recordId }), emailDetailSchema),
};
