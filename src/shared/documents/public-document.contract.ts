/** What the pages of documents that customers see have in common. They name no record's number. */
import * as z from 'zod';
import { contactAnswer } from '../contract/contact-fields.ts';
import { boundedText, dateText, decimalText, nullableText } from '../contract/fields.ts';

/** 128 random bits in hex: a document's name in public addresses. */
export const PUBLIC_ID = /^[0-9a-f]{32}$/;

/** A public id, or the plain number for the signed-in owner. */
export const publicIdInput = z.object({ id: boundedText(64) });

export const publicLineSchema = z.object({
  description: z.string(),
  quantity: decimalText,
  unitPrice: decimalText,
  total: decimalText,
});
export type PublicLine = z.output<typeof publicLineSchema>;

/** Which version of a document this is, and which one it replaces; null before it is issued. */
export const publicRevisionSchema = z
  .object({
    number: z.number(),
    replaces: z.object({ number: z.number(), date: dateText }).nullable(),
  })
  .nullable();
export type PublicRevision = z.output<typeof publicRevisionSchema>;

export const publicBusinessSchema = z.object({
  businessName: z.string(),
  contactName: nullableText,
  ...contactAnswer,
  logoUrl: nullableText,
  /** Three colors for the page, derived from the owner's so that every text on them reads. */
  brand: z.object({ deep: z.string(), tint: z.string(), solid: z.string() }),
});
export type PublicBusiness = z.output<typeof publicBusinessSchema>;
