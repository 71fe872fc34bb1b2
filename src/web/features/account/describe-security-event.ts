import type { SecurityEvent, SignInMethod } from '../../../shared/accounts/security-events.ts';

const BY: Record<SignInMethod, string> = {
  password: 'with the password',
  passkey: 'with a passkey',
  oidc: 'with your organization’s account',
};

/** One entry of the security log in words. */
export function describeSecurityEvent({ type, method, subjects }: SecurityEvent): string {
  const by = method === null ? '' : ` ${BY[method]}`;
  const what = subjects.length > 0 ? `: ${subjects.join(', ')}` : '';
  switch (type) {
    case 'account_created':
      return 'Account created';
    case 'signed_in':
      return `Signed in${by}`;
    case 'sign_in_failed':
      return `Sign-in refused${by}`;
    case 'signed_out':
      return 'Logged out';
    case 'session_ended':
      return `Session ended${what}`;
    case 'other_sessions_ended':
      return 'All other sessions ended';
    case 'identity_confirmed':
      return `Confirmed${by}`;
    case 'confirmation_failed':
      return `Confirmation refused${by}`;
    case 'password_changed':
      return 'Password changed';
    case 'password_reset_requested':
      return 'Link to reset the password sent';
    case 'password_reset':
      return 'Password reset by an emailed link';
    case 'passkey_added':
      return `Passkey added${what}`;
    case 'passkey_removed':
      return `Passkey removed${what}`;
    case 'email_verified':
      return 'Email address confirmed';
    case 'payment_keys_changed':
      return 'Payment keys changed';
  }
}
