/** What the sign-in page says when a redirect led to it with a reason. */
const WORDS: Record<string, string> = {
  provider_unavailable: 'The sign-in service cannot be reached right now. Try again in a moment.',
  canceled: 'Sign-in was canceled.',
  expired: 'Sign-in took too long. Please start again.',
  account_not_linked: 'An account with this email already exists and signs in another way.',
  email_missing:
    'The sign-in service did not provide a confirmed email address, which Remit needs. Confirm your address there, then sign in again.',
  link_invalid: 'This link is no longer valid. Ask for a new one.',
  failed: 'Sign-in failed. Please try again.',
};

export function describeSignInError(code: string | null): string | undefined {
  return code === null ? undefined : (WORDS[code] ?? WORDS['failed']);
}
