/** An error as Stripe's API gives it. */
import type { Answer } from '../http/router.ts';

export type ErrorType = 'api_error' | 'card_error' | 'idempotency_error' | 'invalid_request_error';

export interface ErrorFacts {
  code?: string;
  param?: string;
  declineCode?: string;
  /** Objects that go along, such as `payment_intent` or `charge`. */
  extra?: Record<string, unknown>;
}

export class ApiError extends Error {
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

/** 400 `invalid_request_error`. */
export function invalid(message: string, facts: ErrorFacts = {}): ApiError {
  return new ApiError(400, 'invalid_request_error', message, facts);
}

/** A parameter that must be there, and is not. */
export function missingParam(param: string): ApiError {
  return invalid(`Missing required param: ${param}.`, { code: 'parameter_missing', param });
}

/** An object that is not there: 404 where the path names it, 400 where a parameter does. */
export function missing(kind: string, id: string, param = 'id'): ApiError {
  const status = param === 'id' ? 404 : 400;
  const message = `No such ${kind}: '${id}'`;
  return new ApiError(status, 'invalid_request_error', message, {
    code: 'resource_missing',
    param,
  });
}

export function errorAnswer(error: ApiError): Answer {
  const { code, param, declineCode, extra } = error.facts;
  return {
    status: error.status,
    body: {
      error: {
        ...(code
          ? { code, doc_url: `https://stripe.com/docs/error-codes/${code.replaceAll('_', '-')}` }
          : {}),
        ...(declineCode ? { decline_code: declineCode } : {}),
        message: error.message,
        ...(param ? { param } : {}),
        ...extra,
        type: error.type,
      },
    },
  };
}

/** The answer of a call that a test ordered to fail with this status. */
export function orderedFailure(status: number): Answer {
  if (status === 429) {
    return errorAnswer(
      new ApiError(429, 'invalid_request_error', 'Request rate limit exceeded.', {
        code: 'rate_limit',
      }),
    );
  }
  if (status === 401) {
    return errorAnswer(
      new ApiError(401, 'invalid_request_error', 'Invalid API Key provided: sk_test_****'),
    );
  }
  const type = status >= 500 ? 'api_error' : 'invalid_request_error';
  return errorAnswer(
    new ApiError(status, type, 'An unknown error occurred. (The sandbox was told to fail.)'),
  );
}
