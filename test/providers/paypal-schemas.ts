/**
 * The facts of PayPal's published API documents that Remit and its sandbox rely on: names of fields,
 * which are required, enumerations, patterns and lengths. Written from
 * https://github.com/paypal/paypal-rest-api-specifications, folder openapi:
 * - checkout_orders_v2.json 2.13: order, order_request, purchase_unit(_request), paypal_wallet*, patch
 * - payments_payment_v2.json 2.9: capture-2, refund, refund_request
 * - notifications_webhooks_v1.json 1.11: webhook, event, verify_webhook_signature
 * - customer_disputes_v1.json: dispute_search, dispute_info, dispute
 * Stricter than the documents in one way: a field that they do not name is an error, so nothing that
 * either side invents goes unseen. `always` names what PayPal sends without being bound to.
 */

export type Schema = Record<string, unknown>;

export const string = (minLength: number, maxLength: number, pattern?: string): Schema => ({
  type: 'string',
  minLength,
  maxLength,
  ...(pattern ? { pattern } : {}),
});
export const plain: Schema = { type: 'string' };
export const uri: Schema = { type: 'string', format: 'uri' };
export const allowOnly = (...values: string[]): Schema => ({ type: 'string', enum: values });
export const array = (items: Schema, minItems = 0, maxItems = 10_000): Schema => ({
  type: 'array',
  items,
  minItems,
  maxItems,
});
export const object = (properties: Record<string, Schema>, ...always: string[]): Schema => ({
  type: 'object',
  properties,
  required: always.flatMap((names) => names.split(' ')),
  additionalProperties: false,
});
/** Named by the document, and not sent by either side here. */
const unused: Schema = { not: {} };
export const forbid = (...names: string[]) =>
  Object.fromEntries(names.map((name) => [name, unused]));

export const dateTime = string(
  20,
  64,
  '^[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[1-2][0-9]|3[0-1])[T,t]([0-1][0-9]|2[0-3]):[0-5][0-9]:([0-5][0-9]|60)([.][0-9]+)?([Zz]|[+-][0-9]{2}:[0-9]{2})$',
);
export const money = object(
  {
    currency_code: string(3, 3),
    value: string(1, 32, '^((-?[0-9]+)|(-?([0-9]+)?[.][0-9]+))$'),
  },
  'currency_code',
  'value',
);
const link = object(
  {
    href: uri,
    rel: plain,
    method: allowOnly('GET', 'POST', 'PUT', 'DELETE', 'HEAD', 'CONNECT', 'OPTIONS', 'PATCH'),
  },
  'href',
  'rel',
);
export const links = array(link, 1);
const accountId = string(13, 13, '^[2-9A-HJ-NP-Z]{13}$');
const email = string(3, 254, '^[^@\\s]+@[^@\\s]+$');
const name = object({
  given_name: string(0, 140),
  surname: string(0, 140),
  ...forbid('prefix'),
});
const address = object({ country_code: string(2, 2, '^([A-Z]{2}|C2)$') }, 'country_code');
const payee = object({ email_address: email, merchant_id: accountId });
const relatedId = string(1, 20, '^[A-Z0-9]+$');

export const capture = (whole: boolean): Schema =>
  object(
    {
      id: plain,
      status: allowOnly(
        'COMPLETED',
        'DECLINED',
        'PARTIALLY_REFUNDED',
        'PENDING',
        'REFUNDED',
        'FAILED',
      ),
      status_details: object({
        reason: allowOnly(
          'BUYER_COMPLAINT',
          'CHARGEBACK',
          'ECHECK',
          'INTERNATIONAL_WITHDRAWAL',
          'OTHER',
          'PENDING_REVIEW',
          'RECEIVING_PREFERENCE_MANDATES_MANUAL_ACTION',
          'REFUNDED',
          'TRANSACTION_APPROVED_AWAITING_FUNDING',
          'UNILATERAL',
          'VERIFICATION_REQUIRED',
        ),
      }),
      amount: money,
      invoice_id: plain,
      custom_id: string(0, whole ? 255 : 127),
      final_capture: { type: 'boolean' },
      seller_protection: object({
        status: allowOnly('ELIGIBLE', 'PARTIALLY_ELIGIBLE', 'NOT_ELIGIBLE'),
        dispute_categories: array(plain),
      }),
      seller_receivable_breakdown: object(
        { gross_amount: money, paypal_fee: money, net_amount: money },
        'gross_amount',
      ),
      create_time: dateTime,
      update_time: dateTime,
      links,
      ...(whole
        ? {
            supplementary_data: object({
              related_ids: object({
                order_id: relatedId,
                authorization_id: relatedId,
                capture_id: relatedId,
              }),
            }),
            payee,
          }
        : {}),
      ...forbid('network_transaction_reference', 'disbursement_mode', 'processor_response'),
    },
    'id status amount create_time update_time links',
  );

