import * as z from 'zod';

/** Part of no domain that somebody types; others are not read as one. */
const NOT_OF_DOMAIN = /[^\p{L}\p{N}\p{M}.-]/u;
/** The longest address (RFC 5321, section 4.5.3.1.3). */
const LONGEST = 254;

/**
 * An address as mail servers know it: 'info@bücher.example' is 'info@xn--bcher-kva.example' (RFC 5890).
 * One that has no such form stays as it is.
 */
export function toAsciiAddress(address: string): string {
  const at = address.indexOf('@');
  const domain = address.slice(at + 1);
  const isAscii = !/\P{ASCII}/u.test(domain);
  if (isAscii || at < 0 || address.length > LONGEST || NOT_OF_DOMAIN.test(domain)) return address;
  const url = `http://${domain}`;
  return URL.canParse(url) ? `${address.slice(0, at)}@${new URL(url).hostname}` : address;
}

/** The same for all ways of writing an address. */
export const addressKey = (address: string): string => toAsciiAddress(address.trim()).toLowerCase();

/** Whether mail can be sent there. Its domain may be in any script; what stands before the @ may not. */
export function isEmailAddress(address: string): boolean {
  const known = toAsciiAddress(address);
  if (!isShortEnough(known)) return false;
  const isAscii = (text: string) => z.email().safeParse(text).success;
  if (known === address && !/[@.]xn--/i.test(known)) return isAscii(address);
  // Zod knows no top-level domain of another script.
  return isEncoded(known) && isAscii(known.replace(/\.xn--[a-z\d-]+$/i, '.example'));
}

/** Of the address RFC 5321, 4.5.3.1.1 and 4.5.3.1.3; of each label of its domain RFC 1035, 2.3.4. */
function isShortEnough(known: string): boolean {
  const at = known.indexOf('@');
  const labels = known.slice(at + 1).split('.');
  return known.length <= LONGEST && at <= 64 && labels.every((label) => label.length <= 63);
}

/** Whether the labels of a domain that are written in ASCII for another script say something (RFC 5891, 4.4). */
function isEncoded(known: string): boolean {
  const domain = known.slice(known.indexOf('@') + 1);
  return !NOT_OF_DOMAIN.test(domain) && URL.canParse(`http://${domain}`);
}

/** An address that must be there. */
export const emailAddress = z
  .string()
  .refine(isEmailAddress, { error: 'Enter a valid email address' });
