import { useEffect } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { useUser } from '../../lib/session.ts';
import { notify } from '../../ui/notify.tsx';

/**
 * Whether the visitor comes from the link that confirms an address. One who is signed in already is
 * told so on the dashboard instead.
 */
export function useConfirmedAddress(): boolean {
  const [params] = useSearchParams();
  const navigate = useNavigate();
  const confirmed = params.get('verified') === '1' && params.get('error') === null;
  const signedIn = Boolean(useUser());
  useEffect(() => {
    if (!confirmed || !signedIn) return;
    notify.success('Email confirmed', 'Your email address is confirmed.');
    void navigate('/', { replace: true });
  }, [confirmed, signedIn, navigate]);
  return confirmed;
}
