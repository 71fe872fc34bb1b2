import type { Portal } from '../../../shared/customer-portal/portal.contract.ts';
import { api } from '../../platform/http/api-context.ts';
import type { ApiContext } from '../../platform/http/api-context.ts';
import type { Services } from '../../platform/http/services.ts';
import {
  PORTAL_LIMITS,
  PORTAL_OPENINGS,
  PORTAL_VISITS,
} from '../../platform/limits/limit-rules.ts';
import {
  beginCardChange,
  confirmCombinedPayment,
  createCombinedPayment,
  endSavedCard,
  identifyPayer,
  readSavedCards,
  settleCardChanges,
} from '../payments/index.ts';
import { askAgain, askForLink } from './ask-for-link.ts';
import { proposeContact, readContact } from './contact-proposals.ts';
import {
  listPortalCreditNotes,
  listPortalEstimates,
  listPortalInvoices,
  listPortalPayments,
} from './portal-documents.ts';
import { readPortal } from './read-portal.ts';
import { openPortal, requireVisit, signOut } from './visit.ts';

const KINDS = { invoice: 'invoice', estimate: 'estimate', 'credit-note': 'credit_note' } as const;

/** What each kind of request within a visit is counted as. */
const COUNTED: Record<keyof typeof PORTAL_LIMITS, string> = {
  call: 'requests',
  file: 'files',
  payment: 'payment attempts',
  agreement: 'requests to end automatic payment',
  proposal: 'proposals',
};

/**
 * The visit of a request, counted by where it comes from and by the visit.
 * @throws AppError UNAUTHORIZED, TOO_MANY_REQUESTS
 */
export async function countVisit(
  services: Pick<Services, 'db' | 'clock' | 'limits'>,
  {
    address,
    cookies,
  }: Pick<ApiContext, 'address'> & { cookies: Parameters<typeof requireVisit>[1] },
  what: keyof typeof PORTAL_LIMITS = 'call',
) {
  const { limits } = services;
  await limits.count(`portal by ${address}`, PORTAL_VISITS, 'requests from your network');
  const visit = await requireVisit(services, cookies);
  const key = `portal ${what} ${visit.businessId} ${visit.sessionId}`;
  await limits.count(key, PORTAL_LIMITS[what], COUNTED[what]);
  return visit;
}

export function portalRoutes(services: Services) {
  const { portal } = api;
  const visiting = (what?: keyof typeof PORTAL_LIMITS) =>
    api.middleware(async ({ context, next }) =>
      next({ context: { visit: await countVisit(services, context, what) } }),
    );
  const calls = api.use(visiting()).portal;
  const proposals = api.use(visiting('proposal')).portal;
  const payments = api.use(visiting('payment')).portal;
  const agreements = api.use(visiting('agreement')).portal;
  const { limits, appUrl } = services;
  return {
    askLink: portal.askLink.handler(({ input: { kind, id, email }, context: { address } }) =>
      askForLink(services, { of: KINDS[kind], id, email }, address),
    ),
    askAgain: portal.askAgain.handler(({ input, context: { address } }) =>
      askAgain(services, input.token, address),
    ),
    open: portal.open.handler(async ({ input, context: { address, cookies } }) => {
      await limits.count(`portal opened by ${address}`, PORTAL_OPENINGS, 'links from your network');
      await openPortal(services, input.token, cookies);
      return {};
    }),
    signOut: portal.signOut.handler(async ({ context: { address, cookies } }) => {
      await limits.count(`portal by ${address}`, PORTAL_VISITS, 'requests from your network');
      await signOut(services, cookies);
      return {};
    }),
    get: calls.get.handler(({ context: { visit } }): Promise<Portal> =>
      readPortal(services, visit),
    ),
    invoices: calls.invoices.handler(({ input, context: { visit } }) =>
      listPortalInvoices(services, visit, input),
    ),
    estimates: calls.estimates.handler(({ input, context: { visit } }) =>
      listPortalEstimates(services, visit, input),
    ),
    creditNotes: calls.creditNotes.handler(({ input, context: { visit } }) =>
      listPortalCreditNotes(services, visit, input),
    ),
    payments: calls.payments.handler(({ input, context: { visit } }) =>
      listPortalPayments(services, visit, input),
    ),
    pay: payments.pay.handler(({ input: { invoiceIds }, context: { visit, client, cookies } }) => {
      const { businessId, customerIds } = visit;
      const returnUrl = `${appUrl()}/portal`;
      const asked = { businessId, customerIds, invoiceIds, returnUrl };
      return createCombinedPayment(services, asked, { client, visitor: identifyPayer(cookies) });
    }),
    confirm: calls.confirm.handler(({ input: { key }, context: { visit } }) => {
      const { businessId, customerIds } = visit;
      return confirmCombinedPayment(services, { businessId, customerIds, key });
    }),
    contact: calls.contact.handler(({ context: { visit } }) => readContact(services, visit)),
    propose: proposals.propose.handler(({ input, context: { visit } }) =>
      proposeContact(services, visit, input),
    ),
    cards: calls.cards.handler(async ({ context: { visit } }) => {
      await settleCardChanges(services, visit.businessId, visit.customerIds);
      return readSavedCards(services, visit.businessId, visit.customerIds);
    }),
    changeCard: payments.changeCard.handler(({ input: { customerId }, context }) => {
      const { businessId, customerIds } = context.visit;
      const returnUrl = `${appUrl()}/portal`;
      const asked = { businessId, customerIds, customerId, returnUrl };
      return beginCardChange(services, asked, context.client);
    }),
    endCard: agreements.endCard.handler(({ input, context: { visit } }) =>
      endSavedCard(services, visit, input.customerId),
    ),
  };
}
