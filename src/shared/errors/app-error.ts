/**
 * The one error that verbs throw on purpose. `platform/http` turns it into an answer; every other
 * error is a defect, logged with its request id and shown to nobody.
 */

export const ERROR_STATUS = {
  VALIDATION: 400,
  BAD_REQUEST: 400,
  UNAUTHORIZED: 401,
  FORBIDDEN: 403,
  SUBSCRIPTION_REQUIRED: 403,
  /** The person must confirm who they are; the same call then succeeds. */
  PROOF_REQUIRED: 403,
  SUSPENDED: 403,
  NOT_FOUND: 404,
  CONFLICT: 409,
  STALE: 409,
  NUMBER_TAKEN: 409,
  IN_USE: 409,
  NOT_AVAILABLE: 410,
  ALREADY_PAID: 409,
  KEY_REUSED: 422,
  TOO_LARGE: 413,
  QUOTA_REACHED: 413,
  HEADER_TOO_LARGE: 431,
  UNSUPPORTED_TYPE: 415,
  TOO_MANY_REQUESTS: 429,
  BUSY: 503,
  INTERNAL: 500,
} as const;

export type ErrorCode = keyof typeof ERROR_STATUS;

/** One invalid field: its path, such as 'lineItems.0.quantity', and what is wrong in words. */
export interface FieldError {
  path: string;
  message: string;
}

/** The JSON body of every answer that is not OK. Details differ by code; see each call. */
export interface ErrorBody {
  code: ErrorCode;
  message: string;
  fields?: FieldError[];
  [detail: string]: unknown;
}

export class AppError extends Error {
  readonly code: ErrorCode;
  readonly details: Record<string, unknown>;

  constructor(code: ErrorCode, message: string, details: Record<string, unknown> = {}) {
    super(message);
    this.name = 'AppError';
    this.code = code;
    this.details = details;
  }

  /** The invalid fields that it names. */
  get fields(): readonly FieldError[] {
    const { fields } = this.details;
    return Array.isArray(fields) ? (fields as FieldError[]) : [];
  }

  get status(): number {
    return ERROR_STATUS[this.code];
  }

  toBody(): ErrorBody {
    return { ...this.details, code: this.code, message: this.message };
  }
}

/** A refusal that names one field. */
export function invalidField(path: string, message: string): AppError {
  return new AppError('VALIDATION', message, { fields: [{ path, message }] });
}

/** What a missing record and another owner's record have in common (decision 5). */
export function notFound(what: string, path?: string): AppError {
  const message = `${what} not found`;
  return new AppError(
    'NOT_FOUND',
    message,
    path === undefined ? {} : { fields: [{ path, message }] },
  );
}
