/** The calls by which an owner reads what was issued. */

import * as z from 'zod';
import { getCall } from '../contract/calls.ts';
import { instantText, nullableText, recordId, recordNumber } from '../contract/fields.ts';
import { pageLimit } from '../lists/list-query.ts';
import { KIND_NAMES } from './document-content.ts';
import { revisionBodySchema } from './revision-body.ts';

/** What one revision says otherwise than the one before: 'Due date', what it was, what it is. */
export const revisionChangeSchema = z.object({
  field: z.string(),
  before: nullableText,
  after: nullableText,
});
export type RevisionChange = z.output<typeof revisionChangeSchema>;

const revisionFacts = {
  number: z.number(),
  createdAt: instantText,
  /** Of the body's bytes, in hex. */
  sha256: z.string(),
  /** The number of the revision that it replaces. */
  replaces: z.number().nullable(),
  /** Made of a document that was issued before revisions were kept. */
  takenOver: z.boolean(),
};

export const revisionSchema = z.object({
  ...revisionFacts,
  changes: z.array(revisionChangeSchema),
});
export type Revision = z.output<typeof revisionSchema>;

export const revisionDetailSchema = z.object({
  ...revisionFacts,
  previousSha256: nullableText,
  /** SHA-256 of the hash before it (32 zero bytes for the first) and the body's bytes. */
  hash: z.string(),
  body: revisionBodySchema,
  /** The bytes that were digested: canonical JSON (RFC 8785), in UTF-8. */
  canonical: z.string(),
});

const number = recordNumber('number must be the number of a version');
const page = z.object({
  id: recordId,
  limit: pageLimit(50).default(20),
  /** Those before this number. */
  before: number.optional(),
});

/** @param path '/invoices' */
export const revisionCalls = (path: `/${string}`, tag: string) => ({
  /** Newest first. */
  revisions: getCall(`${path}/{id}/revisions`, tag, page, z.array(revisionSchema)),
  revision: getCall(
    `${path}/{id}/revisions/{number}`,
    tag,
    z.object({ id: recordId, number }),
    revisionDetailSchema,
  ),
});

/** What of a version does not hold. */
export const VERSION_FAULTS = [
  'body altered',
  'link broken',
  'revision missing',
  'stored PDF altered',
  'logo altered',
  'document differs from its latest revision',
] as const;

/** What of a document, or of a payment, does not hold. */
export const RECORD_FAULTS = [
  'document missing',
  'public address missing',
  'status set back outside Remit',
  'deleted or restored outside Remit',
  'answer altered',
  'answer missing',
  'answer added',
  'status differs from what is due',
  'amounts differ from what they are made of',
  'account entries altered',
  'tax entries altered',
] as const;

/** Where what is kept is not what was written, and what is wrong there. */
export const breakSchema = z.object({
  kind: z.enum([...KIND_NAMES, 'payment']),
  id: z.number(),
  /** The document's number, as it stands now; '' of one that is gone. A payment's amount and date. */
  document: z.string(),
  /** Null where it is about no version. */
  revision: z.number().nullable(),
  fault: z.enum([...VERSION_FAULTS, ...RECORD_FAULTS]),
});
export type Break = z.output<typeof breakSchema>;

export const revisionContract = {
  /** Reads all that was issued, answered and paid, or one document's, and says where it was altered. */
  verify: getCall(
    '/revisions/verify',
    'Revisions',
    z.object({
      kind: z.enum(KIND_NAMES).optional(),
      id: recordId.optional(),
    }),
    z.object({
      documents: z.number(),
      revisions: z.number(),
      /** The first hundred. */
      breaks: z.array(breakSchema),
    }),
  ),
};
