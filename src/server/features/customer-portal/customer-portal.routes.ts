import { byId, byInput, ownerApi } from '../../platform/http/api-context.ts';
import type { Services } from '../../platform/http/services.ts';
import { acceptProposal, dismissProposal } from './contact-proposals.ts';
import { endPortalAccess, readCustomerPortal, sendPortalLink } from './manage-access.ts';

/** The owner's calls about a customer's portal. */
export function customerPortalRoutes(services: Services) {
  const calls = ownerApi.customerPortal;
  return {
    get: calls.get.handler(byId(services, readCustomerPortal)),
    sendLink: calls.sendLink.handler(byId(services, sendPortalLink)),
    endAccess: calls.endAccess.handler(byId(services, endPortalAccess)),
    acceptProposal: calls.acceptProposal.handler(byInput(services, acceptProposal)),
    dismissProposal: calls.dismissProposal.handler(async ({ input, context: { actor } }) => {
      await dismissProposal(services, actor.businessId, input);
      return readCustomerPortal(services, actor.businessId, input.id);
    }),
  };
}
