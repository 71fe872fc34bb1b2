import { oc } from '@orpc/contract';
import * as z from 'zod';
import { postCall, putCall } from '../contract/calls.ts';
import { baseVersion, nullableText } from '../contract/fields.ts';
import { variableText } from '../contract/variable-text.ts';
import type { TemplateKind } from './templates.ts';
import { REQUIRED_VARIABLES, TEMPLATE_KINDS, TEMPLATE_VARIABLES } from './templates.ts';

function hasRequired(kind: TemplateKind, text: string): boolean {
  const required = REQUIRED_VARIABLES[kind];
  return required === undefined || text.includes(`{${required}}`);
}

const words = (kind: TemplateKind) => ({
  subject: variableText('Subject', 200, TEMPLATE_VARIABLES[kind]),
  message: variableText('Message', 5_000, TEMPLATE_VARIABLES[kind], 'lines').refine(
    (text) => hasRequired(kind, text),
    {
      error: `Message must contain {${REQUIRED_VARIABLES[kind]}}: what you write for each customer`,
    },
  ),
});

/** Of a kind, subject and message; null for those of Remit. Absent stays as it is stored. */
const template = (kind: TemplateKind) => z.object(words(kind)).nullable().optional();

export const emailSettingsInput = z.object({
  version: baseVersion,
  copyToSelf: z.boolean({ error: 'Copy to self must be true or false' }).optional(),
  templates: z
    .object(
      {
        invoice: template('invoice'),
        estimate: template('estimate'),
        credit_note: template('credit_note'),
        receipt: template('receipt'),
        statement: template('statement'),
        acceptance: template('acceptance'),
        declined: template('declined'),
        refund: template('refund'),
      },
      { error: 'Templates must be an object' },
    )
    .optional(),
});
export type EmailSettingsInput = z.output<typeof emailSettingsInput>;

const ofKind = <Kind extends TemplateKind>(kind: Kind) =>
  z.object({ kind: z.literal(kind), ...words(kind) });

export const templatePreviewInput = z.discriminatedUnion(
  'kind',
  [
    ofKind('invoice'),
    ofKind('estimate'),
    ofKind('credit_note'),
    ofKind('receipt'),
    ofKind('statement'),
    ofKind('acceptance'),
    ofKind('declined'),
    ofKind('refund'),
  ],
  { error: `Kind must be ${TEMPLATE_KINDS.join(', ')}` },
);
export type TemplatePreviewInput = z.output<typeof templatePreviewInput>;

const storedWords = z.object({ subject: z.string(), message: z.string() });

export const emailSettingsSchema = z.object({
  /** Each message to a customer goes to the business's own address, too. */
  copyToSelf: z.boolean(),
  /** Those that the owner has written; a kind that is missing says what Remit says. */
  templates: z.object({
    invoice: storedWords.optional(),
    estimate: storedWords.optional(),
    credit_note: storedWords.optional(),
    receipt: storedWords.optional(),
    statement: storedWords.optional(),
    acceptance: storedWords.optional(),
    declined: storedWords.optional(),
    refund: storedWords.optional(),
  }),
  version: z.number(),
});
export type EmailSettings = z.output<typeof emailSettingsSchema>;

const templatePreviewSchema = storedWords.extend({
  /** The message as it goes out, without what only a document has. */
  html: z.string(),
  /** The document that stands in it; null where the business has none of the kind. */
  number: nullableText,
});
export type TemplatePreview = z.output<typeof templatePreviewSchema>;

const TAG = 'Emails';

export const emailSettingsContract = {
  settings: oc
    .route({ method: 'GET', path: '/email-settings', tags: [TAG] })
    .output(emailSettingsSchema),
  saveSettings: putCall('/email-settings', TAG, emailSettingsInput, emailSettingsSchema),
  /** What a template says of the newest document of its kind. Nothing is sent. */
  preview: postCall('/email-settings', TAG, templatePreviewInput, templatePreviewSchema),
};
