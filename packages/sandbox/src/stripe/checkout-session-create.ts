/** Makes a checkout session: what it takes, what does not go together, and the object. */
import type Stripe from 'stripe';
import { newId } from '../state/new-id.ts';
import { checkChargeable } from './amounts.ts';
import type { Call } from './api-call.ts';
import { invalid, missingParam } from './api-error.ts';
import { lineItemFields, lineItems } from './checkout-line-items.ts';
import {
  boolean,
  hash,
  integer,
  list,
  mergedMetadata,
  metadata,
  oneOf,
  required,
  string,
} from './params.ts';
import { find, objects } from './stripe-objects.ts';

const minutes = 60;
const hours = 60 * minutes;

export const createFields = {
  adaptive_pricing: hash({ enabled: boolean }),
  allow_promotion_codes: boolean,
  allowed_payment_method_types: list(string),
  billing_address_collection: oneOf('auto', 'required'),
  branding_settings: hash({ display_name: string, button_color: string, background_color: string }),
  cancel_url: string,
  client_reference_id: string,
  currency: string,
  customer: string,
  customer_creation: oneOf('always', 'if_required'),
  customer_email: string,
  excluded_payment_method_types: list(string),
  expires_at: integer,
  line_items: lineItemFields,
  locale: string,
  metadata,
  mode: required(oneOf('payment', 'subscription', 'setup')),
  payment_intent_data: hash({
    description: string,
    metadata,
    receipt_email: string,
    setup_future_usage: oneOf('off_session', 'on_session'),
    statement_descriptor_suffix: string,
  }),
  submit_type: oneOf('auto', 'book', 'donate', 'pay', 'subscribe'),
  subscription_data: hash({ description: string, metadata }),
  success_url: string,
  ui_mode: oneOf('elements', 'embedded_page', 'form', 'hosted_page'),
};

type CreateCall = Call<typeof createFields>;

function checkUrl(url: string | undefined, param: string): void {
  if (url === undefined) return;
  let protocol = '';
  try {
    protocol = new URL(url.replaceAll('{CHECKOUT_SESSION_ID}', 'id')).protocol;
  } catch {
    protocol = '';
  }
  if (protocol !== 'http:' && protocol !== 'https:') {
    throw invalid('Not a valid URL', { code: 'url_invalid', param });
  }
}

function expiry({ params, context }: CreateCall): number {
  const now = context.clock.seconds();
  const wanted = params.expires_at;
  if (wanted === undefined) return now + 24 * hours;
  // A few seconds of grace: the caller's clock and ours need not agree to the second.
  if (wanted < now + 30 * minutes - 10) {
    throw invalid(
      'The `expires_at` timestamp must be at least 30 minutes from Checkout Session creation.',
      { param: 'expires_at' },
    );
  }
  if (wanted > now + 24 * hours + 10) {
    throw invalid(
      'The `expires_at` timestamp must be less than 24 hours from Checkout Session creation.',
      { param: 'expires_at' },
    );
  }
  return wanted;
}

function checkRequest({ params }: CreateCall): void {
  const { mode } = params;
  if (params.ui_mode !== undefined && params.ui_mode !== 'hosted_page') {
    throw invalid('The sandbox has hosted pages only: leave `ui_mode` out or pass `hosted_page`.', {
      param: 'ui_mode',
    });
  }
  if (mode === 'setup') {
    throw invalid('The sandbox has no `setup` mode: pass `payment` or `subscription`.', {
      param: 'mode',
    });
  }
  if (params.success_url === undefined) throw missingParam('success_url');
  checkUrl(params.success_url, 'success_url');
  checkUrl(params.cancel_url, 'cancel_url');
  if (params.customer !== undefined && params.customer_email !== undefined) {
    throw invalid('You may only specify one of these parameters: customer, customer_email.', {
      code: 'parameter_invalid_mutually_exclusive',
      param: 'customer',
    });
  }
  if (
    params.customer_email !== undefined &&
    !/^[^\s@]+@[^\s@.]+\.[^\s@]+$/.test(params.customer_email)
  ) {
    throw invalid(`Invalid email address: ${params.customer_email}`, {
      code: 'email_invalid',
      param: 'customer_email',
    });
  }
  if ((params.client_reference_id?.length ?? 0) > 200) {
    throw invalid('Invalid string: client_reference_id must be at most 200 characters', {
      param: 'client_reference_id',
    });
  }
  for (const [name, wanted] of [
    ['payment_intent_data', 'payment'],
    ['subscription_data', 'subscription'],
  ] as const) {
    if (params[name] !== undefined && mode !== wanted) {
      throw invalid(`You can not pass \`${name}\` in \`${mode}\` mode.`, { param: name });
    }
  }
  for (const type of params.allowed_payment_method_types ?? []) {
    if (type !== 'card' && type !== 'us_bank_account') {
      throw invalid(
        `The payment method type provided: ${type} is invalid. The sandbox knows card and us_bank_account.`,
        { param: 'allowed_payment_method_types' },
      );
    }
  }
}

