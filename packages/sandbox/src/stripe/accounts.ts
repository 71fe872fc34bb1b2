import type Stripe from 'stripe';
import type { SandboxContext } from '../sandbox-context.ts';
import type { Account } from '../state/store.ts';
import { type ApiRoute, api } from './api-call.ts';
import { accountId } from './api-keys.ts';

export interface BusinessFacts {
  name: string;
}

/** The name that the account's pages show; a control changes it. */
export function businessName(account: Account): string | null {
  return account.collection<BusinessFacts>('business').get('profile')?.name ?? null;
}

function present(context: SandboxContext, account: Account): Stripe.Account {
  const name = businessName(account);
  return {
    id: accountId(account),
    object: 'account',
    business_profile: {
      annual_revenue: null,
      estimated_worker_count: null,
      mcc: null,
      minority_owned_business_designation: null,
      name,
      product_description: null,
      specified_commercial_transactions_act_url: null,
      support_address: null,
      support_email: null,
      support_phone: null,
      support_url: null,
      url: null,
    },
    business_type: 'individual',
    capabilities: { card_payments: 'active', transfers: 'active' },
    charges_enabled: true,
    controller: { type: 'account' },
    country: 'US',
    created: Math.floor(context.clock.now() / 1000),
    default_currency: 'usd',
    details_submitted: true,
    email: null,
    metadata: {},
    payouts_enabled: true,
    settings: null,
    type: 'standard',
  };
}

export function accountRoutes(context: SandboxContext): ApiRoute[] {
  return [api(context, 'GET', '/v1/account', {}, ({ account }) => present(context, account))];
}
