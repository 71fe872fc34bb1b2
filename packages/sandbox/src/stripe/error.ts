/** An error as Stripe's API gives it. */
import type { Answer } from '../http/route.ts';

type ErrorType = 'api_error' | 'card_error' | 'idempotency_error' | 'invalid_request_error';

interface ErrorFacts {
  code?: string | undefined;
  param?: string | undefined;
  declineCode?: string | null | undefined;
  /** What the call made, where it was declined. */
  intent?: object | undefined;
}

export class StripeError extends Error {
  readonly status: number;
  readonly type: ErrorType;
  readonly facts: ErrorFacts;

  constructor(status: number, type: ErrorType, message: string, facts: ErrorFacts = {}) {
    super(message);
    this.status = status;
    this.type = type;
    this.facts = facts;
  }
}

export const invalid = (message: string, facts: ErrorFacts = {}): StripeError =>
  new StripeError(400, 'invalid_request_error', message, facts);

export const unauthorized = (message: string, code?: string): StripeError =>
  new StripeError(401, 'invalid_request_error', message, { code });

export const missingParam = (param: string): StripeError =>
  invalid(`Missing required param: ${param}.`, { code: 'parameter_missing', param });

/** An object that is not there: 404 where the path names it, 400 where a parameter does. */
export function missing(kind: string, id: string, param = 'id'): StripeError {
  const status = param === 'id' || param === 'intent' ? 404 : 400;
  const facts = { code: 'resource_missing', param };
  return new StripeError(status, 'invalid_request_error', `No such ${kind}: '${id}'`, facts);
}

const documentation = 'https://stripe.com/docs/error-codes/';

export function errorAnswer({ status, type, message, facts }: StripeError): Answer {
  const { code, param, declineCode, intent } = facts;
  const error = {
    ...(code ? { code, doc_url: documentation + code.replaceAll('_', '-') } : {}),
    ...(declineCode ? { decline_code: declineCode } : {}),
    message,
    ...(param ? { param } : {}),
    ...(intent ? { payment_intent: intent } : {}),
    type,
  };
  return { status, body: { error } };
}

/** The answer of a call that a test ordered to fail with this status. */
export function orderedFailure(status: number): Answer {
  const type = status >= 500 ? 'api_error' : 'invalid_request_error';
  const message = 'An unknown error occurred. (The sandbox was told to fail.)';
  return errorAnswer(new StripeError(status, type, message));
}
