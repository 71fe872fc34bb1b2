/** The shape in which an unsaved document waits in the tab's storage. */

import * as z from 'zod';
import type { DocumentDraft } from './document-draft.ts';
import { newLine } from './document-draft.ts';
import type { DocumentKind } from './document-kind.ts';

/** Counted up when the shape changes: a draft of an older program is let go, not misread. */
const SHAPE = 2;

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
    number: z.string(),
    poNumber: z.string(),
    issueDate: z.string(),
    endDate: z.string(),
    endChosen: z.boolean(),
    status: z.string(),
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

/** Where the draft of a form lies: one for each user and each document. */
export function draftKey(
  { name }: Pick<DocumentKind, 'name'>,
  userId: string,
  documentId: number | 'new',
): string {
  return `${name}:${userId}:${documentId}`;
}

export function storedDraft(draft: DocumentDraft, version: number | undefined): unknown {
  return {
    shape: SHAPE,
    ...(version === undefined ? {} : { version }),
    draft: { ...draft, lines: draft.lines.map(({ key: _key, ...line }) => line) },
  };
}

/** What was stored, with new names for its lines; undefined when it cannot be read. */
export function restoredDraft(
  { statuses }: Pick<DocumentKind, 'statuses'>,
  stored: unknown,
): { draft: DocumentDraft; version: number | undefined } | undefined {
  const parsed = storedSchema.safeParse(stored);
  if (!parsed.success) return undefined;
  const { draft, version } = parsed.data;
  if (!statuses.some(({ value }) => value === draft.status)) return undefined;
  return { draft: { ...draft, lines: draft.lines.map((line) => newLine(line)) }, version };
}
