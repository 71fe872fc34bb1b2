/** Billing portal: its configurations, and the sessions that open its page for a customer. */
import type Stripe from 'stripe';
import type * as z from 'zod';
import { newId } from '../state/ids.ts';
import { invalid } from './error.ts';
import { boolean, choice, hash, string } from './fields.ts';
import { create, fill, find, objects, type Work } from './objects.ts';
import { listOperation, type Operation, operation } from './operation.ts';

type Configuration = Stripe.BillingPortal.Configuration;

const hour = 60 * 60 * 1000;
const isEnabled = hash({}, { enabled: boolean });

const features = hash({
  invoice_history: isEnabled,
  payment_method_update: isEnabled,
  subscription_cancel: hash({ mode: choice('at_period_end', 'immediately') }, { enabled: boolean }),
});

function newConfiguration(
  work: Work,
  given: z.output<typeof features>,
  is_default: boolean,
): Configuration {
  const all = fill<Stripe.BillingPortal.Configuration.Features>('features', {});
  for (const name of ['invoice_history', 'payment_method_update', 'subscription_cancel'] as const) {
    all[name] = { ...all[name], ...given[name] } as never;
  }
  const updated = work.context.clock.seconds();
  const id = newId('bpc');
  return create(work, 'portal_configurations', { id, features: all, is_default, updated });
}

function findOrCreateDefault(work: Work): Configuration {
  if (objects(work, 'portal_configured').get('default') === false) {
    throw invalid(
      'No configuration provided and your test mode default configuration has not been created. Provide a configuration or create your default by saving your customer portal settings in test mode at https://dashboard.stripe.com/test/settings/billing/portal.',
    );
  }
  const enabled = { enabled: true };
  const all = objects(work, 'portal_configurations').list();
  return (
    all.find((one) => one.is_default) ??
    newConfiguration(
      work,
      { invoice_history: enabled, payment_method_update: enabled, subscription_cancel: enabled },
      true,
    )
  );
}

/** Whether a portal session still opens its page: they live an hour. */
export const isPortalOpen = (
  { context }: Work,
  { created }: Stripe.BillingPortal.Session,
): boolean => context.clock.now() - created * 1000 < hour;

const configurations = '/v1/billing_portal/configurations';

export const portalOperations: Operation[] = [
  operation(
    'POST',
    '/v1/billing_portal/sessions',
    hash({ configuration: string, return_url: string }, { customer: string }),
    (call) => {
      const { customer, configuration: given, return_url = null } = call.params;
      const { id: customerId } = find(call, 'customers', customer, 'customer');
      const configuration = given
        ? find(call, 'portal_configurations', given, 'configuration')
        : findOrCreateDefault(call);
      if (return_url !== null && !/^https?:\/\//.test(return_url)) {
        throw invalid('Not a valid URL', { code: 'url_invalid', param: 'return_url' });
      }
      const id = newId('bps');
      return create(call, 'portal_sessions', {
        id,
        configuration: configuration.id,
        customer: customerId,
        return_url,
        url: `${call.context.url}/portal/${id}`,
      });
    },
  ),
  operation('POST', configurations, hash({}, { features }), (call) =>
    newConfiguration(call, call.params.features, false),
  ),
  listOperation(configurations, 'portal_configurations', { active: boolean }),
];
