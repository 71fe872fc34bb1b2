import { sql } from 'drizzle-orm';
import {
  boolean,
  check,
  date,
  index,
  integer,
  jsonb,
  pgTable,
  text,
  unique,
  uuid,
} from 'drizzle-orm/pg-core';
import {
  BOUNCE_KINDS,
  EMAIL_KINDS,
  WAITING_FOR,
  WITHDRAWN_REASONS,
} from '../../../shared/emails/message.contract.ts';
import type { ReminderTemplate } from '../../../shared/reminders/reminder-words.ts';
import { businessId, createdAt, instant, recordId, reference, updatedAt } from './columns.ts';
import { creditNotes } from './credit-notes.table.ts';
import { customers } from './customers.table.ts';
import { estimates } from './estimates.table.ts';
import { invoices } from './invoices.table.ts';
import { payments, refunds } from './ledger.table.ts';
import { ownersRecord, recordKey } from './owned-columns.ts';

/** Messages about documents and accounts, written with what they tell; a job hands them to the mail server. */
export const emails = pgTable(
  'emails',
  {
    businessId: businessId(),
    id: recordId(),
    kind: text('kind', { enum: EMAIL_KINDS }).notNull(),
    /** What it is about: one of them. */
    invoiceId: reference('invoice_id'),
    estimateId: reference('estimate_id'),
    creditNoteId: reference('credit_note_id'),
    /** Of a statement: whose, and of which days. Of a link to the portal: whose. */
    customerId: reference('customer_id'),
    periodFrom: date('period_from', { mode: 'string' }),
    periodTo: date('period_to', { mode: 'string' }),
    /** Of a receipt: one message for each payment. */
    paymentId: reference('payment_id'),
    /** Of what was given back: one message for each refund. */
    refundId: reference('refund_id'),
    toAddress: text('to_address').notNull(),
    toName: text('to_name'),
    /** Who reads it besides; each counts as a recipient. */
    cc: jsonb('cc').$type<string[]>().notNull().default([]),
    bcc: jsonb('bcc').$type<string[]>().notNull().default([]),
    /** Of these, who has a copy although the message waits: earlier versions sent copies along with it. */
    copied: jsonb('copied').$type<string[]>().notNull().default([]),
    /** Of these, whose copy is still to go, once its recipient has the message: `mayHaveArrived` is of the first then. */
    copiesLeft: jsonb('copies_left').$type<string[]>().notNull().default([]),
    /** Of these, who has no copy: none was to go there, or the mail server took none. */
    refused: jsonb('refused').$type<string[]>().notNull().default([]),
    /** Of these, whose copy a mail server may have sent although it did not say so. */
    copiesUnsure: jsonb('copies_unsure').$type<string[]>().notNull().default([]),
    subject: text('subject').notNull(),
    /** The owner's words in it. */
    message: text('message').notNull(),
    /** The same with its variables, where it is filled in anew before each attempt. */
    template: jsonb('template').$type<ReminderTemplate>(),
    status: text('status', { enum: ['queued', 'sent', 'failed'] })
      .notNull()
      .default('queued'),
    /** Without the brackets; the same at each attempt, so that a message sent twice is one. */
    messageId: text('message_id').notNull(),
    attempts: integer('attempts').notNull().default(0),
    lastError: text('last_error'),
    /** The field of its document for which that could not be issued. */
    refusedField: text('refused_field'),
    /** A draft gets the day on which this goes as its issue date. */
    dateOnSending: boolean('date_on_sending').notNull().default(false),
    /** Why it was taken back although nothing went wrong; its status is failed then. */
    withdrawn: text('withdrawn', { enum: WITHDRAWN_REASONS }),
    /** Its document went to another customer before it was sent: it is never sent again. */
    wasForOther: boolean('was_for_other').notNull().default(false),
    /**
     * A mail server is given the end of it, or was and did not say what became of it: another attempt may
     * be a second copy, so that none is made by itself.
     */
    mayHaveArrived: boolean('may_have_arrived').notNull().default(false),
    nextAttemptAt: instant('next_attempt_at'),
    /** Names the attempt that is under way, whose sender renews `nextAttemptAt`: past that, it is lost. */
    claim: uuid('claim'),
    /**
     * Why it is held although nothing went wrong: its owner's daily limit of messages, that of new
     * recipients, the owner's account is suspended, or the owner may still take it back.
     */
    waitsFor: text('waits_for', { enum: WAITING_FOR }),
    /** When its recipient reported it as abuse. */
    reportedAt: instant('reported_at'),
    sentAt: instant('sent_at'),
    /** What came of it after the mail server had taken it, as a message about it told. */
    bounce: text('bounce', { enum: BOUNCE_KINDS }),
    bounceAddress: text('bounce_address'),
    bounceReason: text('bounce_reason'),
    bouncedAt: instant('bounced_at'),
    /** What it said, kept where it went to the outbox. */
    sentText: text('sent_text'),
    sentHtml: text('sent_html'),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    recordKey(t),
    unique('emails_receipt').on(t.businessId, t.paymentId),
    unique('emails_refund').on(t.businessId, t.refundId),
    ownersRecord('emails_invoice', [t.businessId, t.invoiceId], invoices).onDelete('cascade'),
    ownersRecord('emails_estimate', [t.businessId, t.estimateId], estimates).onDelete('cascade'),
    ownersRecord('emails_credit_note', [t.businessId, t.creditNoteId], creditNotes).onDelete(
      'cascade',
    ),
    ownersRecord('emails_customer', [t.businessId, t.customerId], customers).onDelete('cascade'),
    ownersRecord('emails_payment', [t.businessId, t.paymentId], payments).onDelete('cascade'),
    ownersRecord('emails_refunded', [t.businessId, t.refundId], refunds).onDelete('cascade'),
    check(
      'emails_kind',
      sql`num_nonnulls(${t.invoiceId}, ${t.estimateId}, ${t.creditNoteId}, ${t.customerId}) = 1
        and case when ${t.kind} in ('invoice', 'reminder', 'receipt', 'refund', 'declined') then ${t.invoiceId} is not null
          when ${t.kind} in ('estimate', 'acceptance') then ${t.estimateId} is not null
          when ${t.kind} = 'statement' then num_nonnulls(${t.customerId}, ${t.periodFrom}, ${t.periodTo}) = 3
          when ${t.kind} = 'portal_link' then ${t.customerId} is not null and num_nulls(${t.periodFrom}, ${t.periodTo}) = 2
          else ${t.kind} = 'credit_note' and ${t.creditNoteId} is not null end`,
    ),
    check('emails_status', sql`${t.status} in ('queued', 'sent', 'failed')`),
    check(
      'emails_withdrawn',
      sql`${t.withdrawn} is null or (${t.status} = 'failed'
        and ${t.withdrawn} in ('paid', 'deleted', 'moved', 'refunded', 'closed', 'paused', 'drafted', 'undone',
          'unsubscribed', 'bounced', 'lapsed', 'charged'))`,
    ),
    check(
      'emails_waits_for',
      sql`${t.waitsFor} is null or (${t.status} = 'queued'
        and ${t.waitsFor} in ('turn', 'new_recipients', 'reinstatement', 'undo', 'schedule'))`,
    ),
    check(
      'emails_bounce',
      sql`(${t.bounce} is null) = (${t.bouncedAt} is null)
        and ${t.bounce} in ('hard', 'soft', 'complaint')`,
    ),
    check('emails_to', sql`${t.toAddress} <> ''`),
    index('emails_of_invoice').on(t.businessId, t.invoiceId, t.id),
    index('emails_of_estimate')
      .on(t.businessId, t.estimateId, t.id)
      .where(sql`estimate_id is not null`),
    index('emails_of_credit_note')
      .on(t.businessId, t.creditNoteId, t.id)
      .where(sql`credit_note_id is not null`),
    index('emails_of_customer')
      .on(t.businessId, t.customerId, t.id)
      .where(sql`customer_id is not null`),
    // For the job that finds attempts whose sender is gone: looks across owners.
    index('emails_claimed')
      .on(t.businessId, t.id)
      .where(sql`claim is not null`),
    index('emails_held')
      .on(t.businessId, t.id)
      .where(sql`waits_for is not null`),
    // For what a mail server tells later of a message: looks across owners.
    index('emails_message_id').on(t.messageId),
    // For the job that finds what was queued and has no job: looks across owners.
    index('emails_waiting')
      .on(t.createdAt)
      .where(sql`status = 'queued'`),
  ],
);
