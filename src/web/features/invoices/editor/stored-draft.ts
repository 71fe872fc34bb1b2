/** The shape in which an unsaved invoice waits in the tab's storage. */

import * as z from 'zod';
import { INVOICE_STATUSES } from '../../../../shared/invoices/invoice-status.ts';
import type { InvoiceDraft } from './invoice-draft.ts';
import { newLine } from './invoice-draft.ts';

/** Counted up when the shape changes: a draft of an older program is let go, not misread. */
const SHAPE = 1;

const storedSchema = z.object({
  shape: z.literal(SHAPE),
  /** The version that an edit began from. */
  version: z.number().optional(),
  draft: z.object({
    customer: z
      .object({
        id: z.number(),
        name: z.string(),
        company: z.string().nullable(),
        email: z.string().nullable(),
      })
      .nullable(),
    invoiceNumber: z.string(),
    poNumber: z.string(),
    issueDate: z.string(),
    dueDate: z.string(),
    dueChosen: z.boolean(),
    status: z.enum(INVOICE_STATUSES),
    taxRate: z.string(),
    taxAmount: z.string(),
    notes: z.string(),
    terms: z.string(),
    lines: z
      .array(
        z.object({
          itemId: z.number().nullable(),
          description: z.string(),
          quantity: z.string(),
          unitPrice: z.string(),
          storedQuantity: z.string().optional(),
        }),
      )
      .min(1),
  }),
});

/** Where the draft of a form lies: one for each user and each invoice. */
export function draftKey(userId: string, invoiceId: number | 'new'): string {
  return `invoice:${userId}:${invoiceId}`;
}

export function storedDraft(draft: InvoiceDraft, version: number | undefined): unknown {
  return {
    shape: SHAPE,
    ...(version === undefined ? {} : { version }),
    draft: { ...draft, lines: draft.lines.map(({ key: _key, ...line }) => line) },
  };
}

/** What was stored, with new names for its lines; undefined when it cannot be read. */
export function restoredDraft(
  stored: unknown,
): { draft: InvoiceDraft; version: number | undefined } | undefined {
  const parsed = storedSchema.safeParse(stored);
  if (!parsed.success) return undefined;
  const { draft, version } = parsed.data;
  return { draft: { ...draft, lines: draft.lines.map((line) => newLine(line)) }, version };
}
