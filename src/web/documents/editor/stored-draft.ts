/** The shape in which an unsaved document waits in the tab's storage. */

import * as z from 'zod';
import type { DocumentDraft, DraftPart } from './document-draft.ts';
import { changedParts, DRAFT_PARTS, mapTexts, newLine } from './document-draft.ts';
import type { DocumentKind } from './document-kind.ts';

/** Counted up when the shape changes: a draft of an older program is let go, not misread. */
const SHAPE = 3;

const storedSchema = z.object({
  shape: z.literal(SHAPE),
  /** The version that an edit began from. */
  version: z.number().optional(),
  /** Where it differs from that. */
  changed: z.array(z.enum(DRAFT_PARTS)),
  draft: z.object({
    customer: z
      .object({
        id: z.number(),
        name: z.string(),
        company: z.string().nullable(),
        email: z.string().nullable(),
      })
      .nullable(),
    ...mapTexts(() => z.string()),
    status: z.string(),
    endChosen: z.boolean(),
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

/** @param initial what the form was opened with */
export function storedDraft(
  draft: DocumentDraft,
  initial: DocumentDraft,
  version: number | undefined,
): unknown {
  return {
    shape: SHAPE,
    changed: changedParts(draft, initial),
    ...(version === undefined ? {} : { version }),
    draft: { ...draft, lines: draft.lines.map(({ key: _key, ...line }) => line) },
  };
}

interface RestoredDraft {
  draft: DocumentDraft;
  changed: readonly DraftPart[];
  version: number | undefined;
}

/** What was stored, with new names for its lines; undefined when it cannot be read. */
export function restoredDraft(
  { statuses }: Pick<DocumentKind, 'statuses'>,
  stored: unknown,
): RestoredDraft | undefined {
  const parsed = storedSchema.safeParse(stored);
  if (!parsed.success) return undefined;
  const { draft, changed, version } = parsed.data;
  if (!statuses.some(({ value }) => value === draft.status)) return undefined;
  return { draft: { ...draft, lines: draft.lines.map((line) => newLine(line)) }, changed, version };
}
