/** What the calls of all kinds of document have in common. */
import * as z from 'zod';
import {
  boundedText,
  decimalText,
  instantText,
  nullableText,
  recordId,
} from '../contract/fields.ts';
import { emailSchema, undeliveredSchema } from '../emails/message.contract.ts';
import type { KindName } from './document-content.ts';
import { contentAnswer, contentListed, contentTyped } from './document-content.ts';
import { taxTotalAnswer } from './line-content.ts';

/** A document of a list. `lineItem` carries the number of its document besides. */
export const documentAnswer = <
  K extends KindName,
  const Statuses extends readonly [string, ...string[]],
  Line extends z.ZodType,
>(
  kind: K,
  statuses: Statuses,
  lineItem: Line,
) =>
  z.object({
    id: z.number(),
    userId: z.string(),
    customer: z.object({
      id: z.number(),
      name: z.string(),
      company: nullableText,
      email: nullableText,
    }),
    ...contentListed(kind),
    status: z.enum(statuses),
    subtotal: decimalText,
    total: decimalText,
    /** Whether a deletion is refused: its number, or what was issued, is not to be missed. */
    mustStay: z.boolean(),
    /** 128 random bits in hex: the document's name in public addresses. */
    publicId: z.string(),
    /** When the customer opened it by that address first. */
    viewedAt: instantText.nullable(),
    version: z.number(),
    createdAt: instantText,
    updatedAt: instantText,
    /** On a single document and on the whole list; a page of the list leaves them out. */
    lineItems: z.array(lineItem).optional(),
    /** Whether the newest message about it reached nobody; the whole list leaves it out. */
    undelivered: undeliveredSchema.nullable().optional(),
  });

/** What a single document says of its figures besides those that lists have. */
export const singleFigures = {
  /** Sums of the lines as typed, of the discounts and of the charges. */
  lineTotal: decimalText,
  discountTotal: decimalText,
  chargeTotal: decimalText,
  /** A row for each tax, in the order in which the lines bring them. */
  taxTotals: z.array(taxTotalAnswer),
  /** By how much the total was rounded: '-0.02'. */
  rounding: decimalText,
};

/** What the page of one document shows besides. Messages and history are newest first. */
export const documentDetail = <
  K extends KindName,
  Line extends z.ZodType,
  const Events extends readonly [string, ...string[]],
>(
  kind: K,
  lineItem: Line,
  events: Events,
) => ({
  ...contentAnswer(kind),
  ...singleFigures,
  lineItems: z.array(lineItem),
  /** The number of what was issued last; null of a draft that never was. */
  revision: z.number().nullable(),
  emails: z.array(emailSchema),
  history: z.array(
    z.object({
      id: z.number(),
      type: z.enum(events),
      data: z.record(z.string(), z.unknown()),
      createdAt: instantText,
    }),
  ),
});

/**
 * A form as it stands while somebody types, for the live document: nothing is required, and what is
 * not a number is drawn as a dash, as are the sums that it belongs to.
 */
export const documentPreview = <
  K extends KindName,
  const Statuses extends readonly [string, ...string[]],
>(
  kind: K,
  statuses: Statuses,
) =>
  z.object({
    /** The document being edited, so that a paid invoice is drawn as paid. */
    id: recordId.optional(),
    /** Not this form, but the stored document: where it is out, its latest version. */
    stored: z.boolean().optional(),
    ...contentTyped(kind),
    status: z.enum(statuses).optional(),
    /** Pages wanted, from 1; the answer says how many there are. */
    pages: z.array(z.number().int().min(1).max(500)).max(5).default([1]),
    /**
     * A look other than the profile's, for trying themes and colors. It is tried on a sample customer
     * where none is named.
     */
    style: z
      .object({
        pdfTheme: boundedText(20),
        pdfPrimaryColor: boundedText(20),
        pdfAccentColor: boundedText(20),
      })
      .optional(),
  });

export const previewSchema = z.object({
  pageCount: z.number(),
  pages: z.array(z.object({ page: z.number(), svg: z.string() })),
  /** Characters that no typeface of Remit has, by the places of the document, five of each at most. */
  undrawn: z.array(z.object({ place: z.string(), characters: z.array(z.string()) })),
});
export type DocumentPicture = z.output<typeof previewSchema>;
