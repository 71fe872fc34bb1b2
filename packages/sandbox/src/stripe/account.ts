import type Stripe from 'stripe';
import { hash } from './fields.ts';
import { accountId, fill } from './objects.ts';
import { type Operation, operation } from './operation.ts';

export const accountOperations: Operation[] = [
  operation('GET', '/v1/account', hash({}), (call) =>
    fill<Stripe.Account>('account', { id: accountId(call), created: call.context.clock.seconds() }),
  ),
];
