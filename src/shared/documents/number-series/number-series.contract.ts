import { oc } from '@orpc/contract';
import * as z from 'zod';
import { postCall, putCall } from '../../contract/calls.ts';
import {
  baseVersion,
  dateText,
  documentNumber,
  instantText,
  recordId,
  recordNumber,
} from '../../contract/fields.ts';
import { MAX_PATTERN, SERIES_RESETS } from './number-pattern.ts';

/** Kinds of document that can take their numbers from a series. */
export const SERIES_KINDS = ['invoice', 'estimate', 'credit_note'] as const;
export type SeriesKind = (typeof SERIES_KINDS)[number];

/** The rule and the counters from which a kind of document takes its numbers when it is issued. */
export const numberSeriesSchema = z.object({
  id: z.number(),
  kind: z.enum(SERIES_KINDS),
  pattern: z.string(),
  reset: z.enum(SERIES_RESETS),
  /** The month in which years begin, 1 for January; a year is named by where it begins. */
  yearStartMonth: z.number(),
  /** Of the period in which the series was made; later periods begin with 1. */
  firstNumber: z.number(),
  /** What documents that are issued today get, in this order. */
  nextNumbers: z.array(z.string()),
  /** Of the document that was numbered last: none after it is dated before. Null of one not used yet. */
  lastIssueDate: dateText.nullable(),
  archivedAt: instantText.nullable(),
  version: z.number(),
  createdAt: instantText,
  updatedAt: instantText,
});
export type NumberSeries = z.output<typeof numberSeriesSchema>;

export const MAX_FIRST_NUMBER = 999_999_999;
const integer = (label: string, max: number) => {
  const error = `${label} must be a whole number from 1 to ${max.toLocaleString('en-US')}`;
  return recordNumber(error).pipe(z.number().max(max, { error }));
};

export const numberSeriesInput = z.object({
  kind: z.enum(SERIES_KINDS, { error: `Kind must be ${SERIES_KINDS.join(', ')}` }),
  pattern: documentNumber('Pattern', MAX_PATTERN).pipe(
    z.string().min(1, { error: 'Pattern is required' }),
  ),
  /** What the pattern says, unless told. */
  reset: z
    .enum(SERIES_RESETS, { error: `Reset must be one of ${SERIES_RESETS.join(', ')}` })
    .optional(),
  yearStartMonth: integer('Start of the year', 12).optional(),
  firstNumber: integer('First number', MAX_FIRST_NUMBER).optional(),
  /** The kind's present series, which this one archives. */
  replaces: recordNumber('Replaces must be the number of a series').optional(),
});
export type NumberSeriesInput = z.output<typeof numberSeriesInput>;

const TAG = 'Number series';

export const numberSeriesContract = {
  /** All of them, archived ones last. */
  list: oc
    .route({ method: 'GET', path: '/number-series', tags: [TAG] })
    .output(z.array(numberSeriesSchema)),
  /** From now on the kind's documents have no number until they are issued; drafts lose theirs. */
  create: oc
    .route({ method: 'POST', path: '/number-series', successStatus: 201, tags: [TAG] })
    .input(numberSeriesInput)
    .output(numberSeriesSchema),
  /** One that has given no number yet; absent fields stay as they are stored. */
  update: putCall(
    '/number-series/{id}',
    TAG,
    numberSeriesInput
      .omit({ kind: true, replaces: true })
      .partial()
      .extend({ id: recordId, version: baseVersion }),
    numberSeriesSchema,
  ),
  /** Numbers of the kind are typed or suggested again; those given stay. */
  archive: postCall(
    '/number-series/{id}/archive',
    TAG,
    z.object({ id: recordId }),
    numberSeriesSchema,
  ),
};
