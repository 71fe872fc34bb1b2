/**
 * The cookie that names the account of this browser's session without saying who it is: set,
 * prolonged and removed together with the session cookie, and readable by pages.
 */
export const SESSION_MARK = 'remit.mark';

/** The mark in a Cookie header or in `document.cookie`; undefined when nobody is signed in. */
export function sessionMarkIn(cookies: string): string | undefined {
  for (const pair of cookies.split(';')) {
    const [name = '', value = ''] = pair.trim().split('=');
    if (name === SESSION_MARK && value !== '') return value;
  }
  return undefined;
}
