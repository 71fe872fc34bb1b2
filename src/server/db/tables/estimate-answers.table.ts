import { sql } from 'drizzle-orm';
import { char, check, integer, jsonb, pgTable, text, unique } from 'drizzle-orm/pg-core';
import type { ChoiceMade } from '../../../shared/estimates/estimate-answer.ts';
import type { Stroke } from '../../../shared/estimates/signature-ink.ts';
import { createdAt, currency, decimal, reference } from './columns.ts';
import { estimates } from './estimates.table.ts';
import { ownedRecord, ownersRecord, recordKey } from './owned-columns.ts';

/**
 * What customers answered to estimates online. Rows are only ever added; they go with their estimate,
 * and with the business.
 */
export const estimateAnswers = pgTable(
  'estimate_answers',
  {
    ...ownedRecord(),
    estimateId: reference('estimate_id').notNull(),
    /** From 1, without gaps, for each estimate: one that is set back can be answered again. */
    number: integer('number').notNull(),
    answer: text('answer', { enum: ['accepted', 'declined'] }).notNull(),
    /** Who accepted, how it was signed, and the terms that were agreed to, word for word. */
    name: text('name'),
    way: text('way', { enum: ['typed', 'drawn'] }),
    strokes: jsonb('strokes').$type<Stroke[]>(),
    terms: text('terms'),
    /** What was taken otherwise than it was offered, and the version that offered it. */
    choice: jsonb('choice').$type<ChoiceMade>(),
    /** Why it was declined. */
    reason: text('reason'),
    timeZone: text('time_zone').notNull(),
    ipAddress: text('ip_address').notNull(),
    userAgent: text('user_agent'),
    currency: currency().notNull(),
    total: decimal('total').notNull(),
    /** The version that was answered: its number, the SHA-256 of its body, its hash in the chain. */
    revision: integer('revision').notNull(),
    sha256: char('sha256', { length: 64 }).notNull(),
    hash: char('hash', { length: 64 }).notNull(),
    createdAt: createdAt(),
  },
  (t) => [
    recordKey(t),
    unique('estimate_answers_number').on(t.businessId, t.estimateId, t.number),
    ownersRecord('estimate_answers_of', [t.businessId, t.estimateId], estimates).onDelete(
      'cascade',
    ),
    check(
      'estimate_answers_signed',
      sql`case ${t.answer} when 'accepted' then ${t.name} <> '' and ${t.name} is not null
          and ${t.way} is not null and ${t.way} in ('typed', 'drawn')
          and (${t.way} = 'drawn') = (${t.strokes} is not null) and ${t.reason} is null
        when 'declined' then
          num_nonnulls(${t.name}, ${t.way}, ${t.strokes}, ${t.terms}, ${t.choice}) = 0
        else false end`,
    ),
    check('estimate_answers_numbers', sql`${t.number} >= 1 and ${t.revision} >= 1`),
  ],
);
