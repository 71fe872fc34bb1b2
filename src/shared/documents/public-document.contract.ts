/** What the pages of documents that customers see have in common. They name no record's number. */
import * as z from 'zod';
import { contactAnswer } from '../contract/contact-fields.ts';
import { boundedText, dateText, decimalText, nullableText } from '../contract/fields.ts';

/** A public id, or the plain number for the signed-in owner. */
export const publicIdInput = z.object({
  id: boundedText(64, { tooLong: 'id must be that of a public address' }),
});

export const publicLineSchema = z.object({
  description: z.string(),
  quantity: decimalText,
  unitPrice: decimalText,
  total: decimalText,
  /** As the document writes it: '7.25 hours × €85.50 − 10%'. */
  priced: z.string(),
  /** Its code, its period and its taxes, where it has any: 'WEB-6 · Nov 01 – 15, 2026 · Tax 19%'. */
  details: z.string(),
});
export type PublicLine = z.output<typeof publicLineSchema>;

/** What a document says around its lines, in words that the page only places. */
const publicFigures = {
  /**
   * Between the lines and the total: 'Subtotal', 'VAT 19% on €557.89' … with amounts. Some begin a
   * group, and some are a part of the row above.
   */
  sums: z.array(
    z.object({
      label: z.string(),
      value: z.string(),
      place: z.enum(['group', 'part']).optional(),
    }),
  ),
  /** The parts in which it is paid: 'Dec 23, 2026', '$300.00', 'Paid'. None of most documents. */
  plan: z.array(
    z.object({ number: z.string(), when: z.string(), amount: z.string(), state: z.string() }),
  ),
  planLabel: z.string(),
  /** Beside its dates: when it was supplied, for which period, and what the customer's books know it by. */
  facts: z.array(z.object({ label: z.string(), value: z.string() })),
  /** Why a tax is not charged, and what it is in the business's currency; empty where nothing is said. */
  taxNote: z.string(),
  /** Under the lines: where it is delivered, notes, terms; empty ones are left out. */
  remarks: z.array(z.object({ label: z.string(), text: z.string() })),
};
export type PublicFigures = {
  [Name in keyof typeof publicFigures]: z.output<(typeof publicFigures)[Name]>;
};

/** Which version of a document this is, and which one it replaces; null before it is issued. */
const publicRevisionSchema = z
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
  /** As the document writes them: 'Tax no. 27/123', 'VAT ID DE123', 'GST no. 123'. */
  taxNumbers: z.array(z.string()),
  /** Three colors for the page, derived from the owner's so that every text on them reads. */
  brand: z.object({ deep: z.string(), tint: z.string(), solid: z.string() }),
});
export type PublicBusiness = z.output<typeof publicBusinessSchema>;

/**
 * Whom a document is for: what the law wants on it, and not how to reach them, which its PDF says to
 * whoever keeps that. null of a draft whose customer is gone.
 */
const publicCustomerSchema = z
  .object({ name: z.string(), address: z.array(z.string()), taxNumbers: z.array(z.string()) })
  .nullable();
export type PublicCustomer = z.output<typeof publicCustomerSchema>;

/** What every document says of itself on its page. */
export const publicContent = {
  /** Of the page's address. */
  id: z.string(),
  issueDate: dateText,
  currency: z.string(),
  subtotal: decimalText,
  taxRate: decimalText,
  taxAmount: decimalText,
  total: decimalText,
  ...publicFigures,
};

/** What stands around it. */
export const publicAround = {
  revision: publicRevisionSchema,
  lineItems: z.array(publicLineSchema),
  businessProfile: publicBusinessSchema,
  customer: publicCustomerSchema,
};
