/** What a business knows of how to reach a customer, as the customer sees it and proposes to change it. */
import * as z from 'zod';
import { contactAnswer, contactInput, requiredEmail } from '../contract/contact-fields.ts';
import { nullableText } from '../contract/fields.ts';
import { customerInput } from '../customers/customer.contract.ts';
import type { ContactField } from './contact-labels.ts';
import { CONTACT_FIELDS } from './contact-labels.ts';

export const contactDetailsSchema = z.object({
  name: z.string(),
  company: nullableText,
  ...contactAnswer,
  vatId: nullableText,
});
export type ContactDetails = z.output<typeof contactDetailsSchema>;
/** The fields that differ. */
export type ContactChanges = Partial<ContactDetails>;

/** By these rules an owner's form takes them too; without an address nobody could come back. */
export const contactDetailsInput = z.object({
  name: customerInput.shape.name,
  company: customerInput.shape.company,
  ...contactInput,
  email: requiredEmail('Email'),
  vatId: customerInput.shape.vatId,
});
export type ContactDetailsInput = z.output<typeof contactDetailsInput>;

/** What of the proposed details is not so already; what is left out stays. */
export function changedDetails(now: ContactDetails, proposed: ContactDetailsInput): ContactChanges {
  const changes: [ContactField, string | null][] = CONTACT_FIELDS.flatMap((field) => {
    const value = proposed[field];
    return value === undefined || value === now[field] ? [] : [[field, value]];
  });
  return Object.fromEntries(changes);
}