function checkLines(mode: string, lines: Stripe.LineItem[]): { currency: string; total: number } {
  const currencies = new Set(lines.map((line) => line.currency));
  const [currency] = currencies;
  if (currency === undefined) throw missingParam('line_items');
  if (currencies.size > 1) {
    throw invalid('You cannot combine currencies on a single Checkout Session.', {
      param: 'line_items',
    });
  }
  const recurring = lines.filter((line) => line.price?.type === 'recurring');
  if (mode === 'payment' && recurring.length > 0) {
    throw invalid(
      'You specified `payment` mode but passed a recurring price. Either switch to `subscription` mode or use only one-time prices.',
      { param: 'line_items' },
    );
  }
  if (mode === 'subscription' && recurring.length === 0) {
    throw invalid(
      'You must provide at least one recurring price in `subscription` mode when using prices.',
      { param: 'line_items' },
    );
  }
  const total = lines.reduce((sum, line) => sum + line.amount_total, 0);
  checkChargeable(total, currency, "The Checkout Session's total amount due");
  return { currency, total };
}

function detailsOf(
  email: string | null,
  customer: Stripe.Customer | null,
): Stripe.Checkout.Session.CustomerDetails | null {
  if (email === null && customer === null) return null;
  return {
    address: customer?.address ?? null,
    business_name: null,
    email: email ?? customer?.email ?? null,
    individual_name: null,
    name: customer?.name ?? null,
    phone: customer?.phone ?? null,
    tax_exempt: 'none',
    tax_ids: null,
  };
}

/** What the page offers when the caller leaves it open: cards, and US bank accounts for dollars. */
function methodTypes(
  mode: string,
  currency: string,
  wish: { allowed_payment_method_types?: string[]; excluded_payment_method_types?: string[] },
): string[] {
  const allowed = wish.allowed_payment_method_types ?? [];
  const usual = mode === 'payment' && currency === 'usd' ? ['card', 'us_bank_account'] : ['card'];
  const types = allowed.length > 0 ? allowed : usual;
  return types.filter((type) => !wish.excluded_payment_method_types?.includes(type));
}

/** The session that a call asks for; it is open. */
export function createSession(call: CreateCall): Stripe.Checkout.Session {
  checkRequest(call);
  const { params, context, account } = call;
  const { mode } = params;
  const customer = params.customer ? find(call, 'customers', params.customer, 'customer') : null;
  const expires = expiry(call);
  const lines = lineItems(call, params.line_items ?? []);
  const { currency, total } = checkLines(mode, lines);
  const id = newId('cs_test', 58);
  const session: Stripe.Checkout.Session = {
    id,
    object: 'checkout.session',
    adaptive_pricing: { enabled: params.adaptive_pricing?.enabled ?? false },
    after_expiration: null,
    allow_promotion_codes: params.allow_promotion_codes ?? null,
    allowed_payment_method_types: params.allowed_payment_method_types ?? null,
    amount_subtotal: total,
    amount_total: total,
    automatic_tax: { enabled: false, liability: null, provider: null, status: null },
    billing_address_collection: params.billing_address_collection ?? null,
    cancel_url: params.cancel_url ?? null,
    client_reference_id: params.client_reference_id ?? null,
    client_secret: null,
    collected_information: null,
    consent: null,
    consent_collection: null,
    created: context.clock.seconds(),
    currency,
    currency_conversion: null,
    custom_fields: [],
    custom_text: {
      after_submit: null,
      shipping_address: null,
      submit: null,
      terms_of_service_acceptance: null,
    },
    customer: customer?.id ?? null,
    customer_account: null,
    customer_creation: mode === 'payment' ? (params.customer_creation ?? 'if_required') : null,
    customer_details: detailsOf(params.customer_email ?? null, customer),
    customer_email: params.customer_email ?? null,
    discounts: [],
    expires_at: expires,
    integration_identifier: null,
    invoice: null,
    invoice_creation:
      mode === 'payment'
        ? {
            enabled: false,
            invoice_data: {
              account_tax_ids: null,
              custom_fields: null,
              description: null,
              footer: null,
              issuer: null,
              metadata: {},
              rendering_options: null,
            },
          }
        : null,
    livemode: false,
    locale: params.locale ?? null,
    managed_payments: { enabled: false },
    metadata: mergedMetadata({}, params.metadata),
    mode,
    origin_context: null,
    payment_intent: null,
    payment_link: null,
    payment_method_collection: mode === 'subscription' ? 'always' : 'if_required',
    payment_method_configuration_details: null,
    payment_method_options: { card: { request_three_d_secure: 'automatic' } },
    payment_method_types: methodTypes(mode, currency, params),
    payment_status: 'unpaid',
    permissions: null,
    phone_number_collection: { enabled: false },
    recovered_from: null,
    saved_payment_method_options: null,
    setup_intent: null,
    shipping_address_collection: null,
    shipping_cost: null,
    shipping_options: [],
    status: 'open',
    submit_type: params.submit_type ?? null,
    subscription: null,
    success_url: params.success_url ?? null,
    total_details: { amount_discount: 0, amount_shipping: 0, amount_tax: 0 },
    ui_mode: 'hosted_page',
    url: `${context.url()}/checkout/pay/${id}`,
    wallet_options: null,
  };
  objects(account, 'checkout_sessions').put(id, session);
  objects(account, 'session_facts').put(id, {
    lineItems: lines,
    paymentIntentData: params.payment_intent_data ?? {},
    subscriptionData: params.subscription_data ?? {},
    ...(params.branding_settings?.display_name
      ? { displayName: params.branding_settings.display_name }
      : {}),
  });
  return session;
}
