/**
 * The cookie that names the account of this browser's session without saying who it is: set,
 * prolonged and removed together with the session cookie, and readable by pages.
 */
const NAME = 'remit.mark';

/** The cookie's name where it comes over HTTPS, or not: no other host can set the first. */
export function sessionMarkName(secure: boolean): string {
  return secure ? `__Host-${NAME}` : NAME;
}

/** The mark in a Cookie header or in `document.cookie`; undefined when nobody is signed in. */
export function readSessionMark(cookies: string): string | undefined {
  const marks = new Map<string, string>();
  for (const pair of cookies.split(';')) {
    const [name = '', value = ''] = pair.trim().split('=');
    if (value !== '') marks.set(name, value);
  }
  // A page behind a proxy that does not tell of its HTTPS gets the plain one.
  return marks.get(sessionMarkName(true)) ?? marks.get(sessionMarkName(false));
}
