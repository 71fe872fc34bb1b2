import { AppError } from '../../../shared/errors/app-error.ts';

/**
 * What a suspended account may still ask for beside reading: its own security and plan, to look at
 * documents, to give money back, and to pay what others have billed it for. Everything else is
 * refused, so that a call that is new is refused until it stands here.
 */
const ALLOWED = [
  /^\/api\/auth\/[a-z0-9/-]+$/,
  /^\/api\/account\/[a-z0-9/-]+$/,
  /^\/api\/logout$/,
  /^\/api\/(invoices|estimates|credit-notes)\/preview$/,
  /^\/api\/invoices\/[0-9a-f]{1,32}\/(create-payment|mark-paid)$/,
  /^\/api\/invoices\/\d{1,15}\/payments\/\d{1,15}\/refund$/,
  /^\/api\/(create-customer-portal|verify-subscription)$/,
  /^\/api\/notifications(\/[a-z0-9/-]+)?$/,
  /^\/report\//,
  /^\/unsubscribe\//,
];

const READING = new Set(['GET', 'HEAD', 'OPTIONS']);

/** Asked for by GET, and still it begins an upload. */
const BEGINS_AN_UPLOAD = /^\/s3\//;

/** Whether a suspended account may make this request. */
export function isAllowedWhileSuspended({ method, url }: { method: string; url: string }): boolean {
  const [path = ''] = url.split('?');
  if (READING.has(method)) return !BEGINS_AN_UPLOAD.test(path);
  return ALLOWED.some((allowed) => allowed.test(path));
}

/** @returns the refusal of a write by a suspended account, for the account's owner */
export function suspendedError(): AppError {
  return new AppError(
    'SUSPENDED',
    'This account is suspended: everything can be read, but nothing can be changed or sent.',
  );
}
