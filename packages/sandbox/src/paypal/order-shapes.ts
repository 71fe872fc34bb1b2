/** What requests about orders may hold: the part of Orders v2 (2.13) that invoices need. */
import { anything, type Checked, list, money, oneOf, record, text } from './request-body.ts';

const url = text(10, 4000, /^https?:\/\/[^\s/?#]+/);
const locale = text(2, 11, /^[a-z]{2}(?:-[A-Z][a-z]{3})?(?:-(?:[A-Z]{2}|[0-9]{3}))?$/);
const shipping = oneOf('GET_FROM_FILE', 'NO_SHIPPING', 'SET_PROVIDED_ADDRESS');
const userAction = oneOf('CONTINUE', 'PAY_NOW');
const methods = oneOf('UNRESTRICTED', 'IMMEDIATE_PAYMENT_REQUIRED');
const email = text(
  3,
  254,
  /^[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+)*@(?:[A-Za-z0-9](?:[A-Za-z0-9-]*[A-Za-z0-9])?\.)+[A-Za-z0-9](?:[A-Za-z0-9-]*[A-Za-z0-9])?$/,
);
const name = record({ given_name: text(0, 140), surname: text(0, 140) });

const experience = record({
  brand_name: text(1, 127, /^.*$/),
  locale,
  shipping_preference: shipping,
  return_url: url,
  cancel_url: url,
  landing_page: oneOf('LOGIN', 'GUEST_CHECKOUT', 'NO_PREFERENCE'),
  user_action: userAction,
  payment_method_preference: methods,
});

const context = record({
  brand_name: text(1, 127),
  locale,
  landing_page: oneOf('LOGIN', 'BILLING', 'NO_PREFERENCE'),
  shipping_preference: shipping,
  user_action: userAction,
  payment_method: record({ payee_preferred: methods }),
  return_url: url,
  cancel_url: url,
});

export const orderShape = record(
  {
    intent: oneOf('CAPTURE', 'AUTHORIZE'),
    purchase_units: list(
      record(
        {
          reference_id: text(1, 256),
          amount: money,
          description: text(1, 127),
          custom_id: text(1, 127),
          invoice_id: text(1, 127),
          soft_descriptor: text(1, 22),
        },
        'amount',
      ),
      // PayPal takes ten; an invoice is one.
      1,
    ),
    payment_source: record(
      { paypal: record({ email_address: email, name, experience_context: experience }) },
      'paypal',
    ),
    application_context: context,
  },
  'intent',
  'purchase_units',
);

/** A capture of an approved order needs no body; an empty object is taken. */
export const captureShape = record({});

export const patchShape = list(
  record(
    {
      op: oneOf('add', 'remove', 'replace', 'move', 'copy', 'test'),
      path: text(1, 4000),
      value: anything,
      from: text(1, 4000),
    },
    'op',
  ),
  100,
);

/** Where the payer returns to and what he is shown: the newer place before the older one. */
export const experienceOf = ({
  payment_source: source,
  application_context: older,
}: Checked<typeof orderShape>) => ({ ...older, ...source?.paypal.experience_context });
