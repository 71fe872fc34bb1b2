import { withoutTrailing } from '../../../../shared/text/without-trailing.ts';

const LIVE = 'https://api-m.paypal.com';
const SANDBOX = 'https://api-m.sandbox.paypal.com';
const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]']);

/** Where PayPal's API is spoken: at PayPal itself, or by a stand-in on this machine. */
export interface PaypalHost {
  /** Without a slash at its end. */
  apiBase: string;
  livemode: boolean;
  /** Whether an address that the API gave (a page to pay on, a certificate) is of the same house. */
  owns(address: string): boolean;
}

/**
 * Reads the API's address.
 * @throws RangeError unless it is one of PayPal's two hosts or a loopback address: keys are sent there
 */
export function paypalHost(apiBase: string): PaypalHost {
  const base = withoutTrailing(apiBase, '/');
  if (base === LIVE || base === SANDBOX) {
    return {
      apiBase: base,
      livemode: base === LIVE,
      owns: (address) => {
        const url = parse(address);
        return url?.protocol === 'https:' && url.hostname.endsWith('.paypal.com');
      },
    };
  }
  const url = parse(base);
  const plain = url && url.pathname === '/' && !url.search && !url.hash && !url.username;
  if (!plain || !/^https?:$/.test(url.protocol) || !LOOPBACK.has(url.hostname)) {
    throw new RangeError(`PayPal's API is at ${LIVE} or ${SANDBOX}, or at a loopback address.`);
  }
  return {
    apiBase: base,
    livemode: false,
    owns: (address) => {
      const other = parse(address);
      return other !== undefined && LOOPBACK.has(other.hostname) && other.port === url.port;
    },
  };
}

function parse(address: string): URL | undefined {
  return URL.canParse(address) ? new URL(address) : undefined;
}
