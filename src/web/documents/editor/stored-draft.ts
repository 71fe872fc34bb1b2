/** The shape in which an unsaved document waits in the tab's storage. */

import * as z from 'zod';
import { deductionSchema } from '../../../shared/documents/deductions.ts';
import { taxAnswer } from '../../../shared/documents/line-content.ts';
import { isCurrency } from '../../../shared/money/currencies.ts';
import { TAX_CATEGORIES } from '../../../shared/taxes/tax.ts';
import type { DocumentDraft } from './document-draft.ts';
import { mapParts, mapTexts, newAdjustment } from './document-draft.ts';
import type { DocumentKind } from './document-kind.ts';
import { newInstallment } from './draft-installments.ts';
import type { LineCell } from './draft-line.ts';
import { LINE_CELLS, newLine } from './draft-line.ts';
import type { DraftPart } from './draft-parts.ts';
import { changedParts, DRAFT_PARTS } from './draft-parts.ts';
import { draftScheduleSchema } from './draft-schedule.ts';

/** Counted up when the shape changes: a draft of an older program is let go, not misread. */
const SHAPE = 5;

const adjustments = z.array(
  z.object({ reason: z.string(), value: z.string(), taxes: z.array(taxAnswer).nullable() }),
);

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
        currency: z.string().nullish(),
        vatId: z.string().nullish(),
        taxCategory: z.enum(TAX_CATEGORIES).nullish(),
        taxExemptionReason: z.string().nullish(),
      })
      .nullable(),
    ...mapTexts(() => z.string()),
    ...mapParts(z.string()),
    currency: z.string().refine(isCurrency),
    status: z.string(),
    pricesIncludeTax: z.boolean(),
    roundTo: z.string().nullable(),
    /** Drafts of before this could be chosen followed the currency. */
    roundChosen: z.boolean().default(false),
    endChosen: z.boolean(),
    discounts: adjustments,
    charges: adjustments,
    installments: z.array(
      z.object({
        share: z.string(),
        when: z.enum(['issue', 'afterIssue', 'acceptance', 'afterAcceptance', 'date']),
        days: z.string(),
        dueDate: z.string(),
      }),
    ),
    deductions: z.array(deductionSchema),
    followsEstimate: z.boolean(),
    schedule: draftScheduleSchema.nullable().default(null),
    lines: z
      .array(
        z.object({
          id: z.number().optional(),
          itemId: z.number().nullable(),
          ...(Object.fromEntries(LINE_CELLS.map((cell) => [cell, z.string()])) as Record<
            LineCell,
            z.ZodString
          >),
          taxes: z.array(taxAnswer),
          storedQuantity: z.string().optional(),
        }),
      )
      .min(1),
  }),
});

/** Where the draft of a form lies: one for each user and each document. */
export function draftKey(
  { name, recurring }: Pick<DocumentKind, 'name' | 'recurring'>,
  userId: string,
  documentId: number | 'new' | `copy-${number}`,
): string {
  return `${recurring ? 'recurring' : name}:${userId}:${documentId}`;
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
    draft: {
      ...draft,
      lines: draft.lines.map(withoutKey),
      discounts: draft.discounts.map(withoutKey),
      charges: draft.charges.map(withoutKey),
      installments: draft.installments.map(withoutKey),
    },
  };
}

const withoutKey = <T extends { key: string }>({ key: _key, ...rest }: T) => rest;

interface RestoredDraft {
  draft: DocumentDraft;
  changed: readonly DraftPart[];
  version: number | undefined;
}

/** What was stored, with new names for its lines; undefined when it cannot be read. */
export function restoredDraft(
  { name, statuses }: Pick<DocumentKind, 'name' | 'statuses'>,
  stored: unknown,
): RestoredDraft | undefined {
  const parsed = storedSchema.safeParse(stored);
  if (!parsed.success) return undefined;
  const { draft, changed, version } = parsed.data;
  if (!statuses.some(({ value }) => value === draft.status)) return undefined;
  // New credit notes were rounded once, and are not any more.
  const isNewCredit = name === 'credit_note' && version === undefined;
  const named = {
    ...draft,
    roundTo: isNewCredit ? null : draft.roundTo,
    lines: draft.lines.map((line) => newLine(line)),
    discounts: draft.discounts.map((each) => newAdjustment(each)),
    charges: draft.charges.map((each) => newAdjustment(each)),
    installments: draft.installments.map((each) => newInstallment(each)),
  };
  return { draft: named, changed, version };
}
