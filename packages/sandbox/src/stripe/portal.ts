/** Billing portal: its configurations, and the sessions that open its page for a customer. */
import type Stripe from 'stripe';
import type { z } from 'zod';
import { newId } from '../state/ids.ts';
import { invalid } from './error.ts';
import { boolean, hash, oneOf, string } from './fields.ts';
import { find, nulls, objects, type Work } from './objects.ts';
import { listOperation, type Operation, operation } from './operation.ts';

type Configuration = Stripe.BillingPortal.Configuration;

const hour = 60 * 60 * 1000;
const isEnabled = hash({}, { enabled: boolean });

const features = hash({
  invoice_history: isEnabled,
  payment_method_update: isEnabled,
  subscription_cancel: hash({ mode: oneOf('at_period_end', 'immediately') }, { enabled: boolean }),
});

function newConfiguration(
  work: Work,
  { invoice_history, payment_method_update, subscription_cancel }: z.output<typeof features>,
  isDefault: boolean,
): Configuration {
  const now = work.context.clock.seconds();
  const id = newId('bpc');
  return objects(work, 'portal_configurations').put(id, {
    ...nulls('application default_return_url name'),
    id,
    object: 'billing_portal.configuration',
    active: true,
    business_profile: nulls('headline privacy_policy_url terms_of_service_url'),
    created: now,
    features: {
      customer_update: { allowed_updates: [], enabled: false },
      invoice_history: { enabled: invoice_history?.enabled ?? false },
      payment_method_update: {
        enabled: payment_method_update?.enabled ?? false,
        payment_method_configuration: null,
      },
      subscription_cancel: {
        cancellation_reason: { enabled: false, feedback_options: null, options: [] },
        enabled: subscription_cancel?.enabled ?? false,
        mode: subscription_cancel?.mode ?? 'at_period_end',
        proration_behavior: 'none',
      },
      subscription_pause: {
        duration: { interval_options: [], type: 'indefinite' },
        enabled: false,
      },
      subscription_update: {
        billing_cycle_anchor: null,
        default_allowed_updates: [],
        enabled: false,
        proration_behavior: 'none',
        schedule_at_period_end: { conditions: [] },
        trial_update_behavior: 'end_trial',
      },
    },
    is_default: isDefault,
    livemode: false,
    login_page: { enabled: false, url: null },
    metadata: {},
    updated: now,
  });
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
      return objects(call, 'portal_sessions').put(id, {
        ...nulls('customer_account flow locale on_behalf_of'),
        id,
        object: 'billing_portal.session',
        configuration: configuration.id,
        created: call.context.clock.seconds(),
        customer: customerId,
        livemode: false,
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
