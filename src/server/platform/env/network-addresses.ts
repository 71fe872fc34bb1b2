/** Addresses of other programs, as an operator writes them. */
import { isIP } from 'node:net';

/** Links are made by adding a path to it, and printed: so no path, query or password of its own. */
export function isOrigin(address: string): boolean {
  // By its letters: a parsed address does not tell of an empty query, fragment or user name.
  return /^https?:\/\/[^\s/\\?#@]+\/?$/i.test(address.trim()) && URL.canParse(address);
}

/** As browsers write it: small letters, no port that goes without saying, no slash at its end. */
export const readOrigin = (address: string) => new URL(address).origin;

export function isSmtp(address: string): boolean {
  if (!URL.canParse(address)) return false;
  const { protocol, hostname, username, password } = new URL(address);
  try {
    decodeURIComponent(`${username}${password}`);
  } catch {
    return false;
  }
  return (protocol === 'smtp:' || protocol === 'smtps:') && hostname !== '';
}

/** An IP address, with a port or without: '9.9.9.9', '127.0.0.1:5353', '[2620:fe::fe]:53'. */
export function isResolver(address: string): boolean {
  if (isIP(address)) return true;
  const [, v6, v4, port] = /^(?:\[([^\]]{1,64})\]|([^:]{1,64})):(\d{1,5})$/.exec(address) ?? [];
  return isIP(v6 ?? v4 ?? '') === (v6 ? 6 : 4) && Number(port) > 0 && Number(port) < 65_536;
}

const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]']);

/** An address of this machine, so that keys and card numbers never leave it. */
export function isLoopback(address: string): boolean {
  if (!isOrigin(address)) return false;
  return LOOPBACK.has(new URL(address).hostname);
}

/** A file over HTTPS, or from this machine: a stand-in in tests. */
export function isRatesFile(address: string): boolean {
  if (!URL.canParse(address)) return false;
  const { protocol, hostname, username, password } = new URL(address);
  if (username || password) return false;
  return protocol === 'https:' || (protocol === 'http:' && LOOPBACK.has(hostname));
}
