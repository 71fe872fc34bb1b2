/** What PayPal tells by itself: webhooks, their events, disputes. Sources: see paypal-schemas.ts. */
import {
  allowOnly,
  array,
  capture,
  dateTime,
  links,
  money,
  object,
  order,
  plain,
  refund,
  string,
  uri,
} from './paypal-schemas.ts';

export const eventType = object(
  { name: plain, description: plain, status: plain, resource_versions: array(plain) },
  'name',
);
export const webhook = object(
  { id: string(1, 50, '^[a-zA-Z0-9]+$'), url: uri, event_types: array(eventType, 1, 500), links },
  'id url event_types links',
);
const version = string(3, 10, '^([0-9]+.[0-9]+)$');

export const disputeFields = {
  dispute_id: string(1, 255, '^[A-Za-z0-9-]+$'),
  create_time: dateTime,
  update_time: dateTime,
  reason: allowOnly(
    'MERCHANDISE_OR_SERVICE_NOT_RECEIVED',
    'MERCHANDISE_OR_SERVICE_NOT_AS_DESCRIBED',
    'UNAUTHORISED',
    'CREDIT_NOT_PROCESSED',
    'DUPLICATE_TRANSACTION',
    'INCORRECT_AMOUNT',
    'PAYMENT_BY_OTHER_MEANS',
    'CANCELED_RECURRING_BILLING',
    'PROBLEM_WITH_REMITTANCE',
    'OTHER',
  ),
  status: allowOnly(
    'OPEN',
    'WAITING_FOR_BUYER_RESPONSE',
    'WAITING_FOR_SELLER_RESPONSE',
    'UNDER_REVIEW',
    'RESOLVED',
    'OTHER',
  ),
  dispute_state: allowOnly(
    'OPEN_INQUIRIES',
    'REQUIRED_ACTION',
    'REQUIRED_OTHER_PARTY_ACTION',
    'UNDER_PAYPAL_REVIEW',
    'APPEALABLE',
    'RESOLVED',
  ),
  dispute_amount: money,
  dispute_life_cycle_stage: allowOnly('INQUIRY', 'CHARGEBACK', 'PRE_ARBITRATION', 'ARBITRATION'),
  dispute_channel: allowOnly('INTERNAL', 'EXTERNAL', 'ALERT'),
  links,
};
export const dispute = object(
  {
    ...disputeFields,
    disputed_transactions: array(object({ seller_transaction_id: string(1, 255) }), 1, 1000),
    dispute_outcome: object({
      outcome_code: allowOnly(
        'RESOLVED_BUYER_FAVOUR',
        'RESOLVED_SELLER_FAVOUR',
        'RESOLVED_WITH_PAYOUT',
        'CANCELED_BY_BUYER',
        'ACCEPTED',
        'DENIED',
        'NONE',
      ),
      amount_refunded: money,
    }),
  },
  'dispute_id status create_time disputed_transactions',
);

export const eventSchema = object(
  {
    id: plain,
    create_time: dateTime,
    resource_type: plain,
    event_version: version,
    event_type: plain,
    summary: plain,
    resource_version: version,
    resource: { anyOf: [order, capture(true), refund, dispute] },
    links,
  },
  'id create_time event_type resource',
);
