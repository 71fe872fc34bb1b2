/** Billing portal: its configurations, and the sessions that open its page for a customer. */

import type Stripe from 'stripe';
import type { SandboxContext } from '../sandbox-context.ts';
import { newId } from '../state/new-id.ts';
import type { Account } from '../state/store.ts';
import { type ApiRoute, api, type Work } from './api-call.ts';
import { invalid } from './api-error.ts';
import { boolean, hash, list, metadata, oneOf, required, string, unsettable } from './params.ts';
import { resource } from './resource.ts';
import { find, objects } from './stripe-objects.ts';

type Configuration = Stripe.BillingPortal.Configuration;

const sessionMs = 60 * 60 * 1000;

const featureFields = hash({
  customer_update: hash({ allowed_updates: list(string), enabled: boolean }),
  invoice_history: hash({ enabled: required(boolean) }),
  payment_method_update: hash({ enabled: required(boolean) }),
  subscription_cancel: hash({
    cancellation_reason: hash({ enabled: required(boolean), options: list(string) }),
    enabled: boolean,
    mode: oneOf('at_period_end', 'immediately'),
    proration_behavior: oneOf('always_invoice', 'create_prorations', 'none'),
  }),
  subscription_update: hash({
    default_allowed_updates: list(oneOf('price', 'promotion_code', 'quantity')),
    enabled: boolean,
    products: list(hash({ prices: required(list(string)), product: required(string) })),
    proration_behavior: oneOf('always_invoice', 'create_prorations', 'none'),
  }),
});

const fields = {
  business_profile: hash({
    headline: unsettable,
    privacy_policy_url: unsettable,
    terms_of_service_url: unsettable,
  }),
  default_return_url: unsettable,
  name: unsettable,
};

type GivenFeatures = ReturnType<typeof featureFields.read>;

function featuresFrom(given: GivenFeatures): Configuration['features'] {
  const { customer_update: update, subscription_cancel: cancel } = given;
  return {
    customer_update: {
      allowed_updates: update?.allowed_updates ?? [],
      enabled: update?.enabled ?? false,
    },
    invoice_history: { enabled: given.invoice_history?.enabled ?? false },
    payment_method_update: {
      enabled: given.payment_method_update?.enabled ?? false,
      payment_method_configuration: null,
    },
    subscription_cancel: {
      cancellation_reason: { enabled: false, feedback_options: null, options: [] },
      enabled: cancel?.enabled ?? false,
      mode: cancel?.mode ?? 'at_period_end',
      proration_behavior: 'none',
    },
    subscription_pause: { duration: { interval_options: [], type: 'indefinite' }, enabled: false },
    subscription_update: {
      billing_cycle_anchor: null,
      default_allowed_updates: [],
      enabled: given.subscription_update?.enabled ?? false,
      proration_behavior: 'none',
      schedule_at_period_end: { conditions: [] },
      trial_update_behavior: 'end_trial',
    },
  };
}

function newConfiguration(
  work: Work,
  given: {
    features: GivenFeatures;
    isDefault: boolean;
    returnUrl?: string | null;
    name?: string | null;
  },
): Configuration {
  const now = work.context.clock.seconds();
  const configuration: Configuration = {
    id: newId('bpc'),
    object: 'billing_portal.configuration',
    active: true,
    application: null,
    business_profile: { headline: null, privacy_policy_url: null, terms_of_service_url: null },
    created: now,
    default_return_url: given.returnUrl ?? null,
    features: featuresFrom(given.features),
    is_default: given.isDefault,
    livemode: false,
    login_page: { enabled: false, url: null },
    metadata: {},
    name: given.name ?? null,
    updated: now,
  };
  return objects(work.account, 'portal_configurations').put(configuration.id, configuration);
}

/** Whether somebody saved the portal's default settings; in the sandbox they are there from the start. */
export function setPortalConfigured(account: Account, configured: boolean): void {
  account.collection<boolean>('portal_configured').put('default', configured);
}

function defaultConfiguration(work: Work): Configuration {
  const configured = work.account.collection<boolean>('portal_configured').get('default') ?? true;
  if (!configured) {
    throw invalid(
      'No configuration provided and your test mode default configuration has not been created. Provide a configuration or create your default by saving your customer portal settings in test mode at https://dashboard.stripe.com/test/settings/billing/portal.',
    );
  }
  const existing = objects(work.account, 'portal_configurations')
    .values()
    .find((one) => one.is_default);
  if (existing) return existing;
  return newConfiguration(work, {
    isDefault: true,
    features: {
      customer_update: { allowed_updates: ['email'], enabled: false },
      invoice_history: { enabled: true },
      payment_method_update: { enabled: true },
      subscription_cancel: { enabled: true, mode: 'at_period_end' },
    },
  });
}

/** Whether a portal session still opens its page: they live an hour. */
export function isPortalOpen(
  context: SandboxContext,
  session: Stripe.BillingPortal.Session,
): boolean {
  return context.clock.now() - session.created * 1000 < sessionMs;
}

export function portalRoutes(context: SandboxContext): ApiRoute[] {
  const configurations = resource(
    context,
    '/v1/billing_portal/configurations',
    'portal_configurations',
  );
  return [
    api(
      context,
      'POST',
      '/v1/billing_portal/sessions',
      { configuration: string, customer: required(string), locale: string, return_url: string },
      (call) => {
        const { params } = call;
        const customer = find(call, 'customers', params.customer, 'customer');
        const configuration = params.configuration
          ? find(call, 'portal_configurations', params.configuration, 'configuration')
          : defaultConfiguration(call);
        const returnUrl = params.return_url ?? configuration.default_return_url;
        if (returnUrl !== null && !/^https?:\/\//.test(returnUrl)) {
          throw invalid('Not a valid URL', { code: 'url_invalid', param: 'return_url' });
        }
        const id = newId('bps');
        const session: Stripe.BillingPortal.Session = {
          id,
          object: 'billing_portal.session',
          configuration: configuration.id,
          created: context.clock.seconds(),
          customer: customer.id,
          customer_account: null,
          flow: null,
          livemode: false,
          locale: params.locale ?? null,
          on_behalf_of: null,
          return_url: returnUrl,
          url: `${context.url()}/portal/${id}`,
        };
        return objects(call.account, 'portal_sessions').put(id, session);
      },
    ),
    configurations.create({ ...fields, metadata, features: required(featureFields) }, (call) => {
      const { features, default_return_url: returnUrl = null, name = null } = call.params;
      const made = newConfiguration(call, { features, isDefault: false, returnUrl, name });
      Object.assign(made.business_profile, call.params.business_profile);
      made.metadata = call.params.metadata ?? {};
      return made;
    }),
    configurations.list({ active: boolean, is_default: boolean }),
    configurations.read(),
    configurations.update(
      { ...fields, active: boolean, features: featureFields },
      (found, { params: { features, default_return_url: returnUrl, name, active, ...rest } }) => {
        if (features) found.features = { ...found.features, ...featuresFrom(features) };
        if (returnUrl !== undefined) found.default_return_url = returnUrl;
        if (name !== undefined) found.name = name;
        if (active !== undefined) found.active = active;
        Object.assign(found.business_profile, rest.business_profile);
        found.updated = context.clock.seconds();
      },
    ),
  ];
}
