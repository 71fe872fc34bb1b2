/** A customer's portal as the owner sees and rules it. */
import * as z from 'zod';
import { getCall, keyedCall, postCall } from '../contract/calls.ts';
import { baseVersion, instantText, recordId } from '../contract/fields.ts';
import { customerSchema } from '../customers/customer.contract.ts';
import { contactDetailsSchema } from './contact-details.ts';

export const customerPortalSchema = z.object({
  /** When the customer was there last; null for never. */
  lastVisitAt: instantText.nullable(),
  /** Whether a visit or a link that has not been used is there to be ended. */
  hasAccess: z.boolean(),
  /** Other contact details that the customer proposes. */
  proposal: z
    .object({
      id: z.number(),
      changes: contactDetailsSchema.partial(),
      createdAt: instantText,
    })
    .nullable(),
});
export type CustomerPortal = z.output<typeof customerPortalSchema>;

const TAG = 'Customers';
const ofCustomer = z.object({ id: recordId });
const ofProposal = z.object({ id: recordId, proposalId: recordId });

export const customerPortalContract = {
  get: getCall('/customers/{id}/portal', TAG, ofCustomer, customerPortalSchema),
  /** Emails a link to the customer's address. */
  sendLink: keyedCall('/customers/{id}/portal/send-link', TAG, ofCustomer, customerPortalSchema),
  /** Ends visits, and links that have not been used. */
  endAccess: postCall('/customers/{id}/portal/end-access', TAG, ofCustomer, customerPortalSchema),
  /** Changes the customer as proposed. */
  acceptProposal: postCall(
    '/customers/{id}/portal/proposals/{proposalId}/accept',
    TAG,
    ofProposal.extend({ version: baseVersion }),
    customerSchema,
  ),
  dismissProposal: postCall(
    '/customers/{id}/portal/proposals/{proposalId}/dismiss',
    TAG,
    ofProposal,
    customerPortalSchema,
  ),
};
