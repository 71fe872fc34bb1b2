import { createHmac, timingSafeEqual } from 'node:crypto';

/** How long a session lives after it was last used, in seconds. */
export const SESSION_SECONDS = 30 * 24 * 60 * 60;
/** However much a session is used, it ends so long after its sign-in, in seconds. */
export const SESSION_MOST_SECONDS = 90 * 24 * 60 * 60;
/** A session in use is prolonged once it is this old, so that reading does not always write. */
export const SESSION_RENEWAL_SECONDS = 24 * 60 * 60;
/** How long a link that confirms an address works, in seconds. */
export const UNCONFIRMED_SECONDS = 24 * 60 * 60;

/**
 * What the names of an origin's cookies begin with. Browsers take a `__Host-` cookie over HTTPS from
 * this very host alone, so that no neighboring one can plant a session; from plain http they refuse it.
 */
export function cookiePrefix(secure: boolean): string {
  return `${secure ? '__Host-' : ''}remit`;
}

function cookieName(name: string, secure: boolean): string {
  return `${cookiePrefix(secure)}.${name}`;
}

export function sessionCookieName(secure: boolean): string {
  return cookieName('session_token', secure);
}

/**
 * The session's `sid` in a Cookie header, when its signature is ours. The value is
 * `sid.base64(HMAC-SHA256(secret, sid))`, URI-encoded, as Better Auth signs it.
 */
export function readSessionCookie(
  header: string | undefined,
  name: string,
  secret: string,
): string | undefined {
  return readSigned(header, name, (sid) => signature(sid, secret));
}

/** A Set-Cookie header that gives the cookie another life, of `seconds`. */
export function renewedSessionCookie(
  sid: string,
  seconds: number,
  secure: boolean,
  secret: string,
): string {
  const value = `${sid}.${signature(sid, secret)}`;
  return setCookie(sessionCookieName(secure), value, seconds, secure);
}

/** A Set-Cookie header that removes the cookie. */
export function clearedSessionCookie(secure: boolean): string {
  return setCookie(sessionCookieName(secure), '', 0, secure);
}

/**
 * A Set-Cookie header that remembers, until its address is confirmed, which account's password was
 * typed in this browser. By it a link that confirms an address knows who chose the password.
 */
export function unconfirmedCookie(userId: string, secure: boolean, secret: string): string {
  const value = `${userId}.${signature(`unconfirmed:${userId}`, secret)}`;
  return setCookie(cookieName('unconfirmed', secure), value, UNCONFIRMED_SECONDS, secure);
}

export function clearedUnconfirmedCookie(secure: boolean): string {
  return setCookie(cookieName('unconfirmed', secure), '', 0, secure);
}

/** The account's id in that cookie, when its signature is ours. */
export function readUnconfirmedCookie(
  header: string | undefined,
  secure: boolean,
  secret: string,
): string | undefined {
  const name = cookieName('unconfirmed', secure);
  return readSigned(header, name, (id) => signature(`unconfirmed:${id}`, secret));
}

function readSigned(
  header: string | undefined,
  name: string,
  sign: (payload: string) => string,
): string | undefined {
  const value = cookieValue(header, name);
  if (value === undefined) return undefined;
  const dot = value.lastIndexOf('.');
  if (dot < 1) return undefined;
  const payload = value.slice(0, dot);
  const given = Buffer.from(value.slice(dot + 1));
  const expected = Buffer.from(sign(payload));
  return given.length === expected.length && timingSafeEqual(given, expected) ? payload : undefined;
}

export function setCookie(name: string, value: string, maxAge: number, secure: boolean): string {
  const flags = `Max-Age=${maxAge}; Path=/; HttpOnly; ${secure ? 'Secure; ' : ''}SameSite=Lax`;
  return `${name}=${encodeURIComponent(value)}; ${flags}`;
}

function signature(sid: string, secret: string): string {
  return createHmac('sha256', secret).update(sid).digest('base64');
}

export function cookieValue(header: string | undefined, name: string): string | undefined {
  if (!header) return undefined;
  for (const pair of header.split(';')) {
    const equals = pair.indexOf('=');
    if (equals === -1 || pair.slice(0, equals).trim() !== name) continue;
    try {
      return decodeURIComponent(pair.slice(equals + 1).trim());
    } catch {
      return undefined;
    }
  }
  return undefined;
}
