/** Refusals in PayPal's form: a name, a message, an id to quote, and what is wrong with which field. */
import { randomBytes } from 'node:crypto';
import type { Answer } from '../http/route.ts';

export interface Issue {
  issue: string;
  description: string;
  /** A JSON pointer into the body, or the name of a path or query parameter. */
  field?: string;
  value?: string;
  location?: 'body' | 'path' | 'query' | 'header';
}

type Link = Record<'href' | 'rel' | 'method', string>;

/** The name and message of each status (Orders v2, Payments v2: error_400 and its siblings). */
const refusals: Record<number, [name: string, message: string]> = {
  400: [
    'INVALID_REQUEST',
    'Request is not well-formed, syntactically incorrect, or violates schema.',
  ],
  401: [
    'AUTHENTICATION_FAILURE',
    'Authentication failed due to missing authorization header, or invalid authentication credentials.',
  ],
  403: ['NOT_AUTHORIZED', 'Authorization failed due to insufficient permissions.'],
  404: ['RESOURCE_NOT_FOUND', 'The specified resource does not exist.'],
  415: ['UNSUPPORTED_MEDIA_TYPE', "The server does not support the request payload's media type."],
  422: [
    'UNPROCESSABLE_ENTITY',
    'The requested action could not be performed, semantically incorrect, or failed business validation.',
  ],
  500: ['INTERNAL_SERVER_ERROR', 'An internal server error occurred.'],
};

export class PaypalError extends Error {
  readonly status: number;
  readonly details: readonly Issue[];
  readonly links: readonly Link[];

  /** @param named name and message, where they are not those of the status */
  constructor(
    status: number,
    details: readonly Issue[] = [],
    links: readonly Link[] = [],
    [name, message] = refusals[status] ?? ['OTHER', 'Something else went wrong.'],
  ) {
    super(message);
    this.name = name;
    this.status = status;
    this.details = details;
    this.links = links;
  }
}

/** An id by which PayPal's support finds a call. */
export const newDebugId = (): string => randomBytes(7).toString('hex').slice(0, 13);

/**
 * The error as an answer. The resources of version 1 (webhooks, disputes) name the details `issues`
 * in their documents and `details` on the wire; the wire is what clients meet.
 */
export function errorAnswer({ status, name, message, details, links }: PaypalError): Answer {
  const debugId = newDebugId();
  const href = `https://developer.paypal.com/docs/api/errors/#${name}`;
  return {
    status,
    headers: { 'paypal-debug-id': debugId },
    body: {
      name,
      message,
      debug_id: debugId,
      ...(status < 500 ? { details } : {}),
      links: [{ href, rel: 'information_link', method: 'GET' }, ...links],
    },
  };
}

/** What is said of each reason for which a well-formed request cannot be done. */
const reasons = {
  CANNOT_BE_ZERO_OR_NEGATIVE: 'An amount must be above zero.',
  CAPTURE_FULLY_REFUNDED: 'All of this payment has been refunded.',
  DECIMALS_NOT_SUPPORTED: 'This currency has no decimals.',
  DECIMAL_PRECISION: 'An amount has at most two decimals.',
  DUPLICATE_INVOICE_ID: 'This invoice id has been paid before.',
  DUPLICATE_REQUEST_ID: 'This PayPal-Request-Id came before with another request.',
  INSTRUMENT_DECLINED: "The payer's bank or card declined, or it cannot be used for this payment.",
  INVALID_CURRENCY_CODE: 'This currency is not supported.',
  MAX_VALUE_EXCEEDED: 'The amount is too large.',
  ORDER_ALREADY_CAPTURED: 'This order has been captured.',
  ORDER_NOT_APPROVED: 'The payer has not approved this order.',
  PENDING_CAPTURE: 'A pending payment cannot be given back.',
  REFUND_AMOUNT_EXCEEDED: 'Less than that is left of the payment.',
  REFUND_CAPTURE_CURRENCY_MISMATCH: 'The payment has another currency.',
  REFUND_NOT_ALLOWED: 'A declined payment cannot be given back.',
  TRANSACTION_DISPUTED: 'A disputed payment is given back in full only.',
  UNSUPPORTED_INTENT: 'Only orders that capture are known here.',
};

/** A 422 for a reason, of a field of the body where one is named. */
export function unprocessable(
  issue: keyof typeof reasons,
  at: Omit<Issue, 'issue' | 'description'> = {},
  links: readonly Link[] = [],
): PaypalError {
  const location = at.field === undefined ? {} : ({ location: 'body' } as const);
  const detail = { issue, description: reasons[issue], ...location, ...at };
  return new PaypalError(422, [detail], links);
}

export const invalid = (
  issue: string,
  description: string,
  rest: Partial<Issue> = {},
): PaypalError => new PaypalError(400, [{ issue, description, location: 'body', ...rest }]);

export const notFound = (id: string, field: string): PaypalError => {
  const description = 'There is no resource of this id.';
  const issue = { issue: 'INVALID_RESOURCE_ID', description, field, value: id };
  return new PaypalError(404, [{ ...issue, location: 'path' }]);
};

/** The answer of a call that a test ordered to fail with this status. */
export function orderedFailure(status: number): Answer {
  const issue = { issue: 'ORDERED_BY_TEST', description: 'A failure that a test ordered' };
  return errorAnswer(new PaypalError(status, [issue]));
}
