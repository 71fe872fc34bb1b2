/** What a business's new documents begin with where it has said so; null is what the product has. */
import * as z from 'zod';
import { boundedText, nullableText, optionalText, orNone } from '../contract/fields.ts';
import type { KindName } from '../documents/document-content.ts';
import { MAX_DAYS_AFTER } from '../documents/installments/installment-content.ts';

export const DAYS_LABELS = {
  invoiceDueDays: 'Days until invoices are due',
  estimateExpiryDays: 'Days until estimates expire',
} as const;

/** How a refusal names them: 'Days until invoices are due must be' would be two sentences in one. */
const DAYS_NAMES = { invoiceDueDays: 'Days until due', estimateExpiryDays: 'Days until expiry' };

export const REMARK_LABELS = {
  invoiceNotes: 'Invoice notes',
  invoiceTerms: 'Invoice terms',
  estimateNotes: 'Estimate notes',
  estimateTerms: 'Estimate terms',
} as const;

/** As long as a document's own. */
const MAX_REMARK = 10_000;

/** A whole number, as a JSON number or as it is typed. */
function daysField(name: string) {
  const error = `${name} must be a whole number from 0 to ${MAX_DAYS_AFTER.toLocaleString('en-US')}`;
  return orNone(
    z
      .union(
        [
          z.number(),
          boundedText(20)
            .regex(/^\s*\d+\s*$/)
            .transform(Number),
        ],
        { error },
      )
      .pipe(z.int({ error }).min(0, { error }).max(MAX_DAYS_AFTER, { error })),
  );
}

const remarkField = (label: string) => optionalText(label, MAX_REMARK, 'lines');

export const documentDefaultsInput = {
  invoiceDueDays: daysField(DAYS_NAMES.invoiceDueDays),
  invoiceNotes: remarkField(REMARK_LABELS.invoiceNotes),
  invoiceTerms: remarkField(REMARK_LABELS.invoiceTerms),
  estimateExpiryDays: daysField(DAYS_NAMES.estimateExpiryDays),
  estimateNotes: remarkField(REMARK_LABELS.estimateNotes),
  estimateTerms: remarkField(REMARK_LABELS.estimateTerms),
};

export const documentDefaultsAnswer = {
  invoiceDueDays: z.number().nullable(),
  invoiceNotes: nullableText,
  invoiceTerms: nullableText,
  estimateExpiryDays: z.number().nullable(),
  estimateNotes: nullableText,
  estimateTerms: nullableText,
};
const answerSchema = z.object(documentDefaultsAnswer);
export type DocumentDefaults = z.output<typeof answerSchema>;

/** Of a business, what is kept of it as defaults. */
export const pickDefaults = (business: DocumentDefaults): DocumentDefaults =>
  answerSchema.parse(business);

export const NO_DEFAULTS: DocumentDefaults = {
  invoiceDueDays: null,
  invoiceNotes: null,
  invoiceTerms: null,
  estimateExpiryDays: null,
  estimateNotes: null,
  estimateTerms: null,
};

export interface KindDefaults {
  /** From the issue date until it is due, or expires. */
  days: number | null;
  notes: string | null;
  terms: string | null;
}

/** What new documents of a kind begin with. */
export function readDefaults(kind: KindName, business: DocumentDefaults): KindDefaults {
  const { invoiceDueDays, invoiceNotes, invoiceTerms } = business;
  const { estimateExpiryDays, estimateNotes, estimateTerms } = business;
  return {
    invoice: { days: invoiceDueDays, notes: invoiceNotes, terms: invoiceTerms },
    estimate: { days: estimateExpiryDays, notes: estimateNotes, terms: estimateTerms },
    credit_note: { days: null, notes: null, terms: null },
  }[kind];
}
