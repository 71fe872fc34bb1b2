/**
 * What a revision holds: all that a document says, and to whom and how, but nothing of what becomes of
 * it. What documents say derives from the answers of the calls, so that a new field enters by itself.
 */
import * as z from 'zod';
import { dateText, instantText, nullableText } from '../contract/fields.ts';
import { contentAnswer } from './document-content.ts';
import { documentAnswer, singleFigures } from './document.contract.ts';
import { choiceAnswer, lineItemSchema } from './line-content.ts';

/** Counts up when a body of before would be read wrongly; bodies themselves are never rewritten. */
const SCHEMA = 1;
/** Counts up with each change of the template that a reader would notice. */
const TEMPLATE = 1;

/** Of an answer, what the document does not say: its state, its keys, and what stands beside. */
const NOT_SAID = {
  id: true,
  userId: true,
  customer: true,
  status: true,
  mustStay: true,
  publicId: true,
  viewedAt: true,
  version: true,
  createdAt: true,
  updatedAt: true,
  undelivered: true,
  lineItems: true,
} as const;

const fixedLine = lineItemSchema.omit({ id: true, itemId: true });
const lineItems = z.array(fixedLine);
/** Takes of an answer what the document says. */
export const revisionContent = {
  invoice: documentAnswer('invoice', ['sent'], lineItemSchema)
    .omit(NOT_SAID)
    .extend({ ...contentAnswer('invoice'), ...singleFigures, lineItems }),
  estimate: documentAnswer('estimate', ['sent'], lineItemSchema)
    .omit(NOT_SAID)
    .extend({
      ...contentAnswer('estimate'),
      ...singleFigures,
      lineItems: z.array(fixedLine.extend(choiceAnswer)),
    }),
  credit_note: documentAnswer('credit_note', ['issued'], lineItemSchema)
    .omit(NOT_SAID)
    .extend({ ...contentAnswer('credit_note'), ...singleFigures, lineItems }),
};

const contact = {
  email: nullableText,
  phone: nullableText,
  address: nullableText,
  city: nullableText,
  state: nullableText,
  zipCode: nullableText,
  country: nullableText,
};

const about = {
  schema: z.literal(SCHEMA).default(SCHEMA),
  template: z.int().default(TEMPLATE),
  revision: z.object({
    number: z.int(),
    issuedAt: instantText,
    /** The day of `issuedAt` where the business is. */
    date: dateText,
    replaces: z.object({ number: z.int(), date: dateText }).nullable(),
  }),
  /** The document's name in public addresses, its pay link among them. */
  publicId: z.string(),
  seller: z.object({
    businessName: z.string(),
    contactName: nullableText,
    ...contact,
    website: nullableText,
    taxNumber: nullableText,
    vatId: nullableText,
  }),
  customer: z.object({ name: z.string(), company: nullableText, ...contact, vatId: nullableText }),
  look: z.object({ theme: z.string(), primary: z.string(), accent: z.string() }),
  /** The file's key, and the SHA-256 of its bytes: null where the file was gone. */
  logo: z.object({ key: z.string(), sha256: nullableText }).nullable(),
  language: z.object({
    lang: z.string(),
    dir: z.enum(['ltr', 'rtl']),
    han: z.enum(['ja', 'ko', 'zh']),
  }),
  paper: z.enum(['a4', 'us-letter']),
};

/** What a body says of its place in the chain, for those who need no more. */
export const revisionHead = z.object({ revision: about.revision, logo: about.logo });

const bodies = {
  invoice: z.object({ kind: z.literal('invoice'), ...about, content: revisionContent.invoice }),
  estimate: z.object({ kind: z.literal('estimate'), ...about, content: revisionContent.estimate }),
  credit_note: z.object({
    kind: z.literal('credit_note'),
    ...about,
    content: revisionContent.credit_note,
  }),
};

/** Takes of what it is given what a revision holds, and nothing else. */
export const revisionBodySchema = z.discriminatedUnion('kind', [
  bodies.invoice,
  bodies.estimate,
  bodies.credit_note,
]);
export type RevisionBody = z.output<typeof revisionBodySchema>;
export type RevisionBodyOf<K extends RevisionBody['kind']> = Extract<RevisionBody, { kind: K }>;
