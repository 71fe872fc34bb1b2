/** Refusals in PayPal's shape: a name, a message, an id to quote, and what is wrong with which field. */
import { randomBytes } from 'node:crypto';
import type { Answer } from '../http/router.ts';

export interface PaypalIssue {
  issue: string;
  description: string;
  /** A JSON pointer into the body, or the name of a path or query parameter. */
  field?: string;
  value?: string;
  location?: 'body' | 'path' | 'query' | 'header';
}

interface PaypalLink {
  href: string;
  rel: string;
  method?: string;
}

/** The message that belongs to each name (Orders v2, Payments v2: error_400 and its siblings). */
const messages: Record<string, string> = {
  INVALID_REQUEST: 'Request is not well-formed, syntactically incorrect, or violates schema.',
  AUTHENTICATION_FAILURE:
    'Authentication failed due to missing authorization header, or invalid authentication credentials.',
  NOT_AUTHORIZED: 'Authorization failed due to insufficient permissions.',
  RESOURCE_NOT_FOUND: 'The specified resource does not exist.',
  RESOURCE_CONFLICT: 'The server has detected a conflict while processing this request.',
  UNSUPPORTED_MEDIA_TYPE: "The server does not support the request payload's media type.",
  UNPROCESSABLE_ENTITY:
    'The requested action could not be performed, semantically incorrect, or failed business validation.',
  RATE_LIMIT_REACHED: 'Too many requests. Blocked due to rate limiting.',
  INTERNAL_SERVER_ERROR: 'An internal server error occurred.',
  SERVICE_UNAVAILABLE: 'Service Unavailable.',
  WEBHOOK_URL_ALREADY_EXISTS: 'Webhook URL already exists',
  WEBHOOK_NUMBER_LIMIT_EXCEEDED: 'Number of webhooks exceeds limit',
};

const names: Record<number, string> = {
  400: 'INVALID_REQUEST',
  401: 'AUTHENTICATION_FAILURE',
  403: 'NOT_AUTHORIZED',
  404: 'RESOURCE_NOT_FOUND',
  409: 'RESOURCE_CONFLICT',
  415: 'UNSUPPORTED_MEDIA_TYPE',
  422: 'UNPROCESSABLE_ENTITY',
  429: 'RATE_LIMIT_REACHED',
  500: 'INTERNAL_SERVER_ERROR',
  503: 'SERVICE_UNAVAILABLE',
};

/** A refusal; routes turn it into an answer. */
export class PaypalError extends Error {
  readonly status: number;
  override readonly name: string;
  readonly details: readonly PaypalIssue[];
  readonly links: readonly PaypalLink[];

  constructor(
    status: number,
    details: readonly PaypalIssue[] = [],
    { name, links = [] }: { name?: string; links?: readonly PaypalLink[] } = {},
  ) {
    const wanted = name ?? names[status] ?? 'INTERNAL_SERVER_ERROR';
    super(messages[wanted] ?? wanted);
    this.status = status;
    this.name = wanted;
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
export function errorAnswer(error: PaypalError): Answer {
  const debugId = newDebugId();
  const client = error.status < 500;
  return {
    status: error.status,
    headers: { 'paypal-debug-id': debugId },
    body: {
      name: error.name,
      message: error.message,
      debug_id: debugId,
      ...(client ? { details: error.details } : {}),
      links: [
        {
          href: `https://developer.paypal.com/docs/api/errors/#${error.name}`,
          rel: 'information_link',
          method: 'GET',
        },
        ...error.links,
      ],
    },
  };
}

/** A 422 with one issue. */
export const unprocessable = (
  issue: string,
  description: string,
  rest: Partial<PaypalIssue> = {},
): PaypalError => new PaypalError(422, [{ issue, description, ...rest }]);

/** A 400 with one issue. */
export const invalid = (
  issue: string,
  description: string,
  rest: Partial<PaypalIssue> = {},
): PaypalError => new PaypalError(400, [{ issue, description, location: 'body', ...rest }]);

/** A 404 for an id that this account does not have. */
export const notFound = (id: string, field: string): PaypalError =>
  new PaypalError(404, [
    {
      issue: 'INVALID_RESOURCE_ID',
      description: 'There is no resource of this id.',
      field,
      value: id,
      location: 'path',
    },
  ]);
