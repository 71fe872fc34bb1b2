import type Stripe from 'stripe';
import { hash } from './fields.ts';
import { accountId, nulls, type Work } from './objects.ts';
import { type Operation, operation } from './operation.ts';

const presentAccount = (work: Work): Stripe.Account => ({
  ...nulls('email settings'),
  id: accountId(work),
  object: 'account',
  business_profile: nulls(
    'annual_revenue estimated_worker_count mcc minority_owned_business_designation name',
    'product_description specified_commercial_transactions_act_url support_address support_email',
    'support_phone support_url url',
  ),
  business_type: 'individual',
  capabilities: { card_payments: 'active', transfers: 'active' },
  charges_enabled: true,
  controller: { type: 'account' },
  country: 'US',
  created: work.context.clock.seconds(),
  default_currency: 'usd',
  details_submitted: true,
  metadata: {},
  payouts_enabled: true,
  type: 'standard',
});

export const accountOperations: Operation[] = [
  operation('GET', '/v1/account', hash({}), presentAccount),
];
