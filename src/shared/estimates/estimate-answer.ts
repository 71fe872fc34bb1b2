/** What a customer answers to an estimate, as its owner and the certificate show it. */
import * as z from 'zod';
import { decimalText, instantText, nullableText } from '../contract/fields.ts';
import { ON_ACCEPTANCE } from './on-acceptance.ts';

export const onAcceptanceField = z.enum(ON_ACCEPTANCE, {
  error: 'After acceptance must be nothing, draft or send',
});

const choiceMade = z.object({
  /** The version that was chosen from. */
  offered: z.number(),
  /** 'Without “Logo”', '3 of “Page”, 2 offered'. */
  changes: z.array(z.string()),
});
export type ChoiceMade = z.output<typeof choiceMade>;

export const acceptanceSchema = z.object({
  name: z.string(),
  /** How it was signed, and the way that the pen took. */
  way: z.enum(['typed', 'drawn']),
  strokes: z.array(z.array(z.tuple([z.number(), z.number()]))).nullable(),
  /** The terms that were agreed to, word for word. */
  terms: nullableText,
  /** What the customer chose; null where it was accepted as it was offered. */
  choice: choiceMade.nullable(),
  acceptedAt: instantText,
  /** Where the business is, at that time. */
  timeZone: z.string(),
  ipAddress: z.string(),
  userAgent: nullableText,
  currency: z.string(),
  total: decimalText,
  /** Which version was accepted, and the SHA-256 of what it says. */
  revision: z.number(),
  sha256: z.string(),
});
export type Acceptance = z.output<typeof acceptanceSchema>;
