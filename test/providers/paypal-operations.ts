import {
  dispute,
  disputeFields,
  eventSchema,
  eventType,
  webhook,
} from './paypal-notice-schemas.ts';
import type { Schema } from './paypal-schemas.ts';
import {
  allowOnly,
  array,
  briefOrder,
  capture,
  dateTime,
  forbid,
  links,
  money,
  object,
  order,
  orderRequest,
  patchRequest,
  plain,
  refund,
  refundStatus,
  string,
  uri,
} from './paypal-schemas.ts';

/** Each name of error_400 and its siblings has one message. */
const messages: Record<string, string> = {
  INVALID_REQUEST: 'Request is not well-formed, syntactically incorrect, or violates schema.',
  AUTHENTICATION_FAILURE:
    'Authentication failed due to missing authorization header, or invalid authentication credentials.',
  RESOURCE_NOT_FOUND: 'The specified resource does not exist.',
  UNPROCESSABLE_ENTITY:
    'The requested action could not be performed, semantically incorrect, or failed business validation.',
  UNSUPPORTED_MEDIA_TYPE: "The server does not support the request payload's media type.",
  INTERNAL_SERVER_ERROR: 'An internal server error occurred.',
};
const issues = array(
  object(
    {
      issue: string(1, 127, '^[A-Z_]+$'),
      description: plain,
      field: plain,
      value: plain,
      location: allowOnly('body', 'path', 'query', 'header'),
    },
    'issue',
  ),
);
/** error_400 and its siblings; the name decides the message. `names`: of one API alone. */
const error = (...names: string[]): Schema => ({
  ...object(
    { name: allowOnly(...names), message: plain, debug_id: plain, details: issues, links },
    'name message debug_id details',
  ),
  anyOf: names.map((each) => ({
    properties: {
      name: { const: each },
      ...(messages[each] ? { message: { const: messages[each] } } : {}),
    },
  })),
});

export const refusals: Record<number, Schema> = {
  // The last two are of Webhooks v1 alone (its errors page; limit: ten for an app).
  400: error('INVALID_REQUEST', 'WEBHOOK_URL_ALREADY_EXISTS', 'WEBHOOK_NUMBER_LIMIT_EXCEEDED'),
  401: error('AUTHENTICATION_FAILURE'),
  404: error('RESOURCE_NOT_FOUND'),
  415: error('UNSUPPORTED_MEDIA_TYPE'),
  422: error('UNPROCESSABLE_ENTITY'),
};

const oauthRefusal = object({ error: plain, error_description: plain }, 'error');
// Of a signature it is left out: base64 may begin with a plus or a slash.
const signed = '^(?!\\d+$)\\w+\\S+';
const noBody = object({});
/** Answers without a body (204). */
const nothing: Schema = { type: 'null' };
const orderAnswer: Schema = { anyOf: [order, briefOrder] };
const refundAnswer: Schema = {
  anyOf: [refund, object({ id: plain, status: refundStatus, links }, 'id', 'status', 'links')],
};

interface Operation {
  request: Schema;
  answers: Record<number, Schema>;
}
const operation = (request: Schema, answers: Record<number, Schema>): Operation => ({
  request,
  answers,
});

const webhooks = '/v1/notifications/webhooks';

/** Every call of the sandbox, by method and route. Refusals are in `refusals` unless named here. */
export const operations: Record<string, Operation> = {
  'POST /v1/oauth2/token': operation(
    object({ grant_type: allowOnly('client_credentials') }, 'grant_type'),
    {
      200: object(
        {
          scope: plain,
          access_token: string(20, 2000),
          token_type: allowOnly('Bearer'),
          app_id: plain,
          expires_in: { type: 'integer', minimum: 1 },
          nonce: plain,
        },
        'access_token token_type expires_in',
      ),
      400: oauthRefusal,
      401: oauthRefusal,
    },
  ),
  'POST /v2/checkout/orders': operation(orderRequest, { 200: orderAnswer, 201: orderAnswer }),
  'GET /v2/checkout/orders/:id': operation(object({ fields: plain }), { 200: order }),
  'POST /v2/checkout/orders/:id/capture': operation(noBody, { 200: orderAnswer, 201: orderAnswer }),
  'GET /v2/payments/captures/:id': operation(noBody, { 200: capture(true) }),
  'POST /v2/payments/captures/:id/refund': operation(
    object({
      amount: money,
      custom_id: string(1, 127),
      invoice_id: string(1, 127),
      note_to_payer: string(1, 255),
      ...forbid('payment_instruction'),
    }),
    { 200: refundAnswer, 201: refundAnswer },
  ),
  'GET /v1/customer/disputes': operation(
    object({ disputed_transaction_id: string(1, 255, '^[0-9A-Z_]+$') }),
    {
      200: object({ items: array(object(disputeFields, 'dispute_id', 'status'), 1, 100), links }),
    },
  ),
  'GET /v1/customer/disputes/:id': operation(noBody, { 200: dispute }),
  [`POST ${webhooks}`]: operation(
    object(
      { url: { ...uri, maxLength: 2048 }, event_types: array(eventType, 1, 500) },
      'url event_types',
    ),
    { 201: webhook },
  ),
  [`GET ${webhooks}`]: operation(object({ anchor_type: allowOnly('APPLICATION', 'ACCOUNT') }), {
    200: object({ webhooks: array(webhook) }, 'webhooks'),
  }),
  [`PATCH ${webhooks}/:id`]: operation(patchRequest, { 200: webhook }),
  [`DELETE ${webhooks}/:id`]: operation(noBody, { 204: nothing }),
  'POST /v1/notifications/verify-webhook-signature': operation(
    object(
      {
        auth_algo: string(1, 100, '^[a-zA-Z0-9]+$'),
        cert_url: { ...uri, maxLength: 500 },
        transmission_id: string(1, 50, signed),
        transmission_sig: string(1, 500, '^\\S+$'),
        transmission_time: { ...dateTime, maxLength: 100 },
        webhook_id: string(1, 50, '^[a-zA-Z0-9]+$'),
        webhook_event: eventSchema,
      },
      'auth_algo cert_url transmission_id transmission_sig transmission_time webhook_id webhook_event',
    ),
    {
      200: object({ verification_status: allowOnly('SUCCESS', 'FAILURE') }, 'verification_status'),
    },
  ),
};