export const refundStatus = allowOnly('CANCELLED', 'FAILED', 'PENDING', 'COMPLETED');
export const refund = object(
  {
    id: plain,
    status: refundStatus,
    status_details: object({ reason: allowOnly('ECHECK') }),
    amount: money,
    invoice_id: plain,
    custom_id: string(1, 127, '^[A-Za-z0-9-_.,]*$'),
    note_to_payer: plain,
    seller_payable_breakdown: object({
      gross_amount: money,
      paypal_fee: money,
      net_amount: money,
      total_refunded_amount: money,
    }),
    payer: payee,
    create_time: dateTime,
    update_time: dateTime,
    links,
    ...forbid('acquirer_reference_number'),
  },
  'id status amount create_time update_time links',
);

const unitTexts = {
  reference_id: string(1, 256),
  description: string(1, 127),
  custom_id: string(1, 127),
  invoice_id: string(1, 127),
  soft_descriptor: string(1, 22),
  ...forbid('payment_instruction', 'items', 'shipping', 'supplementary_data'),
};
const wallet = object({
  email_address: email,
  account_id: accountId,
  account_status: allowOnly('VERIFIED', 'UNVERIFIED'),
  name,
  address,
  ...forbid('phone_type', 'phone_number', 'birth_date', 'tax_info', 'attributes'),
});
const orderStatus = allowOnly(
  'CREATED',
  'SAVED',
  'APPROVED',
  'VOIDED',
  'COMPLETED',
  'PAYER_ACTION_REQUIRED',
);
export const order = object(
  {
    id: relatedId,
    intent: allowOnly('CAPTURE', 'AUTHORIZE'),
    status: orderStatus,
    payment_source: object({ paypal: wallet }),
    payer: object({ email_address: email, payer_id: accountId, name, address }),
    purchase_units: array(
      object(
        {
          ...unitTexts,
          amount: money,
          payee,
          payments: object({ captures: array(capture(false), 1), refunds: array(refund, 1) }),
          id: string(1, 19),
        },
        'reference_id',
        'amount',
        'payee',
      ),
      1,
      10,
    ),
    create_time: dateTime,
    update_time: dateTime,
    links,
    ...forbid('processing_instruction'),
  },
  'id intent status purchase_units create_time links',
);
export const briefOrder = object(
  { id: relatedId, status: orderStatus, payment_source: object({ paypal: wallet }), links },
  'id status links',
);

const language = string(2, 11, '^[a-z]{2}(?:-[A-Z][a-z]{3})?(?:-(?:[A-Z]{2}|[0-9]{3}))?$');
const shipping = allowOnly('GET_FROM_FILE', 'NO_SHIPPING', 'SET_PROVIDED_ADDRESS');
const methods = allowOnly('UNRESTRICTED', 'IMMEDIATE_PAYMENT_REQUIRED');
export const orderRequest = object(
  {
    intent: allowOnly('CAPTURE', 'AUTHORIZE'),
    purchase_units: array(object({ ...unitTexts, amount: money, payee }, 'amount'), 1, 10),
    payment_source: object({
      paypal: object({
        email_address: email,
        name,
        experience_context: object({
          brand_name: string(1, 127, '^.*$'),
          locale: language,
          shipping_preference: shipping,
          return_url: uri,
          cancel_url: uri,
          landing_page: allowOnly('LOGIN', 'GUEST_CHECKOUT', 'NO_PREFERENCE'),
          user_action: allowOnly('CONTINUE', 'PAY_NOW'),
          payment_method_preference: methods,
        }),
        ...forbid('vault_id', 'phone', 'birth_date', 'tax_info', 'address', 'attributes'),
      }),
    }),
    application_context: object({
      brand_name: string(1, 127),
      locale: language,
      landing_page: allowOnly('LOGIN', 'BILLING', 'NO_PREFERENCE'),
      shipping_preference: shipping,
      user_action: allowOnly('CONTINUE', 'PAY_NOW'),
      payment_method: object({ payee_preferred: methods }),
      return_url: uri,
      cancel_url: uri,
    }),
    ...forbid('payer'),
  },
  'intent purchase_units',
);
export const patchRequest = array(
  object(
    {
      op: allowOnly('add', 'remove', 'replace', 'move', 'copy', 'test'),
      path: plain,
      value: {},
      from: plain,
    },
    'op',
  ),
);
