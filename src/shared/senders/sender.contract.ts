import { oc } from '@orpc/contract';
import * as z from 'zod';
import { getCall, putCall } from '../contract/calls.ts';
import { boundedText, instantText, nullableText, requiredText } from '../contract/fields.ts';

/** The label of the DNS record, before the domain: '_remit.example.com'. */
export const DOMAIN_RECORD = '_remit';

const senderDomainSchema = z.object({
  /** The registrable domain: 'example.com'. */
  name: z.string(),
  /** The TXT record to be made at the domain's DNS provider. */
  recordName: z.string(),
  recordValue: z.string(),
  verifiedAt: instantText.nullable(),
  /** When the record was looked for last. */
  checkedAt: instantText.nullable(),
});

/** An address whose reader takes nothing more from a business. */
export const senderBlockSchema = z.object({
  address: z.string(),
  blockedAt: instantText,
  /** When the business asked the admin to lift it. */
  askedAt: instantText.nullable(),
});
export type SenderBlock = z.output<typeof senderBlockSchema>;

/** How many new recipients an owner may write to, and why. */
export const senderSchema = z.object({
  /** In 24 hours; null without a limit. */
  newRecipientsPerDay: z.number().nullable(),
  /** Of these, how many are left now; null without a limit. */
  newRecipientsLeft: z.number().nullable(),
  /** When there is one more, while none is left. */
  nextNewRecipientAt: instantText.nullable(),
  /** What ended the limit. An admin has none to begin with. */
  provenBy: z.enum(['payment', 'domain', 'admin']).nullable(),
  domain: senderDomainSchema.nullable(),
  /** At most 100 of those who have blocked this business, whom the admin is asked about first. */
  blocks: z.array(senderBlockSchema),
  /**
   * Of the address asked about: whether a message to it would go now. 'waits': it is new, and no
   * more new ones are left; 'blocked': its reader takes nothing more from this business.
   */
  recipient: z.enum(['goes', 'waits', 'blocked']).nullable(),
});
export type Sender = z.output<typeof senderSchema>;

const checkedSchema = z.object({
  sender: senderSchema,
  /** Whether the record was found; else what was found instead, in words. */
  found: z.boolean(),
  detail: nullableText,
});

const domainInput = z.object({ domain: requiredText('Domain', 300) });

const TAG = 'Sending';

export const senderContract = {
  /** @param to an address that a message is about to be written to */
  get: getCall('/sender', TAG, z.object({ to: boundedText(254).optional() }), senderSchema),
  /** Names the domain to verify: an address, a web address or the domain itself. */
  setDomain: putCall('/sender/domain', TAG, domainInput, senderSchema),
  /** Looks for the DNS record now. */
  checkDomain: oc
    .route({ method: 'POST', path: '/sender/domain/check', tags: [TAG] })
    .output(checkedSchema),
};
