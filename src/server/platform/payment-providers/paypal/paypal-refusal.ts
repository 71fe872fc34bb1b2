import type { ProviderErrorKind } from '../payment-provider.ts';
import { ProviderError } from '../payment-provider.ts';
import { refusalAnswer } from './paypal-answers.ts';

/** PayPal understood and said no. */
export class PaypalRefusal extends ProviderError {
  readonly status: number;
  /** Every name that the refusal goes by: the error's own and its issues'. */
  readonly names: readonly string[];
  /** Where the payer can put it right, when PayPal says so. */
  readonly redirect: string | null;

  constructor(
    kind: ProviderErrorKind,
    message: string,
    told: { status: number; names: readonly string[]; redirect: string | null },
  ) {
    super(kind, message, told.names.at(-1) ?? null);
    this.status = told.status;
    this.names = told.names;
    this.redirect = told.redirect;
  }
}

/** Whether an error is a refusal that goes by one of these names. */
export function isRefusal(error: unknown, ...names: string[]): error is PaypalRefusal {
  return error instanceof PaypalRefusal && names.some((name) => error.names.includes(name));
}

/** Whether PayPal knows no such thing. */
export function isAbsent(error: unknown): boolean {
  return error instanceof PaypalRefusal && error.status === 404;
}

/** What `read` finds; undefined where PayPal knows no such thing. */
export async function unlessAbsent<T>(read: () => Promise<T>): Promise<T | undefined> {
  try {
    return await read();
  } catch (error) {
    if (isAbsent(error)) return undefined;
    throw error;
  }
}

const KEY_REUSED = ['DUPLICATE_REQUEST_ID', 'PAYPAL_REQUEST_ID_PREVIOUSLY_USED'];

/** No usable answer; what was asked for may have happened. */
export const unavailable = (message: string, code: string | null = null) =>
  new ProviderError('unavailable', message, code);

/**
 * The error that an answer outside 2xx stands for. 429, 5xx, and whatever is not in PayPal's own
 * words (a proxy's page) says nothing about the request: 'unavailable'.
 * @param secrets what must not appear in the message, should PayPal ever quote it
 */
export function toProviderError(
  status: number,
  body: unknown,
  secrets: readonly string[],
): ProviderError {
  const parsed = refusalAnswer.safeParse(body);
  if (status === 429)
    return unavailable('PayPal is receiving too many requests.', 'RATE_LIMIT_REACHED');
  if (status >= 500 || status === 408 || !parsed.success) {
    return unavailable(`PayPal could not answer (HTTP ${status}).`);
  }
  // Two requests with one key at the same time: the first one's answer is still to come.
  if (status === 409) return unavailable('PayPal is still working on this.', 'RESOURCE_CONFLICT');

  const told = parsed.data;
  if ('error' in told) {
    const kind = status === 401 ? 'credentials' : 'rejected';
    return new PaypalRefusal(kind, describeRefusal(kind, told.error, undefined), {
      status,
      names: [told.error],
      redirect: null,
    });
  }
  const details = told.details ?? told.issues ?? [];
  const names = [told.name, ...details.flatMap(({ issue }) => (issue ? [issue] : []))];
  const kind: ProviderErrorKind =
    status === 401 || status === 403
      ? 'credentials'
      : names.some((name) => KEY_REUSED.includes(name))
        ? 'key-reused'
        : 'rejected';
  const description = details.find((detail) => detail.description)?.description;
  return new PaypalRefusal(
    kind,
    describeRefusal(kind, names.at(-1) ?? told.name, hide(description ?? told.message, secrets)),
    {
      status,
      names,
      redirect: told.links?.find(({ rel }) => rel === 'redirect')?.href ?? null,
    },
  );
}

function describeRefusal(
  kind: ProviderErrorKind,
  code: string,
  description: string | undefined,
): string {
  if (kind === 'credentials') {
    return code === 'NOT_AUTHORIZED' || code === 'PERMISSION_DENIED'
      ? 'PayPal: this app has no permission for that.'
      : 'PayPal does not accept the client ID and secret.';
  }
  if (kind === 'key-reused') return 'PayPal has seen this key with another request.';
  return `PayPal refused this${description ? `: ${description}` : '.'}`;
}

function hide(text: string | undefined, secrets: readonly string[]): string | undefined {
  const plain = secrets.reduce((rest, secret) => rest.replaceAll(secret, '•••'), text ?? '');
  return (
    plain
      .replace(/[\s\p{C}]+/gu, ' ')
      .trim()
      .slice(0, 300) || undefined
  );
}
